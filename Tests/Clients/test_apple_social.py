# SPDX-License-Identifier: Apache-2.0
"""social-auth-core signs in with Apple at the emulator, and fails as it should."""

import pytest
from django.conf import settings
from social_core.exceptions import SocialAuthBaseException
from social_django.models import UserSocialAuth

from answers import response_behind


def authorize_url(site):
    response = site.post("/social/login/apple-id/")
    assert response.status_code == 302
    assert response["Location"].startswith("https://appleid.apple.com/auth/authorize?")
    return response["Location"]


def test_signs_in_and_takes_the_name_of_the_form(site, browser):
    url = authorize_url(site)
    address, fields = browser.agree_by_form(url)
    response = site.post(address, fields)

    assert "scope=name%20email" in url and "response_mode=form_post" in url
    assert response.status_code == 302 and response["Location"] == "/home"
    account = UserSocialAuth.objects.get()
    assert account.provider == "apple-id" and account.uid.count(".") == 2
    assert account.user.email == "seoyeon@example.com"
    assert account.user.first_name == "서연" and account.user.last_name == "김"


def test_text_flags_are_no_fault(site, browser, emulator):
    emulator.control("PATCH", "apple/rules", {"flags_are_text": True})

    address, fields = browser.agree_by_form(authorize_url(site))

    assert site.post(address, fields)["Location"] == "/home"


def test_another_issuer_signs_nobody_in(site, browser, emulator):
    emulator.control("PATCH", "apple/rules", {"issuer": "https://account.apple.com"})
    address, fields = browser.agree_by_form(authorize_url(site))

    with pytest.raises(SocialAuthBaseException):
        site.post(address, fields)
    assert not UserSocialAuth.objects.exists()


def test_a_wrong_team_signs_nobody_in(site, browser, monkeypatch):
    monkeypatch.setattr(settings, "SOCIAL_AUTH_APPLE_ID_TEAM", "WRONGTEAM1")
    address, fields = browser.agree_by_form(authorize_url(site))

    with pytest.raises(SocialAuthBaseException) as refusal:
        site.post(address, fields)

    assert response_behind(refusal.value).json()["error"] == "invalid_client"


def test_a_new_signing_key_is_found(site, browser, emulator):
    emulator.control("POST", "apple/keys")

    address, fields = browser.agree_by_form(authorize_url(site))

    assert site.post(address, fields)["Location"] == "/home"
