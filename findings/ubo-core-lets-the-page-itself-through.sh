#!/usr/bin/env bash
# `||host^` stops the page itself (main_frame) in @ghostery/adblocker, and does not in @gorhill/ubo-core.
# Guess: ubo-core stops it (uBlock Origin does, by a check of its own beside this engine), and Ghostery's engine wants
# `$document`. With `$all` or `$document` the two agree.
# It matters: `||host^` is how lists of phishing hosts in this syntax are mostly written; a mail gateway or proxy that
# asks ubo-core for the page that a reader opens gets "no" for every line.
# Seen on 29 November 2026, @ghostery/adblocker 2.18.2, @gorhill/ubo-core 0.1.30.
. "$(dirname "${BASH_SOURCE[0]}")/lib/finding.sh"
npm_packages @ghostery/adblocker@2.18.2 @gorhill/ubo-core@0.1.30

cat > run.mjs <<'EOF'
import { FiltersEngine, Request } from '@ghostery/adblocker';
import { StaticNetFilteringEngine } from '@gorhill/ubo-core';
const url = 'https://evil.example/login';
const ubo = await StaticNetFilteringEngine.create();
for (const line of ['||evil.example^', '||evil.example^$document', '||evil.example^$all']) {
  const engine = FiltersEngine.parse(line);
  await ubo.useLists([{ name: 'list', raw: line }]);
  for (const type of ['main_frame', 'sub_frame']) {
    const sourceUrl = type === 'main_frame' ? url : 'https://page.example/';
    const ghostery = engine.match(Request.fromRawDetails({ url, type, sourceUrl })).match;
    const core = ubo.matchRequest({ originURL: sourceUrl, url, type }) === 1;
    console.log(`${line} ${type}: ghostery ${ghostery}, ubo-core ${core}`);
  }
}
EOF
mapfile -t answers < <(node run.mjs)
seen 1 '||evil.example^ main_frame: ghostery true, ubo-core false' "${answers[0]}"
seen 2 '||evil.example^ sub_frame: ghostery true, ubo-core true' "${answers[1]}"
seen 3 '||evil.example^$document main_frame: ghostery true, ubo-core true' "${answers[2]}"
seen 4 '||evil.example^$document sub_frame: ghostery false, ubo-core false' "${answers[3]}"
seen 5 '||evil.example^$all main_frame: ghostery true, ubo-core true' "${answers[4]}"
seen 6 '||evil.example^$all sub_frame: ghostery true, ubo-core true' "${answers[5]}"
