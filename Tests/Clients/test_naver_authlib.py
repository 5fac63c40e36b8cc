# SPDX-License-Identifier: Apache-2.0
"""Authlib signs in with Naver at the emulator over both of its paths, refreshes, and fails as it should."""

import pytest
from authlib.integrations.base_client import MismatchingStateError, OAuthError
from authlib.integrations.requests_client import OAuth2Session
from django.conf import settings
from joserfc.errors import InvalidClaimError

from consent_agent import sent
from emulator import NAVER_APP, NAVER_ID, NAVER_SECRET

TOKEN_URL = "https://nid.naver.com/oauth2.0/token"
ME_URL = "https://openapi.naver.com/v1/nid/me"
CALLBACK = "http://localhost:8000/authlib/naver/callback"


def authorize_url(site):
    response = site.get("/authlib/naver/login")
    assert response.status_code == 302
    assert response["Location"].startswith("https://nid.naver.com/oauth2/authorize?")
    return response["Location"]


def session(token=None, secret=NAVER_SECRET):
    return OAuth2Session(
        NAVER_ID, secret, token=token, redirect_uri=CALLBACK, token_endpoint=TOKEN_URL,
        token_endpoint_auth_method="client_secret_post", revocation_endpoint_auth_method="client_secret_post",
    )  # fmt: skip


def signed_in(browser):
    client = session()
    url, _ = client.create_authorization_url("https://nid.naver.com/oauth2.0/authorize")
    return client.fetch_token(TOKEN_URL, authorization_response=browser.agree(url))


def test_signs_in_with_a_checked_id_token(site, browser):
    url = authorize_url(site)
    answer = site.get(browser.agree(url)).json()

    assert sent(url, "code_challenge_method") == "S256"
    claims = answer["claims"]
    assert claims["iss"] == "https://nid.naver.com"
    assert claims["aud"] in (NAVER_ID, [NAVER_ID])
    assert claims["nonce"] == sent(url, "nonce")
    assert answer["userinfo"]["resultcode"] == "00"
    assert answer["userinfo"]["response"]["id"] == claims["sub"]


def test_signs_in_without_openid(browser):
    token = signed_in(browser)

    assert token["expires_in"] == "3600" and "id_token" not in token
    assert session(token).get(ME_URL).json()["response"]["nickname"] == "김서연"


def test_refreshes_by_itself_once_the_clock_has_moved(browser, emulator):
    token = signed_in(browser)
    emulator.control("POST", "clock", {"advance_seconds": 3700})
    client = session(dict(token, expires_at=1))

    assert client.get(ME_URL).json()["resultcode"] == "00"
    assert client.token["access_token"] != token["access_token"]


def test_a_dead_refresh_token_is_refused(browser, emulator):
    token = signed_in(browser)
    emulator.control("POST", "naver/tokens/kill", {"app": NAVER_APP, "person": 1001, "tokens": "refresh"})

    with pytest.raises(OAuthError) as refusal:
        session().refresh_token(TOKEN_URL, refresh_token=token["refresh_token"])

    assert refusal.value.description == "invalid refresh_token"


def test_saying_no_is_told_apart(site, browser):
    callback = browser.refuse(authorize_url(site))

    with pytest.raises(OAuthError) as refusal:
        site.get(callback)

    assert refusal.value.error == "access_denied"


def test_a_wrong_secret_signs_nobody_in(site, browser, monkeypatch):
    callback = browser.agree(authorize_url(site))
    monkeypatch.setitem(settings.AUTHLIB_OAUTH_CLIENTS["naver"], "client_secret", "wrong-secret")

    with pytest.raises(OAuthError) as refusal:
        site.get(callback)

    assert refusal.value.error == "invalid_client"


def test_a_used_code_is_refused_with_status_200(browser):
    client = session()
    url, _ = client.create_authorization_url("https://nid.naver.com/oauth2.0/authorize")
    callback = browser.agree(url)
    assert client.fetch_token(TOKEN_URL, authorization_response=callback)["access_token"]

    with pytest.raises(OAuthError) as refusal:
        client.fetch_token(TOKEN_URL, authorization_response=callback)

    assert refusal.value.description == "no valid data in session"


def test_a_wrong_nonce_signs_nobody_in(site, browser):
    url = authorize_url(site)
    callback = browser.agree(url.replace(sent(url, "nonce"), "somebody-elses-nonce"))

    with pytest.raises(InvalidClaimError) as refusal:
        site.get(callback)

    assert refusal.value.claim == "nonce"


def test_a_forged_state_signs_nobody_in(site, browser):
    callback = browser.agree(authorize_url(site)).replace("state=", "state=forged")

    with pytest.raises(MismatchingStateError):
        site.get(callback)


def test_revoking_ends_both_tokens(browser):
    token = signed_in(browser)
    client = session(token)

    answer = client.revoke_token("https://nid.naver.com/oauth2.0/revoke", token=token["refresh_token"])

    assert answer.status_code == 200 and answer.text == ""
    assert client.get(ME_URL).json()["resultcode"] == "024"
