/*
 * Asks a Bloom filter that `spamlight export --bloom FILE` has written.
 *
 *     cc -O2 -o query_bloom query_bloom.c && ./query_bloom FILE < expressions
 *
 * One expression a line: HOST, a tab, PATH (`b.example<tab>/1/`), or an address alone (`someone@b.example`). Answers
 * `maybe` or `no` for each. C99, nothing else. The file is described in docs/filters.md. The checksum (CRC-32, as
 * zlib's crc32) is left to the program that fetched the file.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint32_t read32(const uint8_t *p) {
  return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

static void write32(uint8_t *p, uint32_t x) {
  for (int i = 0; i < 4; i++) p[i] = (uint8_t)(x >> (8 * i));
}

static uint32_t rotl(uint32_t x, int bits) { return x << bits | x >> (32 - bits); }

static void rounds(uint32_t v[4], int count) {
  while (count-- > 0) {
    v[0] += v[1]; v[1] = rotl(v[1], 5) ^ v[0]; v[0] = rotl(v[0], 16);
    v[2] += v[3]; v[3] = rotl(v[3], 8) ^ v[2];
    v[0] += v[3]; v[3] = rotl(v[3], 7) ^ v[0];
    v[2] += v[1]; v[1] = rotl(v[1], 13) ^ v[2]; v[2] = rotl(v[2], 16);
  }
}

/* HalfSipHash-2-4 with 64-bit output. `step` is -1 to read the bytes from the last to the first. */
static void half_sip_hash(const uint8_t key[8], const uint8_t *data, size_t length, int step, uint8_t out[8]) {
  uint32_t k0 = read32(key), k1 = read32(key + 4);
  uint32_t v[4] = {k0, k1 ^ 0xee, 0x6c796765 ^ k0, 0x74656462 ^ k1};
  for (size_t at = 0;; at += 4) {
    uint32_t block = 0;
    int last = length - at < 4;
    for (size_t i = at; i < length && i < at + 4; i++)
      block |= (uint32_t)data[step > 0 ? i : length - 1 - i] << (8 * (i - at));
    if (last) block |= (uint32_t)(length & 0xff) << 24;
    v[3] ^= block;
    rounds(v, 2);
    v[0] ^= block;
    if (last) break;
  }
  v[2] ^= 0xee;
  rounds(v, 4);
  write32(out, v[1] ^ v[3]);
  v[1] ^= 0xdd;
  rounds(v, 4);
  write32(out + 4, v[1] ^ v[3]);
}

static int may_contain(const uint8_t *file, const uint8_t entry[8]) {
  uint32_t byte_count = read32(file + 24);
  int hash_bits = file[7], hash_count = file[28], s = file[29];
  uint8_t cut[8], hash[8];
  /* The leading r bits, hashed once more. */
  write32(cut, read32(entry));
  write32(cut + 4, read32(entry + 4) & (uint32_t)(0xffffffffu << (64 - hash_bits)));
  half_sip_hash(file + 8, cut, 8, 1, hash);
  /* The first s bits choose the shard; then the 64 bits are rotated left by s. */
  uint64_t joined = (uint64_t)read32(hash) << 32 | read32(hash + 4);
  uint64_t shard = s == 0 ? 0 : joined >> (64 - s);
  if (s > 0) joined = joined << s | joined >> (64 - s);
  const uint8_t *bits = file + 32 + shard * byte_count;
  uint32_t x = (uint32_t)(joined >> 32), y = (uint32_t)joined, z = 0;
  double scale = byte_count * 8.0 / 4294967296.0;
  for (int probe = 0; probe < hash_count; probe++) {
    /* In double precision, as the file was written; exact integers differ where the product has > 53 bits.
       `volatile` keeps compilers for old x87 units from computing with more. */
    volatile double product = x * scale;
    uint32_t position = (uint32_t)product;
    if (!(bits[position >> 3] >> (position & 7) & 1)) return 0;
    x += y;
    z += 0x9e3779b9;
    y += z;
  }
  return 1;
}

int main(int argc, char **argv) {
  FILE *input = argc == 2 ? fopen(argv[1], "rb") : NULL;
  if (input == NULL) {
    fprintf(stderr, "usage: query_bloom FILE < expressions\n");
    return 2;
  }
  fseek(input, 0, SEEK_END);
  long size = ftell(input);
  rewind(input);
  uint8_t *file = size < 36 ? NULL : malloc((size_t)size);
  if (file == NULL || fread(file, 1, (size_t)size, input) != (size_t)size ||
      memcmp(file, "SLBF\1\1\1", 7) != 0 || file[7] < 40 || file[7] > 64 || file[29] > 10 ||
      (uint64_t)size != 36 + ((uint64_t)read32(file + 24) << file[29])) {
    fprintf(stderr, "not a plain Bloom filter of format 1\n");
    return 1;
  }
  char line[65536];
  while (fgets(line, sizeof line, stdin) != NULL) {
    line[strcspn(line, "\n")] = 0;
    char *tab = strchr(line, '\t');
    uint8_t parts[16], entry[8];
    if (tab != NULL) {
      half_sip_hash(file + 8, (uint8_t *)line, (size_t)(tab - line), -1, parts);
      half_sip_hash(file + 8, (uint8_t *)tab + 1, strlen(tab + 1), 1, parts + 8);
      half_sip_hash(file + 8, parts, 16, 1, entry);
    } else {
      half_sip_hash(file + 8, (uint8_t *)line, strlen(line), 1, parts);
      parts[8] = 1;
      half_sip_hash(file + 8, parts, 9, 1, entry);
    }
    puts(may_contain(file, entry) ? "maybe" : "no");
  }
  free(file);
  return fclose(input) == 0 ? 0 : 1;
}
