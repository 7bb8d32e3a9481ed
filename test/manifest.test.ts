import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { extensionManifest } from '../scripts/extension-manifest.ts';
import { LEAST_THUNDERBIRD } from '../scripts/least-versions.mjs';
import { OPTIONAL_MATCHES, REQUIRED_MATCHES } from './webmail-matches.ts';

interface Manifest {
  readonly version: string;
  readonly permissions: readonly string[];
  readonly host_permissions: readonly string[];
  readonly optional_host_permissions: readonly string[];
  readonly content_scripts: readonly {
    readonly matches: readonly string[];
    readonly js: readonly string[];
    readonly css?: readonly string[];
    readonly run_at: string;
  }[];
  readonly background: Record<string, unknown>;
  readonly content_security_policy: { readonly extension_pages: string };
  readonly web_accessible_resources?: unknown;
  readonly icons: Record<string, string>;
}

const manifestOf = (...given: Parameters<typeof extensionManifest>): Manifest =>
  extensionManifest(...given) as unknown as Manifest;

describe('the manifest', () => {
  test('the manifest asks for exactly the webmails that the adapters know as required', () => {
    const manifest = manifestOf('chrome', []);
    expect(REQUIRED_MATCHES.length).toBeGreaterThan(5);
    expect(manifest.host_permissions).toEqual(REQUIRED_MATCHES);
    expect(manifest.content_scripts.map(({ matches }) => matches)).toEqual([
      REQUIRED_MATCHES,
      REQUIRED_MATCHES,
    ]);
  });

  test('the manifest runs one script before the page and again behind it, in every frame, and one style sheet', () => {
    const [early, late, ...more] = manifestOf('chrome', []).content_scripts;
    expect(more).toEqual([]);
    expect(early).toMatchObject({ run_at: 'document_start', css: ['src/extension/content/alive.css'] });
    const { css: _css, ...sameAsLate } = early ?? {};
    expect({ ...sameAsLate, run_at: 'document_end' }).toEqual(late);
  });

  test('the manifest can ask for every other webmail later', () => {
    expect(OPTIONAL_MATCHES.length).toBeGreaterThan(5);
    expect(manifestOf('chrome', []).optional_host_permissions).toEqual(['https://*/*', 'http://*/*']);
  });

  test('the manifest asks for no permission beyond need', () => {
    expect([...manifestOf('chrome', []).permissions].sort()).toEqual([
      // The address of a tab in which the reader opens the popup, for *Check mail on this site*; it prompts for nothing.
      'activeTab',
      'alarms',
      'contextMenus',
      // A document that nobody sees, for the worker that looks for QR codes; Firefox needs none.
      'offscreen',
      'scripting',
      'storage',
      'unlimitedStorage',
    ]);
  });

  test('the manifest shows web pages no file of the extension', () => {
    for (const target of ['chrome', 'firefox', 'thunderbird'] as const) {
      expect(manifestOf(target, []).web_accessible_resources).toBeUndefined();
    }
  });

  test('the manifest runs nothing from elsewhere, and fetches over https only', () => {
    const policy = manifestOf('chrome', []).content_security_policy.extension_pages;
    expect(policy).toContain("script-src 'self'");
    expect(policy).toMatch(/connect-src 'self' https:;/);
    expect(policy).not.toMatch(/unsafe|http:/);
  });

  test('the manifest gives each site of a build of its own the script for that site', () => {
    const added = ['https://mail.company.example/*', 'https://*.web.de/*', 'http://127.0.0.1/*'];
    const scripts = manifestOf('firefox', added).content_scripts;
    expect(scripts.map(({ js: [file] }) => file)).toEqual(
      ['content', 'content-others', 'content-optional'].flatMap((name) => [
        `src/extension/content/${name}.iife.ts`,
        `src/extension/content/${name}.iife.ts`,
      ]),
    );
    expect(scripts.map(({ matches }) => matches)).toEqual([
      REQUIRED_MATCHES,
      REQUIRED_MATCHES,
      ['https://mail.company.example/*', 'http://127.0.0.1/*'],
      ['https://mail.company.example/*', 'http://127.0.0.1/*'],
      ['https://*.web.de/*'],
      ['https://*.web.de/*'],
    ]);
    expect(scripts.map(({ run_at }) => run_at)).toEqual(
      Array.from({ length: 3 }, () => ['document_start', 'document_end']).flat(),
    );
  });

  test('the manifest opens loopback only where a build asks for it', () => {
    const manifest = manifestOf('chrome', ['http://127.0.0.1/*']);
    expect(manifest.host_permissions.at(-1)).toBe('http://127.0.0.1/*');
    expect(manifest.content_scripts.slice(2).map(({ matches }) => matches)).toEqual([
      ['http://127.0.0.1/*'],
      ['http://127.0.0.1/*'],
    ]);
    expect(manifest.content_security_policy.extension_pages).toContain('http://127.0.0.1:*');
  });

  test('the manifest opens nothing but the sites for an administrator who builds their own webmail in', () => {
    const manifest = manifestOf('chrome', ['https://mail.company.example/*']);
    expect(manifest.host_permissions.at(-1)).toBe('https://mail.company.example/*');
    expect(manifest.content_security_policy).toEqual(manifestOf('chrome', []).content_security_policy);
  });

  test('the manifest has an event page and no data collection in Firefox', () => {
    expect(manifestOf('firefox', [])).toMatchObject({
      background: { scripts: ['src/extension/background/background.ts'], type: 'module' },
      browser_specific_settings: { gecko: { data_collection_permissions: { required: ['none'] } } },
    });
  });

  test('the manifest knows no site in Thunderbird, and runs its script in displayed messages', () => {
    const manifest = manifestOf('thunderbird', []);
    expect(manifest).not.toHaveProperty('content_scripts');
    expect(manifest).not.toHaveProperty('host_permissions');
    expect(manifest).not.toHaveProperty('action');
    expect(manifest).toMatchObject({
      message_display_scripts: [
        {
          js: ['src/extension/content/content-thunderbird.iife.js'],
          css: ['src/extension/content/alive.css'],
          run_at: 'document_start',
        },
      ],
      message_display_action: {
        default_label: 'Spamlight',
        default_popup: 'src/extension/pages/popup/popup.html',
      },
      browser_specific_settings: {
        gecko: { strict_min_version: LEAST_THUNDERBIRD, data_collection_permissions: { required: ['none'] } },
      },
    });
  });

  test('the manifest asks in Thunderbird for one permission that it warns of: to read messages', () => {
    expect([...manifestOf('thunderbird', []).permissions].sort()).toEqual([
      'alarms',
      'menus',
      // With `scripting`, also what lets the script run in messages, so that they need not be changed for it.
      'messagesRead',
      'scripting',
      'storage',
      'unlimitedStorage',
    ]);
  });

  test('the manifest offers no key to pause in Thunderbird, where there is no site', () => {
    const { commands } = extensionManifest('thunderbird', []);
    expect(Object.keys(commands as object)).toEqual(['why']);
  });

  test('promises nothing on telephones, where nothing is tested', () => {
    expect(manifestOf('firefox', [])).not.toHaveProperty(['browser_specific_settings', 'gecko_android']);
  });

  test('the manifest has the version of the package', () => {
    expect(JSON.parse(readFileSync('package.json', 'utf8'))).toMatchObject({
      version: manifestOf('chrome', []).version,
    });
  });

  test('the manifest names icons that are there', () => {
    const icons = Object.values(manifestOf('chrome', []).icons);
    expect(icons.length).toBeGreaterThan(2);
    expect(icons.filter((icon) => !existsSync(`public/${icon}`))).toEqual([]);
  });
});
