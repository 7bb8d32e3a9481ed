import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

function section(): string {
  const page = readFileSync('docs/in-the-page.md', 'utf8');
  return page.slice(page.indexOf('## Where it ends'), page.indexOf('## What it costs'));
}

/** Bounds of background and content by name; how long a text, a line or a wait may be bounds that one alone. */
function boundsInCode(): readonly (readonly [name: string, file: string])[] {
  const files = ['background', 'content'].flatMap((room) =>
    readdirSync(`src/extension/${room}`, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file))
      .map((file) => `src/extension/${room}/${file}`),
  );
  return files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/const ((?:MAX|MOST)_[A-Z_]+) = [\d_]+;/g)].flatMap(
      ([, name = '']) => (/_(?:LENGTH|MS|PX)$/.test(name) ? [] : [[name, file] as const]),
    ),
  );
}

/** Rows of the table of bounds: number, file and name of the constant, test. */
function rows(): readonly (readonly [most: number, file: string, name: string, held: string])[] {
  return section()
    .split('\n')
    .flatMap((line) => {
      const [, , most = '', , , place = '', held = ''] = line.split('|').map((cell) => cell.trim());
      const [, file, name] = /^`([^`]+)`, `([A-Z_]+)`$/.exec(place) ?? [];
      if (file === undefined || name === undefined) return [];
      return [[Number(most.replaceAll(',', '')), file, name, held.replaceAll('`', '')] as const];
    });
}

describe('the table of bounds', () => {
  test('the table of bounds has rows to check', () => {
    expect(rows().length).toBeGreaterThan(15);
  });

  test.each(rows())(
    'the table of bounds says %d of %s, %s, and which test shows what then happens: %s',
    (most, file, name, held) => {
      const source = readFileSync(`src/extension/${file}`, 'utf8');
      const value = new RegExp(`const ${name} = ([\\d_]+);`).exec(source)?.[1];
      expect(Number(value?.replaceAll('_', ''))).toBe(most);
      expect(existsSync(`test/${held}`)).toBe(true);
    },
  );

  test('the table of bounds names every bound of background and content, in a row or below as one at which nothing is lost', () => {
    const bounds = boundsInCode();
    expect(bounds.length).toBeGreaterThan(40);
    const text = section();
    expect(bounds.filter(([name]) => !text.includes(`\`${name}\``))).toEqual([]);
  });
});
