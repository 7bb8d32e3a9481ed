import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

/** Rows of the table of bounds: number, file and name of the constant, test. */
function rows(): readonly (readonly [most: number, file: string, name: string, held: string])[] {
  const page = readFileSync('docs/in-the-page.md', 'utf8');
  const section = page.slice(page.indexOf('## Where it ends'), page.indexOf('## What it costs'));
  return section.split('\n').flatMap((line) => {
    const [, , most = '', , , place = '', held = ''] = line.split('|').map((cell) => cell.trim());
    const [, file, name] = /^`([^`]+)`, `([A-Z_]+)`$/.exec(place) ?? [];
    if (file === undefined || name === undefined) return [];
    return [[Number(most.replaceAll(',', '')), file, name, held.replaceAll('`', '')] as const];
  });
}

describe('the table of bounds', () => {
  test('is there', () => {
    expect(rows().length).toBeGreaterThan(15);
  });

  test.each(rows())(
    'says %d of %s, %s, and which test shows what then happens: %s',
    (most, file, name, held) => {
      const source = readFileSync(`src/extension/${file}`, 'utf8');
      const value = new RegExp(`const ${name} = ([\\d_]+);`).exec(source)?.[1];
      expect(Number(value?.replaceAll('_', ''))).toBe(most);
      expect(existsSync(`test/${held}`)).toBe(true);
    },
  );
});
