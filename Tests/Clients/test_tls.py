# SPDX-License-Identifier: Apache-2.0
"""The emulator's https side as clients meet it that were told nothing but whom to trust."""

import pytest
import requests
from authlib.integrations.requests_client import OAuth2Session
from joserfc import jwt
from joserfc.jwk import KeySet

import apple_key
import django_site
from consent_agent import Browser
from emulator import APPLE_ID, CLIENT_SECRET, REST_KEY, TLS

CLIENTS = {
    "kakao": ("https://kauth.kakao.com", REST_KEY, lambda: CLIENT_SECRET, "openid profile_nickname", ["RS256"]),
    "apple": ("https://appleid.apple.com", APPLE_ID, apple_key.client_secret, "openid", ["RS256"]),
}


@pytest.fixture
def tls(running_emulator, monkeypatch):
    way = TLS(running_emulator, monkeypatch)
    running_emulator.reset(django_site.REDIRECT_URIS)
    return way


@pytest.mark.parametrize("provider", CLIENTS)
def test_discovery_keys_and_tokens_at_the_real_addresses(tls, provider):
    issuer, client, secret, scope, algorithms = CLIENTS[provider]
    redirect_uri = django_site.REDIRECT_URIS[provider][0]

    document = requests.get(f"{issuer}/.well-known/openid-configuration", timeout=10).json()
    keys = KeySet.import_key_set(requests.get(document["jwks_uri"], timeout=10).json())
    session = OAuth2Session(
        client, secret(), scope=scope, redirect_uri=redirect_uri, token_endpoint_auth_method="client_secret_post"
    )
    url, state = session.create_authorization_url(document["authorization_endpoint"], nonce="n")
    callback = Browser(tls).agree(url)
    token = session.fetch_token(document["token_endpoint"], authorization_response=callback, state=state)
    claims = jwt.decode(token["id_token"], keys, algorithms=algorithms).claims

    assert document["issuer"] == claims["iss"] == issuer
    assert claims["aud"] in (client, [client])
    assert all(tls.is_here(document[name]) for name in document if name.endswith(("_endpoint", "_uri")))


def test_without_the_authority_nothing_is_sent(tls, monkeypatch):
    monkeypatch.delenv("REQUESTS_CA_BUNDLE")
    monkeypatch.delenv("SSL_CERT_FILE")
    tls.emulator.control("DELETE", "requests")

    with pytest.raises(requests.exceptions.SSLError):
        requests.get("https://kauth.kakao.com/.well-known/jwks.json", timeout=10)

    assert tls.emulator.control("GET", "requests") in ([], {"requests": []})


def test_a_host_that_is_not_emulated_is_in_no_certificate(tls, monkeypatch):
    monkeypatch.setattr(tls.emulator, "hosts", tls.emulator.hosts | {"www.kakao.com"})

    with pytest.raises(requests.exceptions.SSLError, match="www.kakao.com"):
        requests.get("https://www.kakao.com/", timeout=10)
