#!/usr/bin/env bash
# A list in hosts syntax (`0.0.0.0 host`) blocks nothing in @ghostery/adblocker, without an error; @gorhill/ubo-core
# reads each line as a host.
# Guess: both know hosts files, as the blockers built on them are said to.
# It matters: phishing and malware lists are published as hosts files; the engine that loads one reports as many
# filters as lines, and lets all of them through.
# Seen on 29 November 2026, @ghostery/adblocker 2.18.2, @gorhill/ubo-core 0.1.30.
. "$(dirname "${BASH_SOURCE[0]}")/lib/finding.sh"
npm_packages @ghostery/adblocker@2.18.2 @gorhill/ubo-core@0.1.30

cat > run.mjs <<'EOF'
import { FiltersEngine, Request } from '@ghostery/adblocker';
import { StaticNetFilteringEngine } from '@gorhill/ubo-core';
const url = 'https://evil.example/login';
const sourceUrl = 'https://page.example/';
const list = '# a hosts file\n0.0.0.0 evil.example\n0.0.0.0 worse.example\n';
const engine = FiltersEngine.parse(list);
const { networkFilters } = engine.getFilters();
console.log(networkFilters.length);
console.log(engine.match(Request.fromRawDetails({ url, type: 'sub_frame', sourceUrl })).match);
const ubo = await StaticNetFilteringEngine.create();
await ubo.useLists([{ name: 'list', raw: list }]);
console.log(ubo.matchRequest({ originURL: sourceUrl, url, type: 'sub_frame' }) === 1);
EOF
mapfile -t answers < <(node run.mjs)
seen 'filters that Ghostery counts' 2 "${answers[0]}"
seen 'Ghostery blocks' false "${answers[1]}"
seen 'ubo-core blocks' true "${answers[2]}"
