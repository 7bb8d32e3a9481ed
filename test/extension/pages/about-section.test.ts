// @vitest-environment happy-dom
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { importsOf, modulesIn } from '../../../scripts/imports.ts';
import {
  LIBRARIES,
  RELEASE_NOTES,
  REPORT_TO,
} from '../../../src/extension/pages/options/about/about-facts.ts';
import { aboutView } from '../../../src/extension/pages/options/about/about-view.tsx';
import { redraw } from '../../../src/extension/pages/redraw.ts';
import { textOf } from './by-role.ts';
import { contextIn } from './page-tools.ts';

vi.mock('../../../src/extension/platform/browser.ts', () => ({ browser: {} }));

const SOURCE = resolve('src');

const jsonOf = (file: string): Record<string, unknown> =>
  JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;

describe('what this is', () => {
  test('the section about the extension names version, homepage, where to report, and what has changed', () => {
    const body = document.createElement('div');
    redraw(body, aboutView({ version: '1.2.3', homepage: 'https://a.example/' }, contextIn()));
    expect(textOf(body)).toContain('Spamlight 1.2.3, free software under the Apache-2.0 licence.');
    expect([...body.querySelectorAll('a')].map(({ href }) => href)).toEqual(
      expect.arrayContaining(['https://a.example/', REPORT_TO.page, `mailto:${REPORT_TO.email}`]),
    );
    expect(body.querySelector('#changes a')?.getAttribute('href')).toBe(RELEASE_NOTES);
  });

  test('the section about the extension names every package that is built in, with its version and licence', () => {
    const known = new Set(modulesIn(SOURCE));
    const files = new Set([...known].filter((file) => file.startsWith('extension/')));
    const packages = new Set<string>();
    // A set that grows is walked to its end.
    for (const file of files) {
      for (const { target, typeOnly } of importsOf(file, SOURCE)) {
        if (known.has(target)) files.add(target);
        else if (!typeOnly && !/[/.](?:json|css)$|^\.\./.test(target))
          packages.add(target.split('/', target.startsWith('@') ? 2 : 1).join('/'));
      }
    }
    expect([...files].filter((file) => file.startsWith('core/')).length).toBeGreaterThan(100);
    expect([...packages].sort()).toEqual(LIBRARIES.map(({ name }) => name));
    for (const { name, version, licence } of LIBRARIES) {
      expect(jsonOf(`node_modules/${name}/package.json`)).toMatchObject({ version, license: licence });
    }
  });

  test('the section about the extension takes reports, and has its release notes, where package.json says', () => {
    const { bugs, homepage } = jsonOf('package.json');
    expect(bugs).toEqual({ url: REPORT_TO.page, email: REPORT_TO.email });
    expect(RELEASE_NOTES).toBe(new URL('releases', String(homepage)).href);
  });
});
