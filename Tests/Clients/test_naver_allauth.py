# SPDX-License-Identifier: Apache-2.0
"""django-allauth signs in with Naver at the emulator, and fails as it should."""

import pytest
import requests
from allauth.socialaccount.models import SocialAccount, SocialToken
from allauth.socialaccount.providers.naver.views import NaverOAuth2Adapter
from django.conf import settings
from django.test import RequestFactory

from consent_agent import sent
from emulator import NAVER_APP, NAVER_ID, NAVER_SECRET

LOGIN = "/accounts/naver/login/"


def authorize_url(site):
    response = site.get(LOGIN)
    assert response.status_code == 302
    assert response["Location"].startswith("https://nid.naver.com/oauth2.0/authorize?")
    return response["Location"]


def is_signed_in(site):
    return "_auth_user_id" in site.session


def test_signs_in_and_reads_the_profile(site, browser):
    response = site.get(browser.agree(authorize_url(site)))

    assert response.status_code == 302 and response["Location"] == "/home"
    assert is_signed_in(site)
    account = SocialAccount.objects.get()
    assert account.provider == "naver" and len(account.uid) == 43
    assert account.extra_data["nickname"] == "김서연"
    assert account.extra_data["email"] == "seoyeon@example.com"
    token = SocialToken.objects.get()
    assert token.token and token.token_secret and token.expires_at


def test_an_empty_scope_is_no_fault(site, browser):
    url = authorize_url(site)

    assert "scope=&" in url
    assert "code=" in browser.agree(url)


def test_the_same_person_finds_the_same_account(site, browser):
    site.get(browser.agree(authorize_url(site)))
    site.logout()
    site.get(browser.agree(authorize_url(site)))

    assert is_signed_in(site)
    assert SocialAccount.objects.count() == 1


def test_a_person_who_shares_only_the_nickname_signs_in_all_the_same(site, browser):
    site.get(browser.agree_to(authorize_url(site), "nickname"))

    assert is_signed_in(site)
    assert "email" not in SocialAccount.objects.get().extra_data


def test_saying_no_is_a_cancel(site, browser):
    callback = browser.refuse(authorize_url(site))
    response = site.get(callback)

    assert "error=access_denied" in callback
    assert response.status_code == 302 and response["Location"].startswith("/accounts/3rdparty/login/cancelled/")
    assert not is_signed_in(site)


def test_a_wrong_secret_signs_nobody_in_although_the_answer_is_200(site, browser, monkeypatch):
    app = {"client_id": NAVER_ID, "secret": "wrong-secret"}
    monkeypatch.setattr(settings, "SOCIALACCOUNT_PROVIDERS", {"naver": {"APPS": [app]}})

    response = site.get(browser.agree(authorize_url(site)))

    assert response.status_code != 302
    assert "client secret" in str(response.context["auth_error"]["exception"])
    assert not is_signed_in(site) and not SocialAccount.objects.exists()


def test_a_used_code_signs_nobody_in(site, browser):
    callback = browser.agree(authorize_url(site))
    first = requests.post(
        "https://nid.naver.com/oauth2.0/token",
        data={
            "grant_type": "authorization_code",
            "client_id": NAVER_ID,
            "client_secret": NAVER_SECRET,
            "code": sent(callback, "code"),
        },
        timeout=10,
    )
    response = site.get(callback)

    assert first.json()["expires_in"] == "3600"
    assert "no valid data in session" in str(response.context["auth_error"]["exception"])
    assert not is_signed_in(site)


def test_a_forged_state_signs_nobody_in(site, browser):
    callback = browser.agree(authorize_url(site)).replace("state=", "state=forged")

    assert site.get(callback).status_code != 302
    assert not is_signed_in(site)


def test_an_expired_token_is_refused(site, browser, emulator):
    site.get(browser.agree(authorize_url(site)))
    token = SocialToken.objects.get()
    emulator.control("POST", "naver/tokens/expire", {"app": NAVER_APP, "person": 1001, "tokens": "access"})

    request = RequestFactory(SERVER_NAME="localhost", SERVER_PORT="8000").get("/")
    with pytest.raises(requests.HTTPError) as refusal:
        NaverOAuth2Adapter(request).complete_login(request, None, token)

    assert refusal.value.response.status_code == 401
    assert refusal.value.response.json()["resultcode"] == "024"
