# SPDX-License-Identifier: Apache-2.0
"""Authlib signs in with Facebook at the emulator, and fails as it should."""

import jwt
import pytest
import requests
from authlib.common.errors import AuthlibBaseError
from authlib.integrations.base_client import OAuthError
from authlib.integrations.requests_client import OAuth2Session
from cryptography import x509

from emulator import FACEBOOK_APP, FACEBOOK_SECRET

DIALOG = "https://www.facebook.com/v24.0/dialog/oauth"
TOKEN_URL = "https://graph.facebook.com/v24.0/oauth/access_token"
ME_URL = "https://graph.facebook.com/v24.0/me"
CALLBACK = "http://localhost:8000/authlib/facebook/callback"


def session(token=None, secret=FACEBOOK_SECRET):
    return OAuth2Session(
        str(FACEBOOK_APP), secret, token=token, redirect_uri=CALLBACK, scope="public_profile email",
        token_endpoint=TOKEN_URL, token_endpoint_auth_method="client_secret_post",
    )  # fmt: skip


def callback(browser, client, walk="agree"):
    url, _ = client.create_authorization_url(DIALOG)
    return getattr(browser, walk)(url)


def test_signs_in_with_scopes_joined_by_blanks(browser):
    client = session()
    token = client.fetch_token(TOKEN_URL, authorization_response=callback(browser, client))

    profile = session(token).get(ME_URL, params={"fields": "id,name,email"}).json()

    assert profile["email"] == "seoyeon@example.com" and len(profile["id"]) == 17


def test_saying_no_signs_nobody_in(browser):
    client = session()
    address = callback(browser, client, "refuse")

    # This part of the client looks for the code alone, and calls the refusal a missing one.
    with pytest.raises(AuthlibBaseError) as refusal:
        client.fetch_token(TOKEN_URL, authorization_response=address)

    assert "error=access_denied" in address and "error_reason=user_denied" in address
    assert refusal.value.error == "missing_code"


def test_a_used_code_and_a_wrong_secret_are_refused(browser):
    client = session()
    address = callback(browser, client)
    client.fetch_token(TOKEN_URL, authorization_response=address)

    for other in [client, session(secret="wrong-secret")]:
        with pytest.raises(OAuthError) as refusal:
            other.fetch_token(TOKEN_URL, authorization_response=address)
        assert refusal.value.error["type"] == "OAuthException"


def test_a_token_ends(browser, emulator):
    client = session()
    token = client.fetch_token(TOKEN_URL, authorization_response=callback(browser, client))
    emulator.control("POST", "clock", {"advance_seconds": 6000})

    answer = session(dict(token, expires_at=None)).get(ME_URL)

    assert answer.json()["error"]["error_subcode"] == 463


def test_a_limited_login_is_checked_by_the_certificate_of_its_key(emulator):
    native = {"app": FACEBOOK_APP, "person": 1001, "limited": True, "nonce": "n"}
    token = emulator.control("POST", "facebook/native", native)["id_token"]

    certificates = requests.get("https://m.facebook.com/.well-known/oauth/openid/certs/", timeout=10).json()
    by_id = {key: x509.load_pem_x509_certificate(text.encode()) for key, text in certificates.items()}
    key = by_id[jwt.get_unverified_header(token)["kid"]].public_key()
    claims = jwt.decode(token, key, algorithms=["RS256"], audience=str(FACEBOOK_APP))

    (certificate,) = by_id.values()
    certificate.verify_directly_issued_by(certificate)
    assert claims["nonce"] == "n" and claims["given_name"] == "서연"
