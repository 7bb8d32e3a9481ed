import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import { CATEGORIES, LEVELS } from '../../../src/core/verdict/verdict.ts';
import {
  CHANGE_ACTIONS,
  isInForce,
  entryText,
  type Change,
} from '../../../src/server/node/changes/change.ts';
import { ChangeStore, storePath, TOMBSTONE_SECONDS } from '../../../src/server/node/changes/change-store.ts';
import { openDatabase, sqliteRefusal } from '../../../src/server/node/changes/node-sqlite.ts';
import { readChangesInForce } from '../../../src/server/node/changes/read-changes.ts';
import { storeFailure } from '../../../src/server/node/changes/store-failure.ts';
import { backUpChanges } from '../../../src/server/service/changes/back-up-changes.ts';
import { aFolder, succeed } from '../publisher/run-command.ts';
import { aChange, NOW } from './a-change.ts';
import { ChangesModel } from './changes-model.ts';

/** Few entries and sequences, so that changes meet. */
const aFewChanges: fc.Arbitrary<Change> = fc.record({
  id: fc.constantFrom('a', 'b', 'ü\u2028'),
  action: fc.constantFrom(...CHANGE_ACTIONS),
  entry: fc.oneof(
    fc.record({
      kind: fc.constant('url' as const),
      host: fc.constantFrom('a.example', 'b.example'),
      path: fc.constantFrom('/', '/c@d.example', '/?q=1/2'),
    }),
    // The second is spelled as a page is.
    fc.record({
      kind: fc.constant('address' as const),
      address: fc.constantFrom('a@b.example', 'a.example/c@d.example'),
    }),
  ),
  sequence: fc.oneof(fc.nat(4), fc.constant(Number.MAX_SAFE_INTEGER)),
  category: fc.constantFrom(...CATEGORIES),
  level: fc.constantFrom(...LEVELS),
  expiresAt: fc.option(fc.integer({ min: NOW - 2 * TOMBSTONE_SECONDS, max: NOW + 1 })),
  at: fc.constantFrom(0, NOW - TOMBSTONE_SECONDS - 1, NOW - TOMBSTONE_SECONDS, NOW),
});

type Step =
  | { readonly kind: 'append'; readonly batches: readonly (readonly Change[])[] }
  | { readonly kind: 'reopen' | 'forget' | 'copy' };

const aStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('append' as const),
      batches: fc.array(fc.array(aFewChanges, { maxLength: 6 }), { maxLength: 3 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constantFrom('reopen' as const, 'forget' as const, 'copy' as const) }),
  },
);

function opened(path: string): ChangeStore {
  const store = ChangeStore.open(path, 1000);
  onTestFinished(() => {
    try {
      store.close();
    } catch {
      // Closed by the test.
    }
  });
  return store;
}

const allOf = (store: ChangeStore): readonly Change[] => store.since(0, 1000).map(({ change }) => change);
const isGone = ({ action, expiresAt, at }: Change): boolean => {
  const since = action === 'expire' ? at : expiresAt;
  return since !== null && since + TOMBSTONE_SECONDS < NOW;
};

