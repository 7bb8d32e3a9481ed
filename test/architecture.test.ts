import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { cyclesIn, foldersOf, importsOf, modulesIn, type Import } from '../scripts/imports.ts';

const SOURCE = fileURLToPath(new URL('../src', import.meta.url));

type Room =
  | 'core'
  | 'protocol'
  | 'platform'
  | 'background'
  | 'content'
  | 'codes'
  | 'mail'
  | 'pages'
  | 'node'
  | 'publisher'
  | 'service'
  | 'command';

/** Who may import whom. A room may always import itself; `builtins` are those of Node. */
const MAY_IMPORT: Record<Room, readonly (Room | 'builtins')[]> = {
  core: [],
  protocol: ['core'],
  platform: ['protocol', 'core'],
  background: ['platform', 'protocol', 'core'],
  content: ['platform', 'protocol', 'core'],
  codes: ['platform', 'protocol', 'core'],
  mail: ['platform', 'protocol', 'core'],
  pages: ['platform', 'protocol', 'core'],
  node: ['core', 'builtins'],
  publisher: ['node', 'core', 'builtins'],
  service: ['node', 'core', 'builtins'],
  command: ['publisher', 'service', 'node', 'core', 'builtins'],
};

/** Which packages each room may use, at run time. */
const MAY_USE: Record<Room, readonly string[]> = {
  core: ['tldts', 'jose', 'postal-mime', 'htmlparser2', '@noble/hashes', 'valibot'],
  protocol: ['valibot'],
  platform: ['webextension-polyfill', 'idb'],
  background: [],
  content: [],
  codes: ['qr'],
  mail: [],
  pages: [],
  node: ['jose', 'valibot'],
  publisher: [
    'commander',
    'jose',
    'fflate',
    'fzstd',
    'undici',
    'franc-min',
    'stopword',
    'email-providers',
    'valibot',
  ],
  service: [
    'commander',
    'fastify',
    '@fastify/swagger',
    'typebox',
    'prom-client',
    '@redis/client',
    'cockatiel',
  ],
  command: ['commander'],
};

/** What the content script may load of the core and the platform: small, without lists and without a browser API of its own. */
const CONTENT_MAY_RUN = [
  /^extension\/platform\/(address-parts|delay|channel-ids|element-maker|frame-bus|mail-program|outside-view|texts\/(question-keys|reason-keys|texts))\.ts$/,
  /^core\/(evidence\/message-facts\.ts|text\/|result\.ts|fields\/(is-record|schema)\.ts|url\/canonical\/link-layer\.ts|verdict\/(verdict|with-evidence)\.ts|hash\/entry-kind\.ts)/,
  /^extension\/protocol\//,
];

/** Files outside src/ that a room reads at build time. */
const MAY_READ: Partial<Record<Room, RegExp>> = {
  platform: /^\.\.\/public\/_locales\/\w+\/messages\.json$/,
  // What a reader is told of a reason is what `explain` prints.
  publisher: /^\.\.\/(package\.json|feeds\/[\w.-]+\.json|public\/_locales\/en\/messages\.json)$/,
  command: /^\.\.\/package\.json$/,
};

/** Who reads mail as it was sent. */
const READS_MAIL = /^core\/mail\//;

/** Where signatures are made, and where they are kept from. */
const SIGNS = /^server\/(publisher|command|node\/keys)\//;

const files = modulesIn(SOURCE);
const imports = files.flatMap((file) => importsOf(file, SOURCE));

