import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { FIREFOX_ID } from '../../../scripts/extension-manifest.ts';
import type { BrowserKind } from './browser.ts';
import { FOLDERS } from './channel.ts';

/**
 * A browser's program that sees policies which no other program on this machine does: a mount namespace with an overlay
 * over /etc, which is gone with the browser. Needs root and Linux.
 */
export interface ManagedBrowser {
  readonly program: string;
  readonly remove: () => void;
}

/** Why there can be none here; null if there can. */
export function whyNoPolicies(): string | null {
  if (process.platform !== 'linux') return 'policies of this system would hold for every browser on it';
  return process.getuid?.() === 0 ? null : 'only root may give a program an /etc of its own';
}

/**
 * The real policy files of both browsers, in an /etc that only this one browser sees: a mount namespace of its own with
 * a layer over /etc, which goes with the last of its processes, however that ends.
 *
 * @param settings - as `public/managed-schema.json` describes them
 */
export function managedBrowser(kind: BrowserKind, settings: unknown): ManagedBrowser {
  return browserUnder(
    kind,
    kind === 'chromium'
      ? { '3rdparty': { extensions: { [unpackedId(resolve(FOLDERS.chromium))]: settings } } }
      : { policies: { '3rdparty': { Extensions: { [FIREFOX_ID]: settings } } } },
  );
}

/** The same, with a policy file as administrators write it. */
export function browserUnder(kind: BrowserKind, policy: unknown): ManagedBrowser {
  const folder = mkdtempSync(join(tmpdir(), 'spamlight-policies-'));
  const path =
    kind === 'chromium' ? 'chromium/policies/managed/spamlight.json' : 'firefox/policies/policies.json';
  const file = join(folder, 'etc', path);
  mkdirSync(dirname(file), { recursive: true });
  mkdirSync(join(folder, 'work'));
  writeFileSync(file, JSON.stringify(policy));
  const browser =
    kind === 'chromium'
      ? (process.env['SPAMLIGHT_CHROMIUM'] ?? '/usr/bin/chromium')
      : (process.env['SPAMLIGHT_FIREFOX'] ?? '/usr/bin/firefox-esr');
  const program = join(folder, kind);
  const layers = `lowerdir=/etc,upperdir=${folder}/etc,workdir=${folder}/work`;
  writeFileSync(
    program,
    `#!/bin/sh\nexec unshare --mount --propagation private sh -c 'mount -t overlay overlay -o ${layers} /etc && exec "$0" "$@"' ${browser} "$@"\n`,
  );
  chmodSync(program, 0o755);
  return { program, remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }) };
}

/** The id that Chromium gives an extension without a key: 128 bits of its folder's SHA-256, with `a` to `p` for hex. */
function unpackedId(folder: string): string {
  const hex = createHash('sha256').update(folder).digest('hex').slice(0, 32);
  return hex.replaceAll(/./g, (digit) => String.fromCodePoint(97 + Number.parseInt(digit, 16)));
}
