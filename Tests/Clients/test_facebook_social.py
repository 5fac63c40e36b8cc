# SPDX-License-Identifier: Apache-2.0
"""social-auth-core signs in with Facebook at the emulator, lengthens its token, ends the link, and fails as it should."""

import pytest
from django.conf import settings
from social_core.exceptions import SocialAuthBaseException
from social_django.models import UserSocialAuth
from social_django.utils import load_strategy

from emulator import FACEBOOK_APP


def authorize_url(site):
    response = site.post("/social/login/facebook/")
    assert response.status_code == 302
    assert response["Location"].startswith("https://www.facebook.com/v24.0/dialog/oauth?")
    return response["Location"]


def signed_in(site, browser):
    response = site.get(browser.agree(authorize_url(site)))
    assert response.status_code == 302 and response["Location"] == "/home"
    return UserSocialAuth.objects.get()


def test_signs_in_without_a_response_type_or_a_grant_type(site, browser):
    url = authorize_url(site)

    assert "response_type" not in url and "return_scopes=true" in url
    account = signed_in(site, browser)
    assert len(account.uid) == 17
    assert account.user.email == "seoyeon@example.com"


def test_its_refresh_is_a_longer_lived_token(site, browser):
    account = signed_in(site, browser)
    before = account.extra_data["access_token"]

    account.refresh_token(load_strategy())

    assert UserSocialAuth.objects.get().extra_data["access_token"] != before


def test_disconnecting_removes_the_app(site, browser, emulator):
    account = signed_in(site, browser)
    backend = account.get_backend_instance(load_strategy())

    backend.revoke_token(account.extra_data["access_token"], account.uid)

    assert emulator.control("GET", "facebook/links") == []


def test_saying_no_signs_nobody_in(site, browser):
    with pytest.raises(SocialAuthBaseException):
        site.get(browser.refuse(authorize_url(site)))
    assert not UserSocialAuth.objects.exists()


def test_a_wrong_secret_signs_nobody_in(site, browser, monkeypatch):
    monkeypatch.setattr(settings, "SOCIAL_AUTH_FACEBOOK_SECRET", "wrong-secret")
    callback = browser.agree(authorize_url(site))

    with pytest.raises(SocialAuthBaseException):
        site.get(callback)
    assert not UserSocialAuth.objects.exists()


def test_a_dead_token_is_refused(site, browser, emulator):
    account = signed_in(site, browser)
    emulator.control("POST", "facebook/tokens/end", {"app": FACEBOOK_APP, "person": 1001, "subcode": 460})

    with pytest.raises(SocialAuthBaseException):
        account.get_backend_instance(load_strategy()).user_data(account.extra_data["access_token"])
