# SPDX-License-Identifier: Apache-2.0
"""django-allauth signs in with Facebook at the emulator, by code and by an app's token, and fails as it should."""

import pytest
from allauth.socialaccount.models import SocialAccount, SocialToken
from django.conf import settings
from django.core.cache import cache

from emulator import FACEBOOK_APP, FACEBOOK_SECRET

LOGIN = "/accounts/facebook/login/"


@pytest.fixture(autouse=True)
def empty_cache():
    cache.clear()


def authorize_url(site):
    response = site.get(LOGIN)
    assert response.status_code == 302
    assert response["Location"].startswith("https://www.facebook.com/v")
    return response["Location"]


def is_signed_in(site):
    return "_auth_user_id" in site.session


def test_signs_in_and_reads_the_profile_with_a_proof(site, browser, emulator):
    emulator.control("PATCH", f"facebook/apps/{FACEBOOK_APP}", {"requires_proof": True})

    response = site.get(browser.agree(authorize_url(site)))

    assert response.status_code == 302 and response["Location"] == "/home"
    account = SocialAccount.objects.get()
    assert account.provider == "facebook" and len(account.uid) == 17
    assert account.extra_data["email"] == "seoyeon@example.com"
    assert SocialToken.objects.get().expires_at


def test_a_person_who_declines_the_address_signs_in_all_the_same(site, browser):
    site.get(browser.agree_to(authorize_url(site), "public_profile"))

    assert is_signed_in(site)
    assert "email" not in SocialAccount.objects.get().extra_data


def test_saying_no_is_a_cancel(site, browser):
    callback = browser.refuse(authorize_url(site))
    response = site.get(callback)

    assert "error_reason=user_denied" in callback
    assert response.status_code == 302 and "cancelled" in response["Location"]


def test_a_wrong_secret_signs_nobody_in(site, browser, monkeypatch):
    app = {"client_id": str(FACEBOOK_APP), "secret": "wrong-secret"}
    monkeypatch.setattr(settings, "SOCIALACCOUNT_PROVIDERS", {"facebook": {"METHOD": "oauth2", "APPS": [app]}})

    response = site.get(browser.agree(authorize_url(site)))

    assert response.status_code != 302
    assert not is_signed_in(site)


def test_an_apps_token_signs_in_once_facebook_says_whose_it_is(site, browser, emulator, monkeypatch):
    # With an app out of the settings this client cannot keep the token of such a sign-in.
    monkeypatch.setattr(settings, "SOCIALACCOUNT_STORE_TOKENS", False)
    token = emulator.control("POST", "facebook/native", {"app": FACEBOOK_APP, "person": 1001})["access_token"]

    response = site.post("/accounts/facebook/login/token/", {"access_token": token})

    assert response.status_code == 302
    assert is_signed_in(site)


def test_a_token_of_another_app_signs_nobody_in(site, browser, emulator):
    emulator.control("POST", "facebook/apps", {"id": 9, "app_secret": FACEBOOK_SECRET + "-of-another"})
    token = emulator.control("POST", "facebook/native", {"app": 9, "person": 1001})["access_token"]

    site.post("/accounts/facebook/login/token/", {"access_token": token})

    assert not is_signed_in(site)
