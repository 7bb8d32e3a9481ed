# Sourced by each finding: a temporary folder that goes at the end, packages in it, and what was expected of them.
# shellcheck shell=bash
set -euo pipefail

FINDINGS_LIB=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
FOLDER=$(mktemp -d)
CHANGED=0

finish() {
  local code=$?
  local children
  children=$(jobs -p)
  # shellcheck disable=SC2086
  if [ -n "$children" ]; then kill $children 2>/dev/null || true; fi
  wait || true
  rm -rf "$FOLDER"
  if [ "$code" -eq 0 ] && [ "$CHANGED" -eq 1 ]; then exit 1; fi
  exit "$code"
}
trap finish EXIT
trap 'exit 130' INT TERM
cd "$FOLDER"

# npm packages, each with its exact version: npm_packages NAME@VERSION...
npm_packages() {
  [ -f package.json ] || echo '{ "private": true, "type": "module" }' > package.json
  npm install --silent --no-audit --no-fund --ignore-scripts --save-exact "$@" > /dev/null
  printf 'version: %s\n' "$@" "node@$(node --version)"
}

# Debian packages: the installed ones, else unpacked below the folder, with all they need.
debian_packages() {
  local missing name version
  mkdir -p packages/partial root
  # What apt has in its own cache would not be named.
  missing=$(apt-get -qq -o Debug::NoLocking=1 -o Dir::Cache::archives="$FOLDER/packages" --print-uris \
    --no-install-recommends -y install "$@" | awk '{ sub(/_.*/, "", $2); print $2 }')
  if [ -n "$missing" ]; then
    # shellcheck disable=SC2086
    (cd packages && apt-get -qq download $missing 2> /dev/null)
    for name in packages/*.deb; do dpkg -x "$name" root; done
  fi
  PATH="$FOLDER/root/usr/sbin:$FOLDER/root/usr/bin:$PATH"
  LD_LIBRARY_PATH=$(find "$FOLDER/root" -name '*.so*' -printf '%h\n' | sort -u | paste -sd :)
  export PATH LD_LIBRARY_PATH
  for name in "$@"; do
    version=$(dpkg-query -W -f '${Version}' "$name" 2> /dev/null || true)
    [ -n "$version" ] || version=$(dpkg-deb -f packages/"$name"_*.deb Version)
    echo "version: $name $version"
  done
}

# seen WHAT EXPECTED ACTUAL: what a run shows, and whether it is what was seen before.
seen() {
  if [ "$2" = "$3" ]; then
    printf '  %s: %s\n' "$1" "$3"
  else
    printf '  CHANGED, %s: %s (before: %s)\n' "$1" "$3" "$2"
    CHANGED=1
  fi
}
