# SPDX-License-Identifier: Apache-2.0
"""django-allauth headless as a rival: refreshes with rotation through Django's handler, on SQLite as durable as ours.

Its arguments are a database, which it makes where it is missing, and a number of seconds. It refreshes for so long and writes
how many refreshes a second that came to.
"""

import json
import sys
import time

import django
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import rsa
from django.conf import settings
from django.urls import include, path


def private_key():
    key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
    return key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    ).decode()


settings.configure(
    ROOT_URLCONF=__name__,
    SECRET_KEY="for a measurement on this machine only",
    ALLOWED_HOSTS=["testserver"],
    DATABASES={
        "default": {
            "ENGINE": "django.db.backends.sqlite3",
            "NAME": sys.argv[1],
            "OPTIONS": {"init_command": "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;"},
        }
    },
    DEFAULT_AUTO_FIELD="django.db.models.BigAutoField",
    USE_TZ=True,
    INSTALLED_APPS=[
        "django.contrib.auth",
        "django.contrib.contenttypes",
        "django.contrib.sessions",
        "allauth",
        "allauth.account",
        "allauth.headless",
    ],
    MIDDLEWARE=[
        "django.contrib.sessions.middleware.SessionMiddleware",
        "django.contrib.auth.middleware.AuthenticationMiddleware",
        "allauth.account.middleware.AccountMiddleware",
    ],
    PASSWORD_HASHERS=["django.contrib.auth.hashers.MD5PasswordHasher"],
    ACCOUNT_EMAIL_VERIFICATION="none",
    ACCOUNT_RATE_LIMITS=False,
    HEADLESS_TOKEN_STRATEGY="allauth.headless.tokens.strategies.jwt.JWTTokenStrategy",
    HEADLESS_JWT_PRIVATE_KEY=private_key(),
)
django.setup()

from django.contrib.auth import get_user_model  # noqa: E402  (they read the settings)
from django.contrib.auth.hashers import make_password  # noqa: E402
from django.core.management import call_command  # noqa: E402
from django.test import Client  # noqa: E402

urlpatterns = [path("_allauth/", include("allauth.headless.urls"))]


def post(client, name, body):
    answer = client.post(f"/_allauth/app/v1/{name}", json.dumps(body), content_type="application/json")
    assert answer.status_code == 200, f"{name} was answered with {answer.status_code}: {answer.content[:200]}"
    return answer.json()


def main():
    call_command("migrate", verbosity=0)
    get_user_model().objects.get_or_create(username="bench", defaults={"password": make_password("bench-password")})
    client = Client()
    token = post(client, "auth/login", {"username": "bench", "password": "bench-password"})["meta"]["refresh_token"]
    start, count = time.monotonic(), 0
    while time.monotonic() - start < float(sys.argv[2]):
        token = post(client, "tokens/refresh", {"refresh_token": token})["data"]["refresh_token"]
        count += 1
    print(count / (time.monotonic() - start))


main()
