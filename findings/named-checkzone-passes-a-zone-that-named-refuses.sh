#!/usr/bin/env bash
# A response policy zone with an address for a host with an underscore passes named-checkzone, and named refuses to
# load it, whole. With `CNAME .` in place of the address both take it.
# Guess: the two agree (both refuse, or both accept). named's default for zones of type primary is `check-names fail`,
# which looks at owners of A, AAAA and MX; named-checkzone only warns.
# It matters: 0.36 % of the hosts of two public phishing lists have an underscore (920 of 256,904); one of them takes
# down a whole list that was checked before it was deployed.
# Seen on 29 November 2026, BIND 9.18.49-1~deb12u3.
. "$(dirname "${BASH_SOURCE[0]}")/lib/finding.sh"
debian_packages bind9-utils

zone() {
  printf '$TTL 60\n@ SOA localhost. nobody.invalid. 1 60 60 60 60\n@ NS localhost.\nunder_score.shop.example %s\n' "$1" > "$2"
  printf 'options { directory "%s"; };\nzone "rpz.test" { type primary; file "%s"; };\n' "$FOLDER" "$FOLDER/$2" > "$2.conf"
}
code() { "$@" > output 2>&1 && echo 0 || echo $?; }

zone 'A 0.0.0.0' address
zone 'CNAME .' cname
seen 'exit code of named-checkzone, address' 0 "$(code named-checkzone rpz.test address)"
seen 'its last line' OK "$(tail -n 1 output)"
seen 'exit code of named-checkconf -z, which loads as named does' 1 "$(code named-checkconf -z address.conf)"
seen 'what it says' 'not loaded due to errors' "$(grep -o 'not loaded due to errors' output | head -n 1)"
seen 'exit code of named-checkzone, CNAME' 0 "$(code named-checkzone rpz.test cname)"
seen 'exit code of named-checkconf -z, CNAME' 0 "$(code named-checkconf -z cname.conf)"
