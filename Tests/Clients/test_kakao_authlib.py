# SPDX-License-Identifier: Apache-2.0
"""Authlib signs in with Kakao at the emulator by OpenID Connect and PKCE, refreshes, and fails as it should."""

import pytest
from authlib.integrations.base_client import MismatchingStateError, OAuthError
from authlib.integrations.requests_client import OAuth2Session
from django.conf import settings
from joserfc.errors import InvalidClaimError

from consent_agent import sent
from emulator import APP, CLIENT_SECRET, REST_KEY

TOKEN_URL = "https://kauth.kakao.com/oauth/token"
USERINFO_URL = "https://kapi.kakao.com/v1/oidc/userinfo"


def authorize_url(site):
    response = site.get("/authlib/kakao/login")
    assert response.status_code == 302
    assert response["Location"].startswith("https://kauth.kakao.com/oauth/authorize?")
    return response["Location"]


def signed_in(site, browser):
    response = site.get(browser.agree(authorize_url(site)))
    assert response.status_code == 200
    return response.json()


def refresher(token=None, secret=CLIENT_SECRET):
    return OAuth2Session(
        REST_KEY, secret, token=token, token_endpoint=TOKEN_URL, token_endpoint_auth_method="client_secret_post"
    )


def test_signs_in_with_a_checked_id_token(site, browser):
    url = authorize_url(site)
    answer = site.get(browser.agree(url)).json()

    assert sent(url, "code_challenge_method") == "S256"
    claims = answer["claims"]
    assert claims["iss"] == "https://kauth.kakao.com"
    assert claims["aud"] in (REST_KEY, [REST_KEY])
    assert claims["sub"] == "1001"
    assert claims["nonce"] == sent(url, "nonce")
    assert claims["nickname"] == "김서연"
    assert answer["userinfo"]["sub"] == claims["sub"]
    assert answer["token"]["refresh_token"]


def test_refreshes(site, browser):
    token = signed_in(site, browser)["token"]

    fresh = refresher().refresh_token(TOKEN_URL, refresh_token=token["refresh_token"])

    assert fresh["access_token"] != token["access_token"]
    assert refresher(fresh).get(USERINFO_URL).json()["sub"] == "1001"


def test_refreshes_by_itself_once_the_clock_has_moved(site, browser, emulator):
    token = signed_in(site, browser)["token"]
    emulator.control("POST", "clock", {"advance_seconds": token["expires_in"] + 60})
    session = refresher(dict(token, expires_at=1))

    assert session.get(USERINFO_URL).json()["sub"] == "1001"
    assert session.token["access_token"] != token["access_token"]


def test_a_dead_refresh_token_is_refused(site, browser, emulator):
    token = signed_in(site, browser)["token"]
    emulator.control("POST", "kakao/tokens/kill", {"app": APP, "person": 1001, "tokens": "refresh"})

    with pytest.raises(OAuthError) as refusal:
        refresher().refresh_token(TOKEN_URL, refresh_token=token["refresh_token"])

    assert refusal.value.error == "invalid_grant"


def test_saying_no_is_told_apart(site, browser):
    callback = browser.refuse(authorize_url(site))

    with pytest.raises(OAuthError) as refusal:
        site.get(callback)

    assert refusal.value.error == "access_denied"


def test_a_wrong_secret_signs_nobody_in(site, browser, monkeypatch):
    callback = browser.agree(authorize_url(site))
    monkeypatch.setitem(settings.AUTHLIB_OAUTH_CLIENTS["kakao"], "client_secret", "wrong-secret")

    with pytest.raises(OAuthError) as refusal:
        site.get(callback)

    assert refusal.value.error == "invalid_client"


def test_a_used_code_signs_nobody_in(browser):
    session = OAuth2Session(
        REST_KEY,
        CLIENT_SECRET,
        token_endpoint_auth_method="client_secret_post",
        code_challenge_method="S256",
        redirect_uri="http://localhost:8000/authlib/kakao/callback",
    )
    verifier = "a-verifier-of-this-test-a-verifier-of-this-test"
    url, _ = session.create_authorization_url("https://kauth.kakao.com/oauth/authorize", code_verifier=verifier)
    callback = browser.agree(url)
    assert session.fetch_token(TOKEN_URL, authorization_response=callback, code_verifier=verifier)["access_token"]

    with pytest.raises(OAuthError) as refusal:
        session.fetch_token(TOKEN_URL, authorization_response=callback, code_verifier=verifier)

    assert refusal.value.error == "invalid_grant"


def test_another_verifier_signs_nobody_in(site, browser):
    callback = browser.agree(authorize_url(site))

    with pytest.raises(OAuthError) as refusal:
        refresher().fetch_token(
            TOKEN_URL,
            code=sent(callback, "code"),
            redirect_uri="http://localhost:8000/authlib/kakao/callback",
            code_verifier="another-verifier-another-verifier-another-verifier",
        )

    assert refusal.value.error == "invalid_grant"


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


def test_an_expired_access_token_is_refused(site, browser, emulator):
    token = signed_in(site, browser)["token"]
    emulator.control("POST", "kakao/tokens/expire", {"app": APP, "person": 1001, "tokens": "access"})

    response = refresher(token).get(USERINFO_URL)

    assert response.status_code == 401
    assert response.json()["code"] == -401
