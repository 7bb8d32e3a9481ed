import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, test } from 'vitest';

const PAGES = [
  'README.md',
  'CONTRIBUTING.md',
  'lab/figures.md',
  ...readdirSync('docs', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => `docs/${file}`),
];

const textOf = (page: string): string => readFileSync(page, 'utf8');

/** The part of an address by which GitHub leads to a heading. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '')
    .trim()
    .replaceAll(/\s/g, '-');

function anchorsOf(page: string): readonly string[] {
  return [...textOf(page).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => anchorOf(heading));
}

/** Links of a page that lead to no file, or to no heading of a page. */
function deadLinks(page: string): readonly string[] {
  const links = [...textOf(page).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link);
  return links.filter((link) => {
    if (/^(?:https?|mailto):/.test(link)) return false;
    const [path = '', anchor = ''] = link.split('#');
    const file = path === '' ? page : normalize(join(dirname(page), path));
    if (!existsSync(file)) return true;
    return anchor !== '' && file.endsWith('.md') && !anchorsOf(file).includes(anchor);
  });
}

/** Paths of code that a page names in backticks, but for patterns such as `reasons-*.ts`. */
function pathsIn(text: string): readonly string[] {
  return [...text.matchAll(/`((?:src|test|scripts|lab)\/[\w./-]+\.(?:ts|mjs|css))`/g)].map(
    ([, path = '']) => path,
  );
}

describe('pages of documentation', () => {
  test('pages of documentation are found, with links and paths of code in them', () => {
    expect(PAGES.length).toBeGreaterThan(40);
    expect(pathsIn(PAGES.map(textOf).join('\n')).length).toBeGreaterThan(100);
  });

  test.each(PAGES)('every link of %s leads to a file and to a heading in it', (page) => {
    expect(deadLinks(page)).toEqual([]);
  });

  test.each(PAGES)('every file of code that %s names exists', (page) => {
    expect(pathsIn(textOf(page)).filter((path) => !existsSync(path))).toEqual([]);
  });

  test('the list of decisions has each decision by its title, in order', () => {
    const listed = [...textOf('docs/decisions/README.md').matchAll(/^- \[(.*)\]\((\d{4}-.*\.md)\)$/gm)];
    const files = readdirSync('docs/decisions').filter((file) => file !== 'README.md');
    expect(listed.map(([, title, file]) => `${file}: ${title}`)).toEqual(
      files.toSorted().map((file) => {
        const [, title = ''] = /^# (.*)$/m.exec(textOf(`docs/decisions/${file}`)) ?? [];
        return `${file}: ${title}`;
      }),
    );
  });

  test.each(['A link, from page to mark:', 'A list, from feed to browser:'])(
    'the road "%s" of docs/architecture.md has six stations and at most twelve files of code',
    (road) => {
      const [, after = ''] = textOf('docs/architecture.md').split(road);
      const [table = ''] = /\|[^]*?\n\n/.exec(after) ?? [];
      expect(table.match(/^\| \d\. /gm)).toHaveLength(6);
      const files = pathsIn(table);
      expect(files.length).toBeGreaterThan(5);
      expect(files.length).toBeLessThanOrEqual(12);
    },
  );
});
