"""Checks verify.py against the test vectors: python3 check_vectors.py signatures.json"""

import base64
import json
import sys

from verify import verify_service_signature, verify_standard_signature


def by_service(vector: dict) -> bool:
    header = vector["headers"]["X-Service-Signature"]
    body = base64.b64decode(vector["body_base64"])
    return verify_service_signature(header, body, [vector["secret"]], vector["now"])


def by_standard(vector: dict) -> bool:
    headers = vector["headers"]
    return verify_standard_signature(
        headers["webhook-id"],
        headers["webhook-timestamp"],
        headers["webhook-signature"],
        base64.b64decode(vector["body_base64"]),
        [vector["secret"]],
        vector["now"],
    )


with open(sys.argv[1], encoding="utf-8") as file:
    vectors = json.load(file)
wrong = [v["name"] for v in vectors["accept"] if not (by_service(v) and by_standard(v))]
for v in vectors["refuse"]:
    if by_service(v) if v["scheme"] == "service" else by_standard(v):
        wrong.append(v["name"])
print(f"{len(vectors['accept'])} accepted, {len(vectors['refuse'])} refused, wrong: {wrong}")
sys.exit(1 if wrong else 0)
