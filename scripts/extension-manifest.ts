import { isRecord } from '../src/core/fields/is-record.ts';
import { readFileSync } from 'node:fs';
import { contentScriptOf } from '../src/extension/protocol/webmail-hosts.ts';
import { LEAST_FIREFOX, LEAST_THUNDERBIRD } from './least-versions.mjs';

export type Target = 'chrome' | 'firefox' | 'thunderbird';

/** Identifies stored data of all installations, so it never changes. */
export const FIREFOX_ID = 'spamlight@spamlight.example';

/** Ids of a company's build; empty in a store build. */
export interface OwnIds {
  readonly firefoxId: string;
  /** Base64 DER; Chromium derives its id from it. */
  readonly chromeKey: string;
}

const NO_IDS: OwnIds = { firefoxId: '', chromeKey: '' };

/**
 * Starts from `manifest.json`, which is written for Chromium.
 *
 * @param extraMatches - empty in a store build
 */
export function extensionManifest(
  target: Target,
  extraMatches: readonly string[],
  ids: OwnIds = NO_IDS,
): Record<string, unknown> {
  const source: unknown = JSON.parse(readFileSync('manifest.json', 'utf8'));
  if (!isRecord(source)) throw new Error('manifest.json does not hold an object');
  const manifest: Record<string, unknown> = structuredClone(source);
  if (extraMatches.length > 0) addMatches(manifest, extraMatches);
  manifest['homepage_url'] = packageField('homepage');
  if (ids.chromeKey !== '') manifest['key'] = ids.chromeKey;
  if (target !== 'chrome') toGecko(manifest, ids, target === 'firefox' ? LEAST_FIREFOX : LEAST_THUNDERBIRD);
  if (target === 'thunderbird') toThunderbird(manifest);
  return manifest;
}

function addMatches(manifest: Record<string, unknown>, extra: readonly string[]): void {
  const scripts = records(manifest['content_scripts']);
  manifest['content_scripts'] = [...new Set(['content', ...extra.map(contentScriptOf)])].flatMap((name) => {
    const matches = extra.filter((pattern) => contentScriptOf(pattern) === name);
    return scripts.map((script) =>
      name === 'content'
        ? { ...script, matches: [...strings(script['matches']), ...matches] }
        : { ...script, matches, js: [`src/extension/content/${name}.iife.ts`] },
    );
  });
  manifest['host_permissions'] = [...strings(manifest['host_permissions']), ...extra];
  const policy = manifest['content_security_policy'];
  if (isRecord(policy) && extra.some((pattern) => LOOPBACK.test(pattern))) {
    // Channels of the demo and tests are on loopback, without TLS.
    manifest['content_security_policy'] = {
      ...policy,
      extension_pages: String(policy['extension_pages']).replace(
        /connect-src [^;]*/,
        (sources) => `${sources} http://127.0.0.1:* http://localhost:*`,
      ),
    };
  }
}

const LOOPBACK = /^http:\/\/(?:127\.0\.0\.1|localhost)[:/]/;

function packageField(field: 'author' | 'homepage'): unknown {
  const pack: unknown = JSON.parse(readFileSync('package.json', 'utf8'));
  return isRecord(pack) ? pack[field] : undefined;
}

function toGecko(manifest: Record<string, unknown>, { firefoxId }: OwnIds, least: string): void {
  const background = manifest['background'];
  if (!isRecord(background)) throw new Error('manifest.json has no background');
  manifest['background'] = { scripts: [background['service_worker']], type: 'module' };
  // Gecko's event page has workers of its own.
  manifest['permissions'] = strings(manifest['permissions']).filter((name) => name !== 'offscreen');
  delete manifest['minimum_chrome_version'];
  delete manifest['key'];
  // Chromium accepts only an email account as author.
  manifest['author'] = packageField('author');
  // Firefox needs no schema for managed storage, and does not know the key.
  delete manifest['storage'];
  // No gecko_android: Firefox for Android lacks contextMenus, commands and windows, and nothing was ever tried there.
  manifest['browser_specific_settings'] = {
    gecko: {
      id: firefoxId === '' ? FIREFOX_ID : firefoxId,
      strict_min_version: least,
      data_collection_permissions: { required: ['none'] },
    },
  };
}

/** Built separately, since crxjs does not know scripts for displayed messages. */
export const MESSAGE_SCRIPT = 'src/extension/content/content-thunderbird.iife.js';
export const MESSAGE_STYLE = 'src/extension/content/alive.css';

/**
 * Thunderbird shows messages itself, without sites.
 *
 * Source: https://webextension-api.thunderbird.net/en/esr-mv3/
 */
function toThunderbird(manifest: Record<string, unknown>): void {
  delete manifest['content_scripts'];
  delete manifest['host_permissions'];
  const ofSites = ['activeTab', 'contextMenus'];
  manifest['permissions'] = [
    ...strings(manifest['permissions']).filter((name) => !ofSites.includes(name)),
    'menus',
    // Needed, with `scripting`, for scripts in messages. Shows one warning: *Read your email messages*.
    'messagesRead',
  ].toSorted();
  manifest['message_display_scripts'] = [
    { js: [MESSAGE_SCRIPT], css: [MESSAGE_STYLE], run_at: 'document_start' },
  ];
  // Without a label, the button shows its changing title.
  const action = manifest['action'];
  manifest['message_display_action'] = isRecord(action) ? { ...action, default_label: 'Spamlight' } : action;
  delete manifest['action'];
  const commands = manifest['commands'];
  if (!isRecord(commands)) return;
  // There is no site to pause on.
  const { pause: _pause, ...others } = commands;
  manifest['commands'] = others;
}

function records(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

function strings(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}
