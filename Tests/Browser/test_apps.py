# SPDX-License-Identifier: Apache-2.0
"""Apps sign people in through the login server: Authlib and oauthlib as plain OAuth clients, Chromium as the browser."""

import pytest
import requests
from authlib.common.security import generate_token
from authlib.integrations.base_client import OAuthError
from authlib.integrations.requests_client import OAuth2Session as AuthlibSession
from authlib.oauth2.rfc8414 import AuthorizationServerMetadata
from oauthlib.oauth2 import AccessDeniedError, InvalidGrantError, InvalidScopeError, MismatchingStateError
from playwright.sync_api import expect
from requests_oauthlib import OAuth2Session as OAuthlibSession

from loopback_app import LoopbackApp
from person import Person

CLIENT_ID = "social-login"


@pytest.fixture(autouse=True)
def plain_http(monkeypatch):
    """Lets both libraries talk http; everything here is on this machine."""
    for name in ("AUTHLIB_INSECURE_TRANSPORT", "OAUTHLIB_INSECURE_TRANSPORT"):
        monkeypatch.setenv(name, "1")


@pytest.fixture
def app():
    app = LoopbackApp()
    yield app
    app.stop()


@pytest.fixture
def person(person, app):
    person.page.context.watch.allow(app.address)
    return person


def come_back(person, app):
    """Waits until the browser is back at the app; gives the address it came back with."""
    expect(person.page.get_by_text("Back at the app")).to_be_visible()
    return app.calls[-1]


def sign_up_for(person, app):
    person.sees("sign up")
    person.tick_terms()
    person.button("continue").click()
    return come_back(person, app)


def authlib_client(demo, app):
    return AuthlibSession(
        CLIENT_ID, redirect_uri=app.redirect_uri, code_challenge_method="S256", token_endpoint_auth_method="none",
        token_endpoint=demo.server + "/oauth/token",
    )  # fmt: skip


def oauthlib_client(app):
    return OAuthlibSession(CLIENT_ID, redirect_uri=app.redirect_uri, pkce="S256")


def test_authlib_signs_a_new_person_in(person, demo, app):
    client, verifier = authlib_client(demo, app), generate_token(48)
    url, state = client.create_authorization_url(
        demo.server + "/oauth/authorize", code_verifier=verifier, provider="kakao"
    )

    person.page.goto(url)
    person.agree_there()
    answer = sign_up_for(person, app)
    token = client.fetch_token(authorization_response=answer, state=state, code_verifier=verifier)

    account = client.get(demo.server + "/v1/account").json()
    assert account["nickname"] == person.nickname
    assert f"iss={demo.server}".replace(":", "%3A").replace("/", "%2F") in answer
    refreshed = client.refresh_token(demo.server + "/oauth/token", refresh_token=token["refresh_token"])
    assert refreshed["refresh_token"] != token["refresh_token"]
    assert client.revoke_token(demo.server + "/oauth/revoke", token=refreshed["refresh_token"]).status_code == 200
    assert client.get(demo.server + "/v1/account").status_code == 401
    assert not [cookie for cookie in person.page.context.cookies() if "session" in cookie["name"]]


def test_oauthlib_signs_in_from_the_sign_in_page(person, demo, app, keep):
    client = oauthlib_client(app)
    url, _ = client.authorization_url(demo.server + "/oauth/authorize")

    person.page.goto(url)
    keep(person.page, "sign-in-for-an-app")
    person.press_sign_in()
    person.agree_there()
    answer = sign_up_for(person, app)
    token = client.fetch_token(demo.server + "/oauth/token", authorization_response=answer, include_client_id=True)

    assert client.get(demo.server + "/v1/account").json()["nickname"] == person.nickname
    refreshed = client.refresh_token(
        demo.server + "/oauth/token", refresh_token=token["refresh_token"], client_id=CLIENT_ID
    )
    assert refreshed["session_id"] == token["session_id"]


def test_cancelling_is_an_error_that_the_app_understands(person, demo, app):
    client = oauthlib_client(app)
    url, _ = client.authorization_url(demo.server + "/oauth/authorize", provider="kakao")
    person.page.goto(url)
    person.button("cancel").click()
    answer = come_back(person, app)

    with pytest.raises(AccessDeniedError):
        client.fetch_token(demo.server + "/oauth/token", authorization_response=answer)