/** The folder in the core's wing, the extension's or the server's. */
const roomOf = (path: string): string => path.replace(/^(extension|server)\//, '').split('/')[0] ?? '';
const isLocal = (target: string): boolean =>
  files.includes(target) || /^(core|extension|server)\/.*\.(ts|css|json)$/.test(target);
const isRoom = (name: string): name is Room => Object.hasOwn(MAY_IMPORT, name);

describe('the files', () => {
  test('files of src import each other in no circle, types included', () => {
    const targets = new Map(files.map((file): [string, readonly string[]] => [file, []]));
    for (const { from, target } of imports) targets.set(from, [...(targets.get(from) ?? []), target]);
    expect(cyclesIn(targets)).toEqual([]);
  });

  test('files of src are short, and those of more than 300 lines begin with a comment', () => {
    const texts = files.map((file) => ({ file, text: readFileSync(resolve(SOURCE, file), 'utf8') }));
    const lengths = texts.map(({ text }) => text.split('\n').length).sort((a, b) => a - b);
    expect(lengths[Math.floor(lengths.length / 2)]).toBeLessThan(100);
    const long = texts.filter(({ text }) => text.split('\n').length > 300);
    expect(long.length).toBeGreaterThan(3);
    expect(long.filter(({ text }) => !text.startsWith('/**')).map(({ file }) => file)).toEqual([]);
  });

  test('files of src lie in folders whose import cycles are found', () => {
    const modules = ['a/one.ts', 'a/two.ts', 'b/one.ts', 'b/two.ts', 'c.ts'];
    const edge = (from: string, target: string): Import => ({ from, target, typeOnly: true });
    const forth = [edge('a/one.ts', 'b/one.ts'), edge('a/one.ts', 'a/two.ts'), edge('c.ts', 'a/one.ts')];
    expect(cyclesIn(foldersOf(modules, forth))).toEqual([]);
    expect(cyclesIn(foldersOf(modules, [...forth, edge('b/two.ts', 'a/two.ts')]))).toEqual(['a → b → a']);
  });

  test('files of src have their import cycles found, however long', () => {
    const ring = new Map([
      ['a', ['b', 'x']],
      ['b', ['c']],
      ['c', ['d', 'a']],
      ['d', []],
    ]);
    expect(cyclesIn(ring)).toEqual(['a → b → c → a']);
  });
});

describe('the rooms', () => {
  test('the rooms of src hold files and imports to look at', () => {
    expect(files.length).toBeGreaterThan(20);
    expect(imports.length).toBeGreaterThan(50);
    for (const room of Object.keys(MAY_IMPORT)) {
      expect(
        files.some((file) => roomOf(file) === room),
        `room ${room} is empty`,
      ).toBe(true);
    }
  });

  test('the rooms of src are all in the table', () => {
    expect(files.filter((file) => !isRoom(roomOf(file)))).toEqual([]);
  });

  test('the rooms of src import only what the table allows', () => {
    const broken = imports.filter(({ from, target }) => {
      const room = roomOf(from);
      if (!isRoom(room)) return true;
      if (target.startsWith('node:')) return !MAY_IMPORT[room].includes('builtins');
      if (target.startsWith('../')) return MAY_READ[room]?.test(target) !== true;
      if (!isLocal(target)) {
        const name = target.startsWith('@')
          ? target.split('/').slice(0, 2).join('/')
          : (target.split('/')[0] ?? '');
        return !MAY_USE[room].includes(name);
      }
      const other = roomOf(target);
      return other !== room && !(isRoom(other) && MAY_IMPORT[room].includes(other));
    });
    expect(broken).toEqual([]);
  });

  test('the rooms of src read raw mail in one place', () => {
    const readers = imports.filter(({ target }) => target === 'postal-mime').map(({ from }) => from);
    expect(readers.length).toBeGreaterThan(1);
    expect(readers.filter((from) => !READS_MAIL.test(from))).toEqual([]);
  });

  test('the rooms of src have every local import resolved', () => {
    const local = imports.filter(({ target }) => isLocal(target) && /\.tsx?$/.test(target));
    expect(local.length).toBeGreaterThan(50);
    expect(local.filter(({ target }) => !files.includes(target))).toEqual([]);
  });

  test('the rooms of src keep what runs in a mail page small: the content script loads no list and no filter', () => {
    const loaded = reachable(
      files.filter((file) => /^extension\/content\/[^/]+\.iife\.ts$/.test(file)),
      ({ typeOnly }) => !typeOnly,
    );
    expect(loaded.length).toBeGreaterThan(5);
    const outside = loaded.filter((file) => roomOf(file) !== 'content');
    expect(outside.filter((file) => !CONTENT_MAY_RUN.some((allowed) => allowed.test(file)))).toEqual([]);
  });

  test('the rooms of src keep signing code out of the browser', () => {
    const entries = files.filter((file) =>
      /^extension\/(background\/background|content\/[^/]+\.iife|pages\/[\w-]+\/[\w-]+|mail\/mail-worker)\.ts$/.test(
        file,
      ),
    );
    expect(entries.length).toBeGreaterThan(3);
    const loaded = reachable(entries, () => true);
    expect(loaded.filter((file) => SIGNS.test(file))).toEqual([]);
    const signing = imports.filter(
      ({ from, target }) =>
        target === 'jose' &&
        /\b(CompactSign|SignJWT|generateKeyPair)\b/.test(readFileSync(resolve(SOURCE, from), 'utf8')),
    );
    expect(signing.length).toBeGreaterThan(0);
    expect(signing.filter(({ from }) => loaded.includes(from))).toEqual([]);
  });
});

/** Every file that the entries load, themselves included. */
function reachable(entries: readonly string[], follow: (edge: Import) => boolean): string[] {
  const seen = new Set<string>(entries);
  for (const file of seen) {
    for (const edge of imports) {
      if (edge.from === file && files.includes(edge.target) && follow(edge)) seen.add(edge.target);
    }
  }
  return [...seen];
}
