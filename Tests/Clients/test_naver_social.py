# SPDX-License-Identifier: Apache-2.0
"""social-auth-core signs in with Naver at the emulator, refreshes, and fails as it should."""

import pytest
from django.conf import settings
from social_core.exceptions import AuthCanceled, SocialAuthBaseException
from social_django.models import UserSocialAuth
from social_django.utils import load_strategy

from consent_agent import sent
from emulator import NAVER_APP

LOGIN = "/social/login/naver/"


def authorize_url(site):
    response = site.post(LOGIN)
    assert response.status_code == 302
    assert response["Location"].startswith("https://nid.naver.com/oauth2.0/authorize?")
    return response["Location"]


def signed_in(site, browser):
    response = site.get(browser.agree(authorize_url(site)))
    assert response.status_code == 302 and response["Location"] == "/home"
    return UserSocialAuth.objects.get()


def test_signs_in_at_an_address_with_the_state_in_it(site, browser):
    url = authorize_url(site)
    callback = browser.agree(url)
    response = site.get(callback)

    assert "redirect_state=" in sent(url, "redirect_uri")
    assert sent(callback, "redirect_state") == sent(callback, "state")
    assert response["Location"] == "/home"
    account = UserSocialAuth.objects.get()
    assert account.provider == "naver" and len(account.uid) == 43
    assert account.user.email == "seoyeon@example.com"
    assert "_auth_user_id" in site.session


def test_refreshes_and_keeps_the_refresh_token(site, browser):
    account = signed_in(site, browser)
    before = dict(account.extra_data)

    account.refresh_token(load_strategy())

    after = UserSocialAuth.objects.get().extra_data
    assert after["access_token"] != before["access_token"]
    assert account.get_backend_instance(load_strategy()).user_data(after["access_token"])["nickname"] == "김서연"


def test_a_dead_refresh_token_is_refused(site, browser, emulator):
    account = signed_in(site, browser)
    before = account.extra_data["access_token"]
    emulator.control("POST", "naver/tokens/kill", {"app": NAVER_APP, "person": 1001, "tokens": "refresh"})

    # The answer is an error with HTTP 200.
    with pytest.raises(SocialAuthBaseException):
        account.refresh_token(load_strategy())

    assert UserSocialAuth.objects.get().extra_data["access_token"] == before


def test_saying_no_is_a_cancel(site, browser):
    callback = browser.refuse(authorize_url(site))

    with pytest.raises(AuthCanceled):
        site.get(callback)
    assert not UserSocialAuth.objects.exists()


def test_a_wrong_secret_signs_nobody_in(site, browser, monkeypatch):
    monkeypatch.setattr(settings, "SOCIAL_AUTH_NAVER_SECRET", "wrong-secret")
    callback = browser.agree(authorize_url(site))

    with pytest.raises(SocialAuthBaseException):
        site.get(callback)
    assert not UserSocialAuth.objects.exists()


def test_a_used_code_signs_nobody_in(site, browser):
    callback = browser.agree(authorize_url(site))
    assert site.get(callback).status_code == 302
    fresh_state = sent(authorize_url(site), "state")

    with pytest.raises(SocialAuthBaseException):
        site.get(callback.replace(sent(callback, "state"), fresh_state))


def test_a_forged_state_signs_nobody_in(site, browser):
    callback = browser.agree(authorize_url(site)).replace("&state=", "&state=forged")

    with pytest.raises(SocialAuthBaseException):
        site.get(callback)
    assert not UserSocialAuth.objects.exists()


def test_an_expired_token_is_refused(site, browser, emulator):
    account = signed_in(site, browser)
    backend = account.get_backend_instance(load_strategy())
    emulator.control("POST", "naver/tokens/expire", {"app": NAVER_APP, "person": 1001, "tokens": "access"})

    with pytest.raises(SocialAuthBaseException):
        backend.user_data(account.extra_data["access_token"])
