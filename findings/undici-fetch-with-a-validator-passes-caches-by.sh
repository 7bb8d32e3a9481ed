#!/usr/bin/env bash
# fetch() that is given If-None-Match or If-Modified-Since adds `Cache-Control: no-cache` and `Pragma: no-cache`.
# Guess: only the header that was given. By the Fetch standard such a request has the cache mode "no-store", and that
# adds both; so every look for "not modified" asks shared caches on the way to step aside. `request` of undici adds none.
# It matters: each renewal of a feed or list that is asked for with a validator; a CDN that follows the request's
# headers goes to the origin each time.
# Seen on 29 November 2026, Node 20.20.2 (built-in fetch), undici 7.30.2.
. "$(dirname "${BASH_SOURCE[0]}")/lib/finding.sh"
npm_packages undici@7.30.2

cat > run.mjs <<'EOF'
import { createServer } from 'node:http';
import * as undici from 'undici';
const caching = [];
const server = createServer(({ headers }, response) => {
  caching.push(['cache-control', 'pragma'].map((name) => headers[name] ?? 'none').join(' '));
  response.writeHead(304).end();
}).listen(0, '127.0.0.1', async () => {
  const url = `http://127.0.0.1:${server.address().port}/list.txt`;
  const headers = { 'if-none-match': '"v1"' };
  await fetch(url);
  await fetch(url, { headers });
  await undici.fetch(url, { headers });
  const { body } = await undici.request(url, { headers });
  await body.dump();
  console.log(caching.join('\n'));
  server.close();
});
EOF
mapfile -t headers < <(node run.mjs)
seen 'fetch without a validator' 'none none' "${headers[0]}"
seen 'fetch with If-None-Match' 'no-cache no-cache' "${headers[1]}"
seen 'fetch of undici with If-None-Match' 'no-cache no-cache' "${headers[2]}"
seen 'request of undici with If-None-Match' 'none none' "${headers[3]}"
