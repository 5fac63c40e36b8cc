# SPDX-License-Identifier: Apache-2.0
"""What a provider said, out of the errors that clients make of it."""

import requests


def response_behind(error):
    """The provider's answer that an error of social-auth-core was made from."""
    while error is not None:
        response = getattr(error, "response", None)
        if isinstance(response, requests.Response):
            return response
        error = error.__cause__ or error.__context__
    raise AssertionError("no answer of the provider is behind the error")
