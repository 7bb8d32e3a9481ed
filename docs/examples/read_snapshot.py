#!/usr/bin/env python3
"""Reads a Spamlight base file (docs/snapshot-format.md) and prints it as JSON.

    read_snapshot.py BASE.slb
    read_snapshot.py --check test/vectors      reads the golden files and compares them with their description

Written from the page alone, to see whether the page is enough. It refuses less than a client must (no size limits),
and takes a bit at a time: some seconds for 10^5 entries.
"""

import hashlib
import json
import struct
import sys

KINDS = ["url", "address", "message"]
CATEGORIES = ["phishing", "malware", "scam", "spam"]
ACTIONS = ["danger", "caution"]
MASK = 0xFFFFFFFF


def half_sip_hash(key, message):
    k0, k1 = struct.unpack("<II", key)
    v = [k0, k1 ^ 0xEE, 0x6C796765 ^ k0, 0x74656462 ^ k1]

    def rotate(x, bits):
        return ((x << bits) | (x >> (32 - bits))) & MASK

    def rounds(count):
        for _ in range(count):
            v[0] = (v[0] + v[1]) & MASK
            v[1] = rotate(v[1], 5) ^ v[0]
            v[0] = rotate(v[0], 16)
            v[2] = (v[2] + v[3]) & MASK
            v[3] = rotate(v[3], 8) ^ v[2]
            v[0] = (v[0] + v[3]) & MASK
            v[3] = rotate(v[3], 7) ^ v[0]
            v[2] = (v[2] + v[1]) & MASK
            v[1] = rotate(v[1], 13) ^ v[2]
            v[2] = rotate(v[2], 16)

    whole = len(message) & ~3
    blocks = [int.from_bytes(message[i : i + 4], "little") for i in range(0, whole, 4)]
    blocks.append(int.from_bytes(message[whole:], "little") | (len(message) & 255) << 24)
    for block in blocks:
        v[3] ^= block
        rounds(2)
        v[0] ^= block
    v[2] ^= 0xEE
    rounds(4)
    first = v[1] ^ v[3]
    v[1] ^= 0xDD
    rounds(4)
    return struct.pack("<II", first, v[1] ^ v[3])


def entry_hash(key, kind, entry):
    """Section 1: the hash as one number."""
    h = lambda text: half_sip_hash(key, text)
    if kind == "url":
        output = h(h(entry[0].encode()[::-1]) + h(entry[1].encode()))
    else:
        output = h(h(entry[0].encode()) + bytes([KINDS.index(kind)]))
    high, low = struct.unpack("<II", output)
    return high << 32 | low


def rice_parameter(count, universe):
    k = 0
    while count and count * 2**k * 65536 < 31537 * universe:
        k += 1
    return k


def rice_decode(data, count, universe):
    """Section 3."""
    k = rice_parameter(count, universe)
    assert count * (k + 1) <= len(data) * 8, "more entries than the bytes can hold"
    bits = "".join(f"{byte:08b}"[::-1] for byte in data)
    at, previous, values = 0, -1, []
    for _ in range(count):
        one = bits.index("1", at)
        remainder = bits[one + 1 : one + 1 + k]
        assert len(remainder) == k, "the list does not end with its bytes"
        previous += 1 + ((one - at) << k) + int(remainder[::-1] or "0", 2)
        assert previous < universe, "a list that leaves its universe"
        values.append(previous)
        at = one + 1 + k
    assert (at + 7) // 8 == len(data) and "1" not in bits[at:], "bytes or bits behind the end"
    return values


class Reader:
    def __init__(self, data):
        self.data, self.at = data, 0

    def take(self, length):
        assert self.at + length <= len(self.data), "truncated"
        self.at += length
        return self.data[self.at - length : self.at]

    def numbers(self, layout):
        return struct.unpack("<" + layout, self.take(struct.calcsize("<" + layout)))