describe('a table of changes', () => {
  test('a table of changes is what its model is, whatever is taken in, forgotten, copied and opened again', () => {
    const folder = aFolder();
    let run = 0;
    fc.assert(
      fc.property(fc.array(aStep, { maxLength: 12 }), (steps) => {
        let path = join(folder, `${run++}.db`);
        let store = ChangeStore.open(path, 1000);
        const model = new ChangesModel();
        let last = 0;
        for (const step of steps) {
          if (step.kind === 'append') {
            const expected = step.batches.map((batch) => batch.map((change) => model.apply(change)));
            const taken = store.append(step.batches);
            expect(taken.outcomes).toEqual(expected);
            last += expected.flat().filter((outcome) => outcome === 'applied').length;
            expect(taken.last).toBe(last);
          } else if (step.kind === 'forget') {
            while (store.deleteExpired(NOW));
            for (const change of model.held()) if (isGone(change)) model.remove(change);
          } else {
            const copy = join(folder, `${run++}.db`);
            if (step.kind === 'copy') store.copyTo(copy);
            store.close();
            if (step.kind === 'copy') path = copy;
            store = ChangeStore.open(path, 1000);
          }
          expect(allOf(store)).toEqual(model.held());
          expect(store.state()).toEqual({ last, held: model.held().length });
        }
        expect([...store.inForce(NOW)]).toEqual(model.held().filter((change) => isInForce(change, NOW)));
        for (const change of model.held()) {
          const { kind } = change.entry;
          const { hasher } = store;
          const hash =
            kind === 'url'
              ? hasher.url(change.entry.host, change.entry.path)
              : hasher.address(change.entry.address);
          expect(store.find(kind, entryText(change.entry), hash)).toEqual(change);
        }
        const placed = store.since(0, 1000);
        expect(store.hashesSince(0, 1000).map(([position]) => position)).toEqual(
          placed.map(({ position }) => position),
        );
        const middle = placed[Math.floor(placed.length / 2)]?.position ?? 0;
        expect(store.since(middle, 2)).toEqual(
          placed.filter(({ position }) => position > middle).slice(0, 2),
        );
        store.close();
      }),
      { numRuns: 60 },
    );
  });

  test('a table of changes shows what is committed to others at once, and nothing of what is not', () => {
    const path = storePath(aFolder());
    const store = opened(path);
    const other = ChangeStore.read(path, 1000);
    store.append([[aChange({})]]);
    expect(other.state()).toEqual({ last: 1, held: 1 });
    const broken = { ...aChange({ host: 'c.example' }), at: Number.NaN };
    expect(() => store.append([[aChange({ host: 'b.example' })], [broken]])).toThrow('NOT NULL');
    expect([store.state(), other.state()]).toEqual([
      { last: 1, held: 1 },
      { last: 1, held: 1 },
    ]);
    expect(store.append([[aChange({ host: 'b.example' })]]).last).toBe(2);
    expect(() => other.append([[aChange({ host: 'd.example' })]])).toThrow('readonly');
    other.close();
  });

  test('a table of changes never gives a position twice, though the last change is forgotten', () => {
    const path = storePath(aFolder());
    const store = opened(path);
    store.append([[aChange({ host: 'a.example', action: 'expire', at: 0 })]]);
    expect([store.deleteExpired(NOW), store.state()]).toEqual([false, { last: 1, held: 0 }]);
    expect(store.append([[aChange({ host: 'a.example' })]]).last).toBe(2);
  });

  test.each([
    ['a change that is none', 'UPDATE changes SET action = 9'],
    ['an entry that is not what it was', "UPDATE changes SET entry = 'cad.example/'"],
    ['a change that is none', "UPDATE changes SET entry = 'bad.example'"],
    ['no state', 'DELETE FROM about'],
    ['no key', "UPDATE about SET key = 'short'"],
  ])('a table of changes with %s is damaged, and not believed', (because, sql) => {
    const folder = aFolder();
    const store = opened(storePath(folder));
    store.append([[aChange({})]]);
    store.close();
    const db = openDatabase(storePath(folder), false, 0);
    db.exec(sql);
    db.close();
    const read = readChangesInForce(folder, NOW);
    if (because === 'no state')
      expect(() => ChangeStore.open(storePath(folder), 0).state()).toThrow('no key');
    else
      expect(read.ok ? null : [read.failure.kind, read.failure.message]).toEqual([
        'changes-damaged',
        expect.stringContaining(because),
      ]);
  });

  /** A table of some pages, as one file. */
  function whole(): { readonly folder: string; readonly path: string } {
    const folder = aFolder();
    const store = opened(storePath(folder));
    store.append([Array.from({ length: 2000 }, (_, index) => aChange({ host: `h${index}.example` }))]);
    store.close();
    return { folder, path: storePath(folder) };
  }

  test.each([
    ['cut short', 'changes-damaged', (path: string) => truncateSync(path, 6000)],
    ['of text', 'changes-damaged', (path: string) => writeFileSync(path, 'x'.repeat(10_000))],
    ['overwritten in the middle', 'changes-damaged', (path: string) => scribble(path)],
    ['empty', 'changes-of-another-version', (path: string) => truncateSync(path, 0)],
    [
      'of another program',
      'changes-of-another-version',
      (path: string) => another(path, 'PRAGMA application_id = 7'),
    ],
    [
      'of a later version',
      'changes-of-another-version',
      (path: string) => another(path, 'PRAGMA user_version = 2'),
    ],
    ['missing', 'changes-unreadable', (path: string) => rmSync(path)],
  ])('a table of changes that is %s is refused by its readers: %s', (_, kind, harm) => {
    const { folder, path } = whole();
    harm(path);
    expect(readChangesInForce(folder, NOW)).toMatchObject({ ok: false, failure: { kind } });
  });

  test('a table of changes of another program is left as it is by its writer', () => {
    const { path } = whole();
    another(path, 'PRAGMA application_id = 7');
    const before = readFileSync(path);
    expect(() => ChangeStore.open(path, 0)).toThrow('of another version');
    expect(readFileSync(path).equals(before)).toBe(true);
  });

  test('a table of changes that another program has locked is refused, and taken when it is free', () => {
    const { path } = whole();
    const store = opened(path);
    const other = openDatabase(path, false, 0);
    other.exec('BEGIN IMMEDIATE');
    let error: unknown = null;
    const impatient = ChangeStore.open(path, 0);
    try {
      impatient.append([[aChange({})]]);
    } catch (caught) {
      error = caught;
    }
    impatient.close();
    expect(storeFailure(path, error)).toMatchObject({ kind: 'changes-locked' });
    expect(store.state().held).toBe(2000);
    other.exec('COMMIT');
    other.close();
    expect(store.append([[aChange({})]]).outcomes).toEqual([['applied']]);
  });

  test('a table of changes is read as unchanging where its writer has closed it, and takes nothing from the next one', () => {
    const { path } = whole();
    const unchanging = ChangeStore.readUnchanging(path);
    expect(unchanging.state().held).toBe(2000);
    const store = opened(path);
    const before = statSync(`${path}-wal`).ino;
    unchanging.close();
    store.append([[aChange({})]]);
    expect(statSync(`${path}-wal`).ino).toBe(before);
    const other = ChangeStore.read(path, 1000);
    expect(other.state().held).toBe(2001);
    other.close();
  });
});