def test_an_answer_to_somebody_elses_request_is_refused(person, demo, app):
    client, thief = oauthlib_client(app), authlib_client(demo, app)
    url, _ = client.authorization_url(demo.server + "/oauth/authorize", provider="kakao")
    person.page.goto(url)
    person.agree_there()
    answer = sign_up_for(person, app)

    with pytest.raises(OAuthError, match="invalid_grant"):
        thief.fetch_token(authorization_response=answer, code_verifier=generate_token(48))
    with pytest.raises(MismatchingStateError):
        client.fetch_token(
            demo.server + "/oauth/token", authorization_response=answer.replace("state=", "state=x"),
            include_client_id=True,
        )  # fmt: skip
    # Nothing was taken away from the app that asked.
    assert client.fetch_token(demo.server + "/oauth/token", authorization_response=answer, include_client_id=True)
    with pytest.raises(OAuthError, match="invalid_grant"):
        thief.fetch_token(authorization_response=answer, code_verifier=generate_token(48))
    assert client.get(demo.server + "/v1/account").status_code == 401, "two held the code, so nobody does"


def test_two_apps_in_two_tabs(new_context, demo, account, keep, app):
    context = new_context()
    context.watch.allow(app.address)
    tabs = [Person(context.new_page(), demo, account, "ko", keep) for _ in range(2)]
    clients = [oauthlib_client(app) for _ in tabs]
    urls = [client.authorization_url(demo.server + "/oauth/authorize", provider="kakao")[0] for client in clients]
    for tab, url in zip(tabs, urls):
        tab.page.goto(url)

    tabs[0].agree_there()
    first = sign_up_for(tabs[0], app)
    tabs[1].choose_account()
    second = come_back(tabs[1], app)

    for client, answer in zip(clients, (first, second)):
        client.fetch_token(demo.server + "/oauth/token", authorization_response=answer, include_client_id=True)
        assert client.get(demo.server + "/v1/account").json()["nickname"] == account["nickname"]
    with pytest.raises((InvalidGrantError, MismatchingStateError)):
        clients[0].fetch_token(demo.server + "/oauth/token", authorization_response=second, include_client_id=True)


def test_whoever_is_signed_in_goes_on_with_one_click(person, demo, app, keep):
    person.sign_in_as_new()
    client = oauthlib_client(app)
    url, _ = client.authorization_url(demo.server + "/oauth/authorize")

    person.page.goto(url)
    expect(person.page.get_by_text(person.nickname)).to_be_visible()
    keep(person.page, "continue-to-the-app")
    person.page.get_by_role("button", name="이 계정으로 계속하기").click()
    answer = come_back(person, app)
    client.fetch_token(demo.server + "/oauth/token", authorization_response=answer, include_client_id=True)

    assert client.get(demo.server + "/v1/account").json()["nickname"] == person.nickname
    person.open()
    person.is_signed_in()


def test_whoever_is_signed_in_may_take_another_account(person, demo, app):
    person.sign_in_as_new()
    client = oauthlib_client(app)
    person.page.goto(client.authorization_url(demo.server + "/oauth/authorize")[0])

    person.page.get_by_role("link", name="다른 계정으로 로그인").click()
    person.press_sign_in()
    person.choose_account()
    answer = come_back(person, app)

    assert client.fetch_token(demo.server + "/oauth/token", authorization_response=answer, include_client_id=True)


def test_both_are_told_that_there_are_no_scopes_and_no_secrets(person, demo, app):
    client = OAuthlibSession(CLIENT_ID, redirect_uri=app.redirect_uri, pkce="S256", scope=["openid"])
    person.page.goto(client.authorization_url(demo.server + "/oauth/authorize", provider="kakao")[0])
    answer = come_back(person, app)
    with pytest.raises(InvalidScopeError):
        client.fetch_token(demo.server + "/oauth/token", authorization_response=answer)

    with_secret = AuthlibSession(CLIENT_ID, "a-secret", redirect_uri=app.redirect_uri)
    for method in ("client_secret_basic", "client_secret_post"):
        with_secret.token_endpoint_auth_method = method
        with pytest.raises(OAuthError, match="invalid_client"):
            with_secret.fetch_token(demo.server + "/oauth/token", code="sla1.x", code_verifier=generate_token(48))


def test_authlib_finds_the_metadata_in_order(demo):
    metadata = AuthorizationServerMetadata(requests.get(
        demo.server + "/.well-known/oauth-authorization-server", timeout=10
    ).json())  # fmt: skip

    # It insists on https; everything else is held against RFC 8414.
    for claim in set(metadata.REGISTRY_KEYS) - {
        "issuer", "authorization_endpoint", "token_endpoint", "jwks_uri", "revocation_endpoint",
    }:  # fmt: skip
        getattr(metadata, f"validate_{claim}")()
    assert metadata["issuer"] == demo.server
