#!/usr/bin/env bash
# In a text part, `https://login.shop.example/a` is no URL to Rspamd: an ending that is not in its own list of suffixes
# makes it none, in spite of scheme and path. In an HTML link any ending counts.
# Guess: one URL.
# It matters: mails that test a rule with the reserved endings (.example, .test) pass untouched, and so do links of
# endings that are newer than the list. Of 340,433 hosts of two public phishing lists of 2026, 1 has such an ending.
# Seen on 29 November 2026, Rspamd 3.4-1.
. "$(dirname "${BASH_SOURCE[0]}")/lib/finding.sh"
. "$FINDINGS_LIB/rspamd.sh"
debian_packages rspamd

head='From: <a@shop.test>\nTo: <b@shop.test>\nSubject: x\nMIME-Version: 1.0\nContent-Type: %s; charset=utf-8\n\n%s\n'
# shellcheck disable=SC2059
{
  printf "$head" text/plain 'See https://login.shop.example/a today.' > text.eml
  printf "$head" text/plain 'See https://login.shop.com/b today.' > known.eml
  printf "$head" text/html '<p><a href="https://login.shop.example/a">See</a></p>' > html.eml
}
mapfile -t urls < <(rspamd_urls text.eml known.eml html.eml)
seen 'text, .example' none "${urls[0]}"
seen 'text, .com' https://login.shop.com/b "${urls[1]}"
seen 'HTML link, .example' https://login.shop.example/a "${urls[2]}"
