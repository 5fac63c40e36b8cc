# SPDX-License-Identifier: Apache-2.0
"""What every test here has: an emulator, a site with the three clients, and somebody at a browser."""

import os

import pytest
from django.core.management import call_command
from django.test import Client
from django.test.utils import setup_test_environment, teardown_test_environment

import django_site
from consent_agent import Browser
from emulator import TLS, Emulator, Path

# Playwright leaves its event loop running in this process, which Django takes for a caller that must not wait. In another order
# of the tests it has been started by now; the tests here wait for one answer after the other all the same.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"


@pytest.fixture(scope="session")
def running_emulator(tmp_path_factory):
    emulator = Emulator(tmp_path_factory.mktemp("emulator") / "authority")
    yield emulator
    emulator.stop()


@pytest.fixture(scope="session")
def database():
    setup_test_environment()
    call_command("migrate", verbosity=0)
    yield
    teardown_test_environment()


@pytest.fixture(params=[Path, TLS], ids=["path", "tls"])
def way(request, running_emulator, monkeypatch):
    """How clients come to the emulator: every test runs both ways."""
    return request.param(running_emulator, monkeypatch)


@pytest.fixture
def emulator(way, running_emulator):
    running_emulator.reset(django_site.REDIRECT_URIS)
    return running_emulator


@pytest.fixture
def browser(way, emulator):
    return Browser(way)


@pytest.fixture
def site(emulator, database):
    """The visitor's side of the Django site, with an empty database."""
    call_command("flush", verbosity=0, interactive=False)
    return Client(HTTP_HOST=django_site.HOST)
