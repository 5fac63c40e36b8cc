# SPDX-License-Identifier: Apache-2.0
"""Authlib signs in with Apple at the emulator with a checked id_token, refreshes, revokes, and fails as it should."""

import time

import pytest
from authlib.integrations.base_client import OAuthError
from authlib.integrations.requests_client import OAuth2Session
from django.conf import settings
from joserfc.errors import InvalidClaimError

import apple_key
from consent_agent import sent
from emulator import APPLE_ID

TOKEN_URL = "https://appleid.apple.com/auth/token"


def authorize_url(site):
    response = site.get("/authlib/apple/login")
    assert response.status_code == 302
    return response["Location"]


def session(token=None):
    return OAuth2Session(
        APPLE_ID, apple_key.client_secret(), token=token, token_endpoint=TOKEN_URL,
        token_endpoint_auth_method="client_secret_post", revocation_endpoint_auth_method="client_secret_post",
    )  # fmt: skip


def test_signs_in_with_a_checked_id_token(site, browser):
    url = authorize_url(site)
    answer = site.get(browser.agree(url)).json()

    claims = answer["claims"]
    assert claims["iss"] == "https://appleid.apple.com"
    assert claims["nonce"] == sent(url, "nonce")
    assert claims["aud"] in (APPLE_ID, [APPLE_ID])
    assert answer["token"]["refresh_token"]


def test_refreshes_without_a_new_refresh_token(site, browser):
    token = site.get(browser.agree(authorize_url(site))).json()["token"]

    fresh = session().refresh_token(TOKEN_URL, refresh_token=token["refresh_token"])

    assert fresh["access_token"] != token["access_token"]
    assert "id_token" not in fresh


def test_revoking_ends_the_refresh_token(site, browser):
    token = site.get(browser.agree(authorize_url(site))).json()["token"]
    client = session(token)

    answer = client.revoke_token(
        "https://appleid.apple.com/auth/revoke", token=token["refresh_token"], token_type_hint="refresh_token"
    )

    assert answer.status_code == 200 and answer.content == b""
    with pytest.raises(OAuthError) as refusal:
        session().refresh_token(TOKEN_URL, refresh_token=token["refresh_token"])
    assert refusal.value.error == "invalid_grant"


def test_a_wrong_nonce_signs_nobody_in(site, browser):
    url = authorize_url(site)
    callback = browser.agree(url.replace(sent(url, "nonce"), "somebody-elses-nonce"))

    with pytest.raises(InvalidClaimError) as refusal:
        site.get(callback)

    assert refusal.value.claim == "nonce"


@pytest.mark.parametrize(
    "changes", [{"sub": "com.example.other"}, {"exp": int(time.time()) + 15_777_600}, {"aud": "https://apple.com"}]
)
def test_a_secret_that_apple_would_refuse_signs_nobody_in(site, browser, monkeypatch, changes):
    callback = browser.agree(authorize_url(site))
    secret = apple_key.client_secret(**changes)
    monkeypatch.setitem(settings.AUTHLIB_OAUTH_CLIENTS["apple"], "client_secret", secret)

    with pytest.raises(OAuthError) as refusal:
        site.get(callback)

    assert refusal.value.error == "invalid_client"
