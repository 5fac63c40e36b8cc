# SPDX-License-Identifier: Apache-2.0
"""A small Django site in which the three clients stand side by side, set up as their own documents say."""

import django
from django.conf import settings
from django.http import HttpResponse, JsonResponse
from django.urls import include, path, reverse

import apple_key
from emulator import (
    APPLE_ID, APPLE_KEY_ID, APPLE_TEAM, CLIENT_SECRET, FACEBOOK_APP, FACEBOOK_SECRET, NAVER_ID, NAVER_SECRET, REST_KEY,
)  # fmt: skip

HOST = "localhost:8000"
# social-auth-core has names of its own.
SOCIAL_NAMES = {"apple": "apple-id"}
REDIRECT_URIS = {
    provider: [
        f"http://{HOST}/accounts/{provider}/login/callback/",
        f"http://{HOST}/social/complete/{SOCIAL_NAMES.get(provider, provider)}/",
        f"http://{HOST}/authlib/{provider}/callback",
    ]
    for provider in ["kakao", "naver", "apple", "facebook"]
}

if not settings.configured:
    settings.configure(
        ROOT_URLCONF=__name__,
        SECRET_KEY="for tests on this machine only",
        ALLOWED_HOSTS=["localhost"],
        DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": ":memory:"}},
        DEFAULT_AUTO_FIELD="django.db.models.BigAutoField",
        USE_TZ=True,
        INSTALLED_APPS=[
            "django.contrib.auth",
            "django.contrib.contenttypes",
            "django.contrib.messages",
            "django.contrib.sessions",
            "allauth",
            "allauth.account",
            "allauth.socialaccount",
            "allauth.socialaccount.providers.apple",
            "allauth.socialaccount.providers.facebook",
            "allauth.socialaccount.providers.kakao",
            "allauth.socialaccount.providers.naver",
            "social_django",
        ],
        MIDDLEWARE=[
            "django.contrib.sessions.middleware.SessionMiddleware",
            "django.contrib.auth.middleware.AuthenticationMiddleware",
            "django.contrib.messages.middleware.MessageMiddleware",
            "allauth.account.middleware.AccountMiddleware",
        ],
        TEMPLATES=[
            {
                "BACKEND": "django.template.backends.django.DjangoTemplates",
                "APP_DIRS": True,
                "OPTIONS": {
                    "context_processors": [
                        "django.template.context_processors.request",
                        "django.contrib.auth.context_processors.auth",
                        "django.contrib.messages.context_processors.messages",
                    ]
                },
            }
        ],
        AUTHENTICATION_BACKENDS=[
            "django.contrib.auth.backends.ModelBackend",
            "allauth.account.auth_backends.AuthenticationBackend",
            "social_core.backends.apple.AppleIdAuth",
            "social_core.backends.facebook.FacebookOAuth2",
            "social_core.backends.kakao.KakaoOAuth2",
            "social_core.backends.naver.NaverOAuth2",
        ],
        LOGIN_REDIRECT_URL="/home",
        ACCOUNT_EMAIL_VERIFICATION="none",
        SOCIALACCOUNT_LOGIN_ON_GET=True,
        SOCIALACCOUNT_STORE_TOKENS=True,
        SOCIALACCOUNT_PROVIDERS={
            "kakao": {"APPS": [{"client_id": REST_KEY, "secret": CLIENT_SECRET}]},
            "naver": {"APPS": [{"client_id": NAVER_ID, "secret": NAVER_SECRET}]},
            "apple": {
                "APPS": [
                    {
                        "client_id": APPLE_ID,
                        "secret": APPLE_KEY_ID,
                        "key": APPLE_TEAM,
                        "settings": {"certificate_key": apple_key.PEM},
                    }
                ],
                "SCOPE": ["name", "email"],
            },
            "facebook": {
                "METHOD": "oauth2",
                "APPS": [{"client_id": str(FACEBOOK_APP), "secret": FACEBOOK_SECRET}],
                "SCOPE": ["public_profile", "email"],
            },
        },
        SOCIAL_AUTH_KAKAO_KEY=REST_KEY,
        SOCIAL_AUTH_KAKAO_SECRET=CLIENT_SECRET,
        SOCIAL_AUTH_KAKAO_EXTRA_DATA=["refresh_token", "expires_in"],
        SOCIAL_AUTH_APPLE_ID_CLIENT=APPLE_ID,
        SOCIAL_AUTH_APPLE_ID_TEAM=APPLE_TEAM,
        SOCIAL_AUTH_APPLE_ID_KEY=APPLE_KEY_ID,
        SOCIAL_AUTH_APPLE_ID_SECRET=apple_key.PEM,
        SOCIAL_AUTH_APPLE_ID_SCOPE=["name", "email"],
        SOCIAL_AUTH_FACEBOOK_KEY=str(FACEBOOK_APP),
        SOCIAL_AUTH_FACEBOOK_SECRET=FACEBOOK_SECRET,
        SOCIAL_AUTH_FACEBOOK_SCOPE=["public_profile", "email"],
        SOCIAL_AUTH_FACEBOOK_PROFILE_EXTRA_PARAMS={"fields": "id,name,email"},
        SOCIAL_AUTH_NAVER_KEY=NAVER_ID,
        SOCIAL_AUTH_NAVER_SECRET=NAVER_SECRET,
        SOCIAL_AUTH_NAVER_EXTRA_DATA=["refresh_token", "expires_in"],
        AUTHLIB_OAUTH_CLIENTS={
            "kakao": {
                "client_id": REST_KEY,
                "client_secret": CLIENT_SECRET,
                "server_metadata_url": "https://kauth.kakao.com/.well-known/openid-configuration",
                "client_kwargs": {
                    "scope": "openid profile_nickname account_email",
                    "token_endpoint_auth_method": "client_secret_post",
                    "code_challenge_method": "S256",
                },
            },
            "naver": {
                "client_id": NAVER_ID,
                "client_secret": NAVER_SECRET,
                "server_metadata_url": "https://nid.naver.com/.well-known/openid-configuration",
                "client_kwargs": {
                    "scope": "openid profile",
                    "token_endpoint_auth_method": "client_secret_post",
                    "code_challenge_method": "S256",
                },
            },
            "apple": {
                "client_id": APPLE_ID,
                "client_secret": apple_key.client_secret(),
                "server_metadata_url": "https://appleid.apple.com/.well-known/openid-configuration",
                "client_kwargs": {"scope": "openid", "token_endpoint_auth_method": "client_secret_post"},
            },
        },
    )
    django.setup()

from authlib.integrations.django_client import OAuth  # noqa: E402  (it reads the settings)


def authlib_client(provider):
    """A client of Authlib that has fetched nothing yet."""
    oauth = OAuth()
    return oauth.register(provider)


def authlib_login(request, provider):
    callback = request.build_absolute_uri(reverse("authlib_callback", args=[provider]))
    return authlib_client(provider).authorize_redirect(request, callback)


def authlib_callback(request, provider):
    """Finishes the sign-in as Authlib's documents say: token, checked id_token, then the call for the profile."""
    client = authlib_client(provider)
    token = client.authorize_access_token(request)
    endpoint = client.load_server_metadata().get("userinfo_endpoint")
    profile = client.get(endpoint, token=token).json() if endpoint else None
    return JsonResponse({"token": token, "claims": token["userinfo"], "userinfo": profile})


urlpatterns = [
    path("home", lambda request: HttpResponse("home")),
    path("accounts/", include("allauth.urls")),
    path("social/", include("social_django.urls", namespace="social")),
    path("authlib/<str:provider>/login", authlib_login),
    path("authlib/<str:provider>/callback", authlib_callback, name="authlib_callback"),
]
