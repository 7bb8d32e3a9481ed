/** Tables are read when their module is loaded. One that cannot be takes the tests of whole files with it; here it is one. */
import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';

const FOLDER = resolve('src/core/url');

const MODULES = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter((name) =>
  name.endsWith('.ts'),
);

test('there are modules of core to load without a browser', () => expect(MODULES.length).toBeGreaterThan(25));

test.each(MODULES)('the module %s can be loaded without a browser', async (name) => {
  const path = resolve(FOLDER, name);
  const loaded: unknown = await import(/* @vite-ignore */ path);
  expect(loaded).toBeTypeOf('object');
});
