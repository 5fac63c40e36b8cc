# SPDX-License-Identifier: Apache-2.0
"""The key of a developer at Apple, made for one run of the tests, and what a client makes of it."""

import base64
import time

import jwt
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec

KEY = ec.generate_private_key(ec.SECP256R1())
PEM = KEY.private_bytes(
    serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
).decode()


def _coordinate(number):
    return base64.urlsafe_b64encode(number.to_bytes(32, "big")).decode().rstrip("=")


_point = KEY.public_key().public_numbers()
PUBLIC_JWK = {"kty": "EC", "crv": "P-256", "x": _coordinate(_point.x), "y": _coordinate(_point.y)}


def client_secret(key=PEM, **changes):
    """A client secret as Apple wants it, signed with a key in PEM, with some claims changed."""
    now = int(time.time())
    claims = {
        "iss": "DEMOTEAM01",
        "iat": now,
        "exp": now + 3600,
        "aud": "https://appleid.apple.com",
        "sub": "com.example.demo.web",
    }
    return jwt.encode({**claims, **changes}, key, algorithm="ES256", headers={"kid": "DEMOKEY001"})
