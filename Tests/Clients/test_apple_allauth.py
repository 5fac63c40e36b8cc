# SPDX-License-Identifier: Apache-2.0
"""django-allauth signs in with Apple at the emulator, and fails as it should."""

from allauth.socialaccount.models import SocialAccount, SocialToken
from django.conf import settings

from consent_agent import sent

LOGIN = "/accounts/apple/login/"


def authorize_url(site):
    response = site.get(LOGIN)
    assert response.status_code == 302
    assert response["Location"].startswith("https://appleid.apple.com/auth/authorize?")
    return response["Location"]


def finish(site, callback):
    """Posts Apple's form and follows the client's own hop."""
    address, fields = callback
    hop = site.post(address, fields)
    assert hop.status_code == 302
    return site.get(hop["Location"])


def test_signs_in_and_keeps_name_and_tokens(site, browser):
    url = authorize_url(site)
    callback = browser.agree_by_form(url)
    response = finish(site, callback)

    assert sent(url, "response_type") == "code id_token"
    assert callback[1]["id_token"] and "김" in callback[1]["user"]
    assert response.status_code == 302 and response["Location"] == "/home"
    account = SocialAccount.objects.get()
    assert account.provider == "apple" and account.uid.count(".") == 2
    assert account.extra_data["email"] == "seoyeon@example.com"
    assert account.user.last_name == "김" and account.user.first_name == "서연"
    token = SocialToken.objects.get()
    assert token.token and token.token_secret


def test_the_name_comes_once_and_the_account_is_found_again(site, browser):
    finish(site, browser.agree_by_form(authorize_url(site)))
    site.logout()
    callback = browser.agree_by_form(authorize_url(site))
    finish(site, callback)

    assert "user" not in callback[1]
    assert SocialAccount.objects.count() == 1


def test_saying_no_signs_nobody_in(site, browser):
    callback = browser.refuse_by_form(authorize_url(site))
    response = finish(site, callback)

    # This client does not know Apple's word for a cancel, and shows it as an unknown error.
    assert callback[1]["error"] == "user_cancelled_authorize"
    assert response.status_code != 302
    assert not SocialAccount.objects.exists()


def test_a_wrong_key_signs_nobody_in(site, browser, monkeypatch):
    app = dict(settings.SOCIALACCOUNT_PROVIDERS["apple"]["APPS"][0], secret="WRONGKEY01")
    monkeypatch.setattr(settings, "SOCIALACCOUNT_PROVIDERS", {"apple": {"APPS": [app]}})

    response = finish(site, browser.agree_by_form(authorize_url(site)))

    assert "invalid_client" in str(response.context["auth_error"]["exception"])
    assert not SocialAccount.objects.exists()


def test_a_used_code_signs_nobody_in(site, browser):
    first = browser.agree_by_form(authorize_url(site))
    finish(site, first)
    site.logout()
    second = browser.agree_by_form(authorize_url(site))

    response = finish(site, (second[0], {**second[1], "code": first[1]["code"]}))

    assert "already been used" in str(response.context["auth_error"]["exception"])
