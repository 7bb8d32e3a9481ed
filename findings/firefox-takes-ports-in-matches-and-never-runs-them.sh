#!/usr/bin/env bash
# A content script's pattern with a port runs in Chromium; in Firefox it never does, though web-ext lint reports nothing
# and Firefox installs the extension without a word.
# Guess: lint reports an invalid pattern.
# It matters: webmails on a port of their own (8443; 2096 of cPanel). A pattern without a port runs there in both.
# Seen on 29 November 2026, web-ext 10.7.0, Firefox ESR 153.8, Chromium 156.
. "$(dirname "${BASH_SOURCE[0]}")/lib/finding.sh"
. "$FINDINGS_LIB/browsers.sh"
browsers chromium firefox-esr
npm_packages web-ext@10.7.0

PORT=$((20000 + $$ % 20000))
probe '' "http://127.0.0.1:$PORT/*"
echo 'document.documentElement.dataset.seen = "runs";' > extension/c.js
npx web-ext lint --source-dir extension --output json > lint.json || true
seen 'errors and warnings of lint' 0,0 "$(node -p 'const { errors, warnings } = JSON.parse(fs.readFileSync("lint.json", "utf8")).summary; `${errors},${warnings}`')"
seen Chromium runs "$(in_page chromium extension $PORT)"
seen Firefox nothing "$(in_page firefox extension $PORT)"
seen 'Chromium, another port' nothing "$(in_page chromium extension)"
sed -i "s/:$PORT//" extension/manifest.json
seen 'Firefox, without a port in the pattern' runs "$(in_page firefox extension)"
