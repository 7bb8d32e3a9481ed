#!/usr/bin/env bash
# Below `local-zone: … always_nxdomain` Unbound does not look at `local-data`: an exception for one host has no effect,
# and nothing is said of it. Below `static` the same line is answered, and so it is in a transparent zone of the host's own.
# Guess: the data is answered, and all other names of the zone are not.
# It matters: always_nxdomain is what block lists for Unbound are written in; whoever excepts a host with local-data
# goes on to block it.
# Seen on 29 November 2026, Unbound 1.17.1-2+deb12u4.
. "$(dirname "${BASH_SOURCE[0]}")/lib/finding.sh"
debian_packages unbound

PORT=$((20000 + $$ % 20000))
cat > unbound.conf <<EOF
server:
  chroot: ""
  username: ""
  directory: "$FOLDER"
  pidfile: ""
  use-syslog: no
  interface: 127.0.0.1@$PORT
  do-not-query-localhost: no
  do-daemonize: no
  module-config: "iterator"
  local-zone: "evil.test." always_nxdomain
  local-data: "good.evil.test. A 192.0.2.9"
  local-zone: "bad.test." static
  local-data: "good.bad.test. A 192.0.2.9"
  local-zone: "worse.test." always_nxdomain
  local-zone: "good.worse.test." transparent
  local-data: "good.worse.test. A 192.0.2.9"
EOF
cat > ask.mjs <<'EOF'
import { Resolver } from 'node:dns/promises';
const [port, name] = process.argv.slice(2);
const resolver = new Resolver({ timeout: 500, tries: 1 });
resolver.setServers([`127.0.0.1:${port}`]);
for (let turn = 0; turn < 40; turn++) {
  const answer = await resolver.resolve4(name).then((found) => found.join(), ({ code }) => code);
  // The server is not there yet.
  if (answer === 'ECONNREFUSED' || answer === 'ETIMEOUT') continue;
  console.log(answer);
  break;
}
EOF
unbound -c unbound.conf > log 2>&1 &
seen 'always_nxdomain and local-data' ENOTFOUND "$(node ask.mjs $PORT good.evil.test)"
seen 'static and local-data' 192.0.2.9 "$(node ask.mjs $PORT good.bad.test)"
seen 'always_nxdomain and a local zone below it' 192.0.2.9 "$(node ask.mjs $PORT good.worse.test)"
