# SPDX-License-Identifier: Apache-2.0
"""social-auth-core signs in with Kakao at the emulator, refreshes, and fails as it should."""

import pytest
from django.conf import settings
from social_core.exceptions import AuthCanceled, SocialAuthBaseException
from social_django.models import UserSocialAuth
from social_django.utils import load_strategy

from answers import response_behind
from consent_agent import sent
from emulator import APP

LOGIN = "/social/login/kakao/"


def authorize_url(site):
    response = site.post(LOGIN)
    assert response.status_code == 302
    assert response["Location"].startswith("https://kauth.kakao.com/oauth/authorize?")
    return response["Location"]


def signed_in(site, browser):
    response = site.get(browser.agree(authorize_url(site)))
    assert response.status_code == 302 and response["Location"] == "/home"
    return UserSocialAuth.objects.get()


def test_signs_in_with_a_redirect_uri_that_is_not_encoded(site, browser):
    url = authorize_url(site)
    account = signed_in(site, browser)

    assert "redirect_uri=http://localhost:8000/" in url
    assert (account.provider, account.uid) == ("kakao", "1001")
    assert account.user.email == "seoyeon@example.com"
    # Its names come from properties.nickname: the first letter is the family name.
    assert (account.user.last_name, account.user.first_name) == ("김", "서연")
    assert "_auth_user_id" in site.session


def test_refreshes(site, browser):
    account = signed_in(site, browser)
    before = account.extra_data["access_token"]

    account.refresh_token(load_strategy())

    after = UserSocialAuth.objects.get().extra_data
    assert after["access_token"] != before
    assert after["refresh_token"]
    assert account.get_backend_instance(load_strategy()).user_data(after["access_token"])["id"] == 1001


def test_a_dead_refresh_token_is_refused(site, browser, emulator):
    account = signed_in(site, browser)
    emulator.control("POST", "kakao/tokens/kill", {"app": APP, "person": 1001, "tokens": "refresh"})

    with pytest.raises(SocialAuthBaseException) as refusal:
        account.refresh_token(load_strategy())

    assert response_behind(refusal.value).json()["error_code"] == "KOE322"


def test_saying_no_is_a_cancel(site, browser):
    callback = browser.refuse(authorize_url(site))

    with pytest.raises(AuthCanceled):
        site.get(callback)
    assert not UserSocialAuth.objects.exists()


def test_a_wrong_secret_signs_nobody_in(site, browser, monkeypatch):
    monkeypatch.setattr(settings, "SOCIAL_AUTH_KAKAO_SECRET", "wrong-secret")
    callback = browser.agree(authorize_url(site))

    with pytest.raises(SocialAuthBaseException) as refusal:
        site.get(callback)

    assert response_behind(refusal.value).json()["error_code"] == "KOE010"
    assert not UserSocialAuth.objects.exists()


def test_a_used_code_signs_nobody_in(site, browser):
    callback = browser.agree(authorize_url(site))
    assert site.get(callback).status_code == 302
    fresh_state = sent(authorize_url(site), "state")

    with pytest.raises(SocialAuthBaseException) as refusal:
        site.get(callback.replace(sent(callback, "state"), fresh_state))

    assert response_behind(refusal.value).json()["error_code"] == "KOE320"


def test_a_forged_state_signs_nobody_in(site, browser):
    callback = browser.agree(authorize_url(site)).replace("state=", "state=forged")

    with pytest.raises(SocialAuthBaseException):
        site.get(callback)
    assert not UserSocialAuth.objects.exists()


def test_an_expired_token_is_refused(site, browser, emulator):
    account = signed_in(site, browser)
    backend = account.get_backend_instance(load_strategy())
    emulator.control("POST", "kakao/tokens/expire", {"app": APP, "person": 1001, "tokens": "access"})

    with pytest.raises(SocialAuthBaseException) as refusal:
        backend.user_data(account.extra_data["access_token"])

    assert response_behind(refusal.value).json()["code"] == -401
