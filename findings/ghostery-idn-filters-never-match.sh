#!/usr/bin/env bash
# A filter that names an internationalised host in its own letters (`||bücher.example^`) matches no request in
# @ghostery/adblocker, since browsers ask for `xn--…`; @gorhill/ubo-core translates the filter.
# Guess: both translate.
# It matters: lists that people write by hand, and rules that readers add, hold such hosts as they look.
# Seen on 29 November 2026, @ghostery/adblocker 2.18.2, @gorhill/ubo-core 0.1.30.
. "$(dirname "${BASH_SOURCE[0]}")/lib/finding.sh"
npm_packages @ghostery/adblocker@2.18.2 @gorhill/ubo-core@0.1.30

cat > run.mjs <<'EOF'
import { FiltersEngine, Request } from '@ghostery/adblocker';
import { StaticNetFilteringEngine } from '@gorhill/ubo-core';
const { href: url } = new URL('https://bücher.example/login');
const sourceUrl = 'https://page.example/';
const ubo = await StaticNetFilteringEngine.create();
for (const line of ['||bücher.example^', '||xn--bcher-kva.example^']) {
  const engine = FiltersEngine.parse(line);
  await ubo.useLists([{ name: 'list', raw: line }]);
  console.log(engine.match(Request.fromRawDetails({ url, type: 'sub_frame', sourceUrl })).match);
  console.log(ubo.matchRequest({ originURL: sourceUrl, url, type: 'sub_frame' }) === 1);
}
EOF
mapfile -t answers < <(node run.mjs)
seen 'Ghostery, written in letters' false "${answers[0]}"
seen 'ubo-core, written in letters' true "${answers[1]}"
seen 'Ghostery, written as xn--' true "${answers[2]}"
seen 'ubo-core, written as xn--' true "${answers[3]}"
