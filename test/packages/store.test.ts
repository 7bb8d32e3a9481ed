// @module-tag core
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { extensionManifest } from '../../scripts/extension-manifest.ts';

const text = readFileSync(new URL('../../docs/store.md', import.meta.url), 'utf8');

/** The names in the first column of the table below a heading. */
function justified(heading: string): string[] {
  const section = text.split(/^## /m).find((part) => part.startsWith(`${heading}\n`)) ?? '';
  return [...section.matchAll(/^\| (`[^|]*)\|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name),
  );
}

describe('what the stores are told', () => {
  const manifest = extensionManifest('chrome', []);

  test('what the stores are told justifies each permission that is asked for, and no other', () => {
    expect(justified('Permissions')).toEqual(manifest['permissions']);
  });

  test('what the stores are told says of Thunderbird what its package says, within the same length', () => {
    for (const [line, language] of [
      [/^\*\*Summary for Thunderbird\*\*: (.+)$/m, 'en'],
      [/^\*\*Thunderbird 版简介\*\*：(.+)$/m, 'zh_CN'],
    ] as const) {
      const catalogue = JSON.parse(
        readFileSync(new URL(`../../public/_locales/${language}/messages.json`, import.meta.url), 'utf8'),
      ) as Record<string, { readonly message: string }>;
      const summary = line.exec(text)?.[1] ?? '';
      expect(summary).toBe(catalogue['extension_description__thunderbird']?.message);
      expect(Array.from(summary).length).toBeLessThanOrEqual(132);
    }
  });

  test('what the stores are told justifies each host, and no other', () => {
    const hosts = [manifest['host_permissions'], manifest['optional_host_permissions']].flat();
    expect(justified('Hosts')).toEqual(hosts);
  });

  test('what the stores are told justifies what only Thunderbird is asked for', () => {
    const common = manifest['permissions'] as readonly string[];
    const asked = extensionManifest('thunderbird', [])['permissions'] as readonly string[];
    expect(justified('For Thunderbird')).toEqual(asked.filter((name) => !common.includes(name)));
  });

  test('what the stores are told keeps the summaries within the stores’ 132 characters, and as the extension itself says them', () => {
    const summaries = [...text.matchAll(/^\*\*(?:Summary|简介)\*\*[^:：]*[:：] ?(.+)$/gm)].map(
      ([, line]) => line,
    );
    expect(summaries).toHaveLength(2);
    for (const [index, language] of ['en', 'zh_CN'].entries()) {
      const catalogue = JSON.parse(
        readFileSync(new URL(`../../public/_locales/${language}/messages.json`, import.meta.url), 'utf8'),
      ) as Record<string, { readonly message: string }>;
      expect(summaries[index]).toBe(catalogue['extension_description']?.message);
      expect(Array.from(summaries[index] ?? '').length).toBeLessThanOrEqual(132);
    }
  });
});
