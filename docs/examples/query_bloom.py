#!/usr/bin/env python3
"""Asks a Bloom filter that `spamlight export --bloom FILE` has written.

    query_bloom.py FILE < expressions

One expression a line: HOST, a tab, PATH (`b.example<tab>/1/`), or an address alone (`someone@b.example`). Answers
`maybe` or `no` for each. Python 3.8 or later, nothing else. The file is described in docs/filters.md.
"""
import struct
import sys
import zlib

MASK = 0xFFFFFFFF


def rotl(x, bits):
    return (x << bits | x >> (32 - bits)) & MASK


def half_sip_hash(key, data):
    """HalfSipHash-2-4 with 64-bit output: two 32-bit words."""
    k0, k1 = struct.unpack("<II", key)
    v0, v1, v2, v3 = k0, k1 ^ 0xEE, 0x6C796765 ^ k0, 0x74656462 ^ k1

    def rounds(count):
        nonlocal v0, v1, v2, v3
        for _ in range(count):
            v0 = (v0 + v1) & MASK
            v1 = rotl(v1, 5) ^ v0
            v0 = rotl(v0, 16)
            v2 = (v2 + v3) & MASK
            v3 = rotl(v3, 8) ^ v2
            v0 = (v0 + v3) & MASK
            v3 = rotl(v3, 7) ^ v0
            v2 = (v2 + v1) & MASK
            v1 = rotl(v1, 13) ^ v2
            v2 = rotl(v2, 16)

    whole = len(data) & ~3
    last = data[whole:] + bytes(3 - len(data) % 4) + bytes([len(data) & 0xFF])
    for (block,) in struct.iter_unpack("<I", data[:whole] + last):
        v3 ^= block
        rounds(2)
        v0 ^= block
    v2 ^= 0xEE
    rounds(4)
    high = v1 ^ v3
    v1 ^= 0xDD
    rounds(4)
    return high, v1 ^ v3


class PlainBloom:
    def __init__(self, data):
        if len(data) < 36 or data[:6] != b"SLBF\x01\x01" or data[6] != 1:
            raise ValueError("not a plain Bloom filter of format 1")
        if zlib.crc32(data[:-4]) != struct.unpack("<I", data[-4:])[0]:
            raise ValueError("damaged")
        self.hash_bits = data[7]
        self.key = data[8:16]
        self.entries, self.byte_count, self.hash_count, self.shard_bits = struct.unpack_from("<QIBB", data, 16)
        self.bits = data[32:-4]
        if len(self.bits) != self.byte_count << self.shard_bits:
            raise ValueError("another length than the header says")

    def hash(self, data):
        return struct.pack("<II", *half_sip_hash(self.key, data))

    def url(self, host, path):
        return self.hash(self.hash(host.encode()[::-1]) + self.hash(path.encode()))

    def address(self, address):
        return self.hash(self.hash(address.encode()) + b"\x01")

    def may_contain(self, entry_hash):
        # The leading r bits, hashed once more.
        high, low = struct.unpack("<II", entry_hash)
        low &= MASK << (64 - self.hash_bits) & MASK
        high, low = half_sip_hash(self.key, struct.pack("<II", high, low))
        # The first s bits choose the shard; then the 64 bits are rotated left by s.
        s = self.shard_bits
        shard = high >> (32 - s)
        joined = high << 32 | low
        joined = (joined << s | joined >> (64 - s)) & 0xFFFFFFFFFFFFFFFF
        x, y, z = joined >> 32, joined & MASK, 0
        scale = self.byte_count * 8 / 4294967296.0
        for _ in range(self.hash_count):
            # In double precision, as the file was written; exact integers differ where the product has > 53 bits.
            position = int(x * scale)
            if not self.bits[shard * self.byte_count + (position >> 3)] >> (position & 7) & 1:
                return False
            x = (x + y) & MASK
            z = (z + 0x9E3779B9) & MASK
            y = (y + z) & MASK
        return True


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    with open(sys.argv[1], "rb") as file:
        bloom = PlainBloom(file.read())
    for line in sys.stdin:
        host, tab, path = line.rstrip("\n").partition("\t")
        entry = bloom.url(host, path) if tab else bloom.address(host)
        print("maybe" if bloom.may_contain(entry) else "no")


if __name__ == "__main__":
    main()
