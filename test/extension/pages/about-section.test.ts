// @vitest-environment happy-dom
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test, vi } from 'vitest';
import { LIBRARIES, REPORT_TO } from '../../../src/extension/pages/options/about/about-facts.ts';
import { aboutView } from '../../../src/extension/pages/options/about/about-view.ts';
import { textOf } from './by-role.ts';
import { contextIn } from './page-tools.ts';

vi.mock('../../../src/extension/platform/browser.ts', () => ({ browser: {} }));

const jsonOf = (file: string): Record<string, unknown> =>
  JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;

describe('what this is', () => {
  test('names version, homepage, where to report, and what has changed', () => {
    const body = document.createElement('div');
    body.append(
      ...aboutView({ version: '1.2.3', homepage: 'https://a.example/' }, '## 1.2.3 <b>', contextIn()),
    );
    expect(textOf(body)).toContain('Spamlight 1.2.3, free software under the Apache-2.0 licence.');
    expect([...body.querySelectorAll('a')].map(({ href }) => href)).toEqual(
      expect.arrayContaining(['https://a.example/', REPORT_TO.page, `mailto:${REPORT_TO.email}`]),
    );
    // As text, whatever it holds.
    expect(body.querySelector('pre')?.textContent).toBe('## 1.2.3 <b>');
  });

  test('names every package that is built in, with its version and licence', () => {
    const files = ['src/core', 'src/extension'].flatMap((wing) =>
      readdirSync(wing, { recursive: true, encoding: 'utf8' })
        .filter((file) => file.endsWith('.ts'))
        .map((file) => `${wing}/${file}`),
    );
    expect(files.length).toBeGreaterThan(100);
    const imported = files.flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/ from '([a-z@][^'/]*)[^']*'/g)].map(([, name = '']) => name),
    );
    expect([...new Set(imported)].sort()).toEqual(LIBRARIES.map(({ name }) => name));
    for (const { name, version, licence } of LIBRARIES) {
      expect(jsonOf(`node_modules/${name}/package.json`)).toMatchObject({ version, license: licence });
    }
  });

  test('takes reports where package.json says', () => {
    expect(jsonOf('package.json')['bugs']).toEqual({ url: REPORT_TO.page, email: REPORT_TO.email });
  });
});
