"""A device with passkeys, as tests need it: it makes keys and signs with them."""

import json
import secrets
from hashlib import sha256
from typing import Any

import cbor2
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from webauthn.helpers import base64url_to_bytes, bytes_to_base64url

UP, UV, AT = 0x01, 0x04, 0x40  # present, verified, brings a key


class Device:
    """Holds one passkey. Its attributes say what is wrong with it."""

    def __init__(self, origin: str = "http://testserver", rp_id: str = "testserver") -> None:
        self.origin, self.rp_id = origin, rp_id
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.credential = secrets.token_bytes(16)
        self.handle = b""
        self.sign_count = 0
        self.flags = UP | UV

    def create(self, options: dict[str, Any]) -> dict[str, Any]:
        """What the browser answers to the options for a new passkey."""
        self.handle = base64url_to_bytes(options["user"]["id"])
        numbers = self.key.public_key().public_numbers()
        public = {
            1: 2,
            3: -7,
            -1: 1,
            -2: numbers.x.to_bytes(32, "big"),
            -3: numbers.y.to_bytes(32, "big"),
        }
        made = bytes(16) + len(self.credential).to_bytes(2, "big") + self.credential
        data = self._data(self.flags | AT) + made + cbor2.dumps(public)
        attestation = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})
        return self._answer(
            clientDataJSON=self._client_data("webauthn.create", options["challenge"]),
            attestationObject=attestation,
        )

    def get(self, options: dict[str, Any]) -> dict[str, Any]:
        """What the browser answers to the challenge of the sign-in page."""
        client_data = self._client_data("webauthn.get", options["challenge"])
        data = self._data(self.flags)
        signed = data + sha256(client_data).digest()
        return self._answer(
            clientDataJSON=client_data,
            authenticatorData=data,
            signature=self.key.sign(signed, ec.ECDSA(hashes.SHA256())),
            userHandle=self.handle,
        )

    def _data(self, flags: int) -> bytes:
        count = self.sign_count.to_bytes(4, "big")
        return sha256(self.rp_id.encode()).digest() + bytes([flags]) + count

    def _client_data(self, kind: str, challenge: str) -> bytes:
        return json.dumps({"type": kind, "challenge": challenge, "origin": self.origin}).encode()

    def _answer(self, **response: bytes) -> dict[str, Any]:
        name = bytes_to_base64url(self.credential)
        parts = {part: bytes_to_base64url(value) for part, value in response.items()}
        return {"id": name, "rawId": name, "type": "public-key", "response": parts}