function scribble(path: string): void {
  const file = openSync(path, 'r+');
  for (let page = 2; page < 20; page++) writeSync(file, Buffer.alloc(4096, 0xaa), 0, 4096, page * 4096);
  closeSync(file);
}

function another(path: string, sql: string): void {
  const db = openDatabase(path, false, 0);
  db.exec(sql);
  db.close();
}

describe('Node', () => {
  test.each([
    ['20.20.2', undefined, false],
    ['22.23.3', '3.51.3', false],
    ['24.0.0', '3.49.1', false],
    ['24.21.0', '3.51.2', false],
    ['24.21.0', undefined, false],
    ['24.21.0', '3.51.3', true],
    ['24.21.0', '3.53.4', true],
    ['26.1.0', '4.0.0', true],
  ])('Node: %s with SQLite %s can keep changes: %s', (node, sqlite, can) => {
    const refusal = sqliteRefusal({ node, sqlite });
    expect(refusal === null).toBe(can);
    if (refusal !== null)
      expect(refusal).toMatch(/^Changes are kept in the SQLite of Node 24\.21 .* and this is Node /);
  });
});

describe('a backup', () => {
  const backUp = async (data: string, out: string): Promise<unknown> =>
    JSON.parse((await succeed(['backup-changes', '--data', data, '--out', out, '--json'])).join(''));

  test('a backup of a table that is written to is as of one moment, and is opened in its place', async () => {
    const data = aFolder();
    const out = join(aFolder(), 'copy.db');
    mkdirSync(join(data, 'changes'));
    const store = opened(storePath(join(data, 'changes')));
    store.append([[aChange({ host: 'a.example' }), aChange({ host: 'b.example' })]]);
    expect(await backUp(data, out)).toMatchObject({ file: out, entries: 2, position: 2 });
    store.append([[aChange({ host: 'c.example' })]]);
    expect([readdirSync(dirname(out)), statSync(out).mode & 0o777]).toEqual([['copy.db'], 0o600]);
    const restored = opened(out);
    expect(allOf(restored)).toEqual([aChange({ host: 'a.example' }), aChange({ host: 'b.example' })]);
    expect(restored.append([[aChange({ host: 'd.example' })]]).last).toBe(3);
  });

  test.each([
    ['over a file that is there', 'exists', (_: string, out: string) => writeFileSync(out, 'mine')],
    [
      'of a folder without changes',
      'changes-unreadable',
      (changes: string) => rmSync(changes, { recursive: true }),
    ],
    ['of what is damaged', 'changes-damaged', (changes: string) => scribble(storePath(changes))],
    [
      'to a folder that is not there',
      'changes-unreadable',
      (_: string, out: string) => rmSync(dirname(out), { recursive: true }),
    ],
  ])('a backup: %s is refused, and leaves nothing', async (_, kind, harm) => {
    const data = aFolder();
    const changes = join(data, 'changes');
    const out = join(aFolder(), 'copy.db');
    mkdirSync(changes);
    const store = ChangeStore.open(storePath(changes), 1000);
    store.append([Array.from({ length: 2000 }, (_, index) => aChange({ host: `h${index}.example` }))]);
    store.close();
    harm(changes, out);
    const before = existsSync(dirname(out)) ? readdirSync(dirname(out)) : [];
    expect(await backUpChanges(data, out)).toMatchObject({ ok: false, failure: { kind } });
    expect(existsSync(dirname(out)) ? readdirSync(dirname(out)) : []).toEqual(before);
  });
});
