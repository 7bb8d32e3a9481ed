#!/usr/bin/env bash
# runtime.getManifest() in Firefox does not give back what manifest.json says: the files of content scripts are whole
# moz-extension:// addresses, and keys that were left out are there with null. Chromium gives the file as written.
# Guess: `c.js` in both.
# It matters: whoever registers a declared script again by these names (scripting.registerContentScripts,
# executeScript), for a tab that was open before, asks Firefox for a file that it refuses.
# Seen on 29 November 2026, Firefox ESR 153.8, Chromium 156.
. "$(dirname "${BASH_SOURCE[0]}")/lib/finding.sh"
. "$FINDINGS_LIB/browsers.sh"
browsers chromium firefox-esr

probe '' "http://127.0.0.1/*"
cat > extension/c.js <<'EOF'
const [script] = (globalThis.browser ?? chrome).runtime.getManifest().content_scripts;
const file = script.js[0].replace(/[0-9a-f-]{36}/, 'ID');
document.documentElement.dataset.seen = `${file}, all_frames ${script.all_frames}`;
EOF
seen Chromium 'c.js, all_frames undefined' "$(in_page chromium extension)"
seen Firefox 'moz-extension://ID/c.js, all_frames null' "$(in_page firefox extension)"
