#!/usr/bin/env bash
# eth-phishing-detect, with the configuration it is packaged with, calls ordinary words phishing: its fuzzy list compares
# the host without its ending, and `infinity` is two letters from `dfinity`. A host with one more label is not compared.
# Guess: infinity.com is not phishing.
# It matters: 15 fuzzy names with a tolerance of 2; the package keeps 1,138 allowed hosts, some of them (affinity.com)
# for that reason alone.
# Seen on 29 November 2026, eth-phishing-detect 1.2.0.
. "$(dirname "${BASH_SOURCE[0]}")/lib/finding.sh"
npm_packages eth-phishing-detect@1.2.0

cat > run.mjs <<'EOF'
import { readFileSync } from 'node:fs';
import Detector from 'eth-phishing-detect/src/detector.js';
const config = JSON.parse(readFileSync('node_modules/eth-phishing-detect/src/config.json', 'utf8'));
const detector = new Detector(config);
for (const host of ['infinity.com', 'dignity.org', 'shop.infinity.com', 'example.com']) {
  const { result, type, match } = detector.check(host);
  console.log([result, type, match ?? ''].join(' ').trim());
}
EOF
mapfile -t answers < <(node run.mjs)
seen infinity.com 'true fuzzy dfinity.org' "${answers[0]}"
seen dignity.org 'true fuzzy dfinity.org' "${answers[1]}"
seen shop.infinity.com 'false all' "${answers[2]}"
seen example.com 'false all' "${answers[3]}"
