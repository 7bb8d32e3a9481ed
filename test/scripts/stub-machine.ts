import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Machine } from '../../scripts/setup/debian.mjs';

/** What the package server has of a package: its version now, and what an old list of packages says of it. */
export interface Offer {
  readonly listed: string | null;
  readonly now: string | null;
  /** What the installed program says to `--version`; otherwise the package's version. */
  readonly says?: string;
}

export interface StubMachine extends Machine {
  /** Each call of apt-get, by its command: `update`, `install firefox-esr`. */
  calls(): readonly string[];
  /** Puts a program on the PATH. */
  add(name: string, script: string): string;
}

/**
 * A machine whose programs are stubs. Its lists of packages are old until `apt-get update` is called; the server no
 * longer has what they name where that differs from what it has now, as with a 404.
 */
export function aMachine(
  offers: Readonly<Record<string, Offer>>,
  { isRoot = true, hasApt = true, canUpdate = true } = {},
): StubMachine {
  const folder = mkdtempSync(join(tmpdir(), 'spamlight-machine-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  const log = join(folder, 'calls');
  const add = (name: string, script: string): string => {
    writeFileSync(join(bin, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    return join(bin, name);
  };
  const cases = (render: (offer: Offer, name: string) => string): string =>
    Object.entries(offers)
      .map(([name, offer]) => `${name}) ${render(offer, name)} ;;`)
      .join('\n');
  if (hasApt) {
    // Plain shell without other programs: the PATH has none.
    add(
      'apt-get',
      `for word; do last=$word; [ "$word" = update ] && isUpdate=1; done
if [ "$isUpdate" ]; then
  echo update >> ${log}
  ${canUpdate ? `: > ${folder}/fresh; exit 0` : 'exit 100'}
fi
echo "install $last" >> ${log}
[ -e ${folder}/policy ] || exit 3
fail() { echo '404  Not Found' >&2; exit 100; }
put() { printf '#!/bin/sh\\necho "%s"\\n' "$2" > ${bin}/$1; /bin/chmod 755 ${bin}/$1; : > ${folder}/installed-$1; }
case $last in
${cases(
  ({ listed, now, says = now }, name) =>
    `if [ -e ${folder}/fresh ]; then [ ${now === null} = true ] && fail; put ${name} "${says}"; else [ "${listed}" = "${now}" ] || fail; put ${name} "${says}"; fi`,
)}
*) fail ;;
esac`,
    );
    add(
      'apt-cache',
      `case $2 in
${cases(
  ({ listed, now }) =>
    `if [ -e ${folder}/fresh ]; then v='${now ?? '(none)'}'; else v='${listed ?? '(none)'}'; fi; printf '%s:\\n  Installed: (none)\\n  Candidate: %s\\n' "$2" "$v"`,
)}
esac`,
    );
    add('dpkg-query', `[ -e ${folder}/installed-$3 ] && printf installed`);
  }
  return {
    env: { PATH: bin },
    isRoot,
    servicePolicy: join(folder, 'policy'),
    memory: { hasFreshLists: false },
    calls: () => (existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n') : []),
    add,
  };
}
