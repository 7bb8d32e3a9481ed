# Sourced by the findings about Rspamd, after finding.sh: Debian's Rspamd with its own list of suffixes, without its rules.
# shellcheck shell=bash

# rspamd_urls FILE...: the URLs that Rspamd finds in each mail, one line a mail. For a subshell: < <(rspamd_urls ...).
rspamd_urls() {
  local share file
  share=$(dirname "$(dirname "$(command -v rspamd)")")/share/rspamd
  mkdir -p rspamd
  cat > rspamd/urls.lua <<'EOF'
rspamd_config:register_symbol{name = 'URLS', type = 'normal', callback = function(task)
  local found = {}
  for _, url in ipairs(task:get_urls(true)) do found[#found + 1] = url:get_text() end
  table.sort(found)
  task:insert_result('URLS', 1.0, table.concat(found, ' '))
end}
EOF
  cat > rspamd/rspamd.conf <<EOF
options {
  filters = ""; tempdir = "$FOLDER/rspamd"; hs_cache_dir = "$FOLDER/rspamd"; pidfile = "$FOLDER/rspamd/pid";
  url_tld = "$share/effective_tld_names.dat"; dns { nameserver = ["127.0.0.1"]; }
}
logging { type = "console"; level = "error"; }
worker "normal" { bind_socket = "$FOLDER/rspamd/socket"; count = 1; }
lua = "$FOLDER/rspamd/urls.lua";
EOF
  timeout 240 rspamd -f -i --var=CONFDIR="$FOLDER/rspamd" --var=LOCAL_CONFDIR="$FOLDER/rspamd" \
    --var=RULESDIR="$share/rules" --var=LUALIBDIR="$share/lualib" --var=PLUGINSDIR="$share/plugins" \
    --var=SHAREDIR="$share" --var=DBDIR="$FOLDER/rspamd" --var=RUNDIR="$FOLDER/rspamd" \
    --var=LOGDIR="$FOLDER/rspamd" -c "$FOLDER/rspamd/rspamd.conf" > rspamd/log 2>&1 &
  # shellcheck disable=SC2064
  trap "kill $!; wait $! || true" EXIT
  for file in "$@"; do
    for _ in $(seq 300); do
      if rspamc --compact -h "$FOLDER/rspamd/socket" "$file" > rspamd/answer 2> /dev/null &&
        grep -q '"symbols"' rspamd/answer; then break; fi
      sleep 0.5
    done
    node -e '
      const text = require("node:fs").readFileSync("rspamd/answer", "utf8");
      const answer = JSON.parse(text.slice(text.indexOf("{")));
      console.log((answer.symbols.URLS?.options ?? []).join(" ") || "none");
    '
  done
}
