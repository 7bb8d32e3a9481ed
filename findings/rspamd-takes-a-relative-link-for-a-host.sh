#!/usr/bin/env bash
# Rspamd takes `<a href="shop.com/rel">`, a relative link by HTML, for the address http://shop.com/rel.
# Guess: no URL, since a mail has no base. A browser, or a mail program that gives the mail one, stays on its own host.
# It matters: what a filter reports of a mail and what the reader's click opens are different places.
# Seen on 29 November 2026, Rspamd 3.4-1.
. "$(dirname "${BASH_SOURCE[0]}")/lib/finding.sh"
. "$FINDINGS_LIB/rspamd.sh"
debian_packages rspamd

head='From: <a@shop.test>\nTo: <b@shop.test>\nSubject: x\nMIME-Version: 1.0\nContent-Type: text/html; charset=utf-8\n\n%s\n'
# shellcheck disable=SC2059
{
  printf "$head" '<p><a href="shop.com/rel">See</a></p>' > host.eml
  printf "$head" '<p><a href="page.html">See</a></p>' > page.eml
}
mapfile -t urls < <(rspamd_urls host.eml page.eml)
seen 'href="shop.com/rel"' http://shop.com/rel "${urls[0]}"
seen 'href="page.html"' none "${urls[1]}"
