import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'spamlight-lint-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The names that lint says a page does not have. */
function refusedIn(text: string): readonly string[] {
  const config = join(folder, 'lint.json');
  const file = join(folder, 'given.ts');
  const plugin = resolve('scripts/lint/page-scripts.mjs');
  const rules = { 'page-scripts/closes-over-nothing': 'warn' };
  writeFileSync(config, JSON.stringify({ jsPlugins: [plugin], categories: { correctness: 'off' }, rules }));
  writeFileSync(file, text);
  const said = execFileSync(resolve('node_modules/.bin/oxlint'), ['-c', config, '-f', 'json', file], {
    encoding: 'utf8',
  });
  const { diagnostics } = JSON.parse(said) as { diagnostics: readonly { readonly message: string }[] };
  return diagnostics.map(({ message }) => message.split(' ')[0] ?? '').sort();
}

test('lint refuses every name of the module or the function around a script that runs in a page', () => {
  const text = `
    import { helper, type Kind } from './other';
    const CONSTANT = 1;
    const named = script(({ one }) => one(CONSTANT));
    async function around(page, given) {
      await page.run(() => helper());
      await page.until(async () => [1].map((each) => each + given));
      await page.click(function () { return document.querySelector(named); });
    }`;
  expect(refusedIn(text)).toEqual(['CONSTANT', 'given', 'helper', 'named']);
});

test('lint takes parameters, names of the script’s own, globals of the page and types', () => {
  const text = `
    import type { Kind } from './other';
    async function around(page, given) {
      const outside = (value) => value;
      await page.run(({ one }, kind: Kind) => {
        const inside = (element: Kind) => one(element).title + kind + document.title;
        return inside(location.href as Kind);
      }, outside(given));
      await page.until((_, kind) => (other) => kind === other);
      return [given].map(() => given);
    }`;
  expect(refusedIn(text)).toEqual([]);
});