def ascending(records, key):
    assert all(key(a) < key(b) for a, b in zip(records, records[1:])), "out of order or twice"


def read_base(data):
    """Section 4."""
    reader = Reader(data)
    magic, version, reserved = reader.numbers("4sB3s")
    assert (magic, version, reserved) == (b"SPLB", 1, b"\0\0\0"), "no base of format 1"
    serial, published_at, key, started_at, planned, section_count, opaque_count, exclusion_count, exclusion_bytes = (
        reader.numbers("II8sIIHHII")
    )
    assert serial > 0 and planned > 0
    records, opaque_records = [], []
    for _ in range(section_count):
        kind, category, action, bits, k, group_length, entries, length = reader.numbers("BBBBBBII")
        assert 40 <= bits <= 64 and 1 <= group_length <= 64 and k == rice_parameter(entries, 2**bits)
        records.append((kind, category, action, reader.take(group_length), bits, entries, length))
    ascending(records, lambda record: record[:4])
    assert sum(2 ** (64 - record[4]) * record[5] for record in records) <= 2 ** (64 - 30), "too many entries"
    for _ in range(opaque_count):
        name_length, length = reader.numbers("BI")
        assert 1 <= name_length <= 64
        opaque_records.append((reader.take(name_length), length))
    ascending(opaque_records, lambda record: record[0])
    sections = [
        {
            "kind": KINDS[kind],
            "category": CATEGORIES[category],
            "action": ACTIONS[action],
            "group": group.decode(),
            "fingerprintBits": bits,
            "fingerprints": rice_decode(reader.take(length), entries, 2**bits),
        }
        for kind, category, action, group, bits, entries, length in records
    ]
    exclusions = rice_decode(reader.take(exclusion_bytes), exclusion_count, 2**64)
    opaque = {name.decode(): reader.take(length).hex() for name, length in opaque_records}
    assert reader.at == len(data), "bytes behind the end"
    return {
        "serial": serial,
        "publishedAt": published_at,
        "epoch": {"key": key.hex(), "startedAt": started_at, "plannedEntries": planned},
        "digest": hashlib.sha256(data[:8] + data[16:]).hexdigest(),
        "sections": sections,
        "exclusions": exclusions,
        "opaque": opaque,
    }


def check(folder):
    with open(f"{folder}/golden-snapshot.json", encoding="utf-8") as file:
        golden = json.load(file)
    key = bytes.fromhex(golden["epoch"]["key"])
    for vector in golden["hashes"]:
        assert f"{entry_hash(key, vector['kind'], vector['entry']):016x}" == vector["hash"], vector
    for described in (golden["older"], golden["newer"]):
        with open(f"{folder}/golden-snapshot-{described['serial']}.slb.hex", encoding="ascii") as file:
            data = bytes.fromhex("".join(line.split("#")[0] for line in file))
        read = read_base(data)
        expected = dict(described, epoch=golden["epoch"])
        expected["opaque"] = {part["name"]: part["hex"] for part in described["opaque"]}
        expected["exclusions"] = sorted(entry_hash(key, "url", entry) for entry in described["exclusions"])
        expected["sections"] = [
            dict(
                section["name"],
                fingerprintBits=section["fingerprintBits"],
                fingerprints=sorted(
                    entry_hash(key, section["name"]["kind"], entry) >> (64 - section["fingerprintBits"])
                    for entry in section["entries"]
                ),
            )
            for section in described["sections"]
        ]
        assert read == expected, f"serial {described['serial']}"
    print(f"{len(golden['hashes'])} hashes and 2 snapshots as described")


if __name__ == "__main__":
    if len(sys.argv) == 3 and sys.argv[1] == "--check":
        check(sys.argv[2])
    elif len(sys.argv) == 2:
        with open(sys.argv[1], "rb") as file:
            print(json.dumps(read_base(file.read()), ensure_ascii=False, indent=1))
    else:
        sys.exit(__doc__)
