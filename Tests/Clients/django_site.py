# SPDX-License-Identifier: Apache-2.0
"""A small Django site in which the three clients stand side by side, set up as their own documents say."""

import django
from django.conf import settings
from django.http import HttpResponse, JsonResponse
from django.urls import include, path, reverse

from emulator import CLIENT_SECRET, REST_KEY

HOST = "localhost:8000"
REDIRECT_URIS = [
    f"http://{HOST}/accounts/kakao/login/callback/",
    f"http://{HOST}/social/complete/kakao/",
    f"http://{HOST}/authlib/callback",
]

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
            "allauth.socialaccount.providers.kakao",
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
            "social_core.backends.kakao.KakaoOAuth2",
        ],
        LOGIN_REDIRECT_URL="/home",
        ACCOUNT_EMAIL_VERIFICATION="none",
        SOCIALACCOUNT_LOGIN_ON_GET=True,
        SOCIALACCOUNT_STORE_TOKENS=True,
        SOCIALACCOUNT_PROVIDERS={"kakao": {"APPS": [{"client_id": REST_KEY, "secret": CLIENT_SECRET}]}},
        SOCIAL_AUTH_KAKAO_KEY=REST_KEY,
        SOCIAL_AUTH_KAKAO_SECRET=CLIENT_SECRET,
        SOCIAL_AUTH_KAKAO_EXTRA_DATA=["refresh_token", "expires_in"],
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
            }
        },
    )
    django.setup()

from authlib.integrations.django_client import OAuth  # noqa: E402  (it reads the settings)


def authlib_client():
    """A client of Authlib that has fetched nothing yet."""
    oauth = OAuth()
    return oauth.register("kakao")


def authlib_login(request):
    return authlib_client().authorize_redirect(request, request.build_absolute_uri(reverse("authlib_callback")))


def authlib_callback(request):
    """Finishes the sign-in as Authlib's documents say: token, checked id_token, then the userinfo call."""
    client = authlib_client()
    token = client.authorize_access_token(request)
    return JsonResponse({"token": token, "claims": token["userinfo"], "userinfo": client.userinfo(token=token)})


urlpatterns = [
    path("home", lambda request: HttpResponse("home")),
    path("accounts/", include("allauth.urls")),
    path("social/", include("social_django.urls", namespace="social")),
    path("authlib/login", authlib_login),
    path("authlib/callback", authlib_callback, name="authlib_callback"),
]
