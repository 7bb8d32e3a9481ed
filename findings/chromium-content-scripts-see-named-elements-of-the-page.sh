#!/usr/bin/env bash
# A content script's own `window` has the page's named elements as properties in Chromium, and has not in Firefox.
# Guess: the isolated world shares the document alone, so that a global nobody set is undefined.
# It matters: `if (window.started) return;` in a content script is true on a page with an element of that name, in one
# browser of two. A variable of the script's own (const, let) is not concerned.
# Seen on 29 November 2026, Chromium 156, Firefox ESR 153.8.
. "$(dirname "${BASH_SOURCE[0]}")/lib/finding.sh"
. "$FINDINGS_LIB/browsers.sh"
browsers chromium firefox-esr

probe '<img name="started" alt="">' "http://127.0.0.1/*"
echo 'document.documentElement.dataset.seen = String(window.started);' > extension/c.js
seen Chromium '[object HTMLImageElement]' "$(in_page chromium extension)"
seen Firefox undefined "$(in_page firefox extension)"
