import { appendFileSync, readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CATEGORIES, LEVELS } from '../../../src/core/verdict/verdict.ts';
import { CHANGE_ACTIONS, type Change } from '../../../src/server/node/changes/change.ts';
import { fromLine, toLine } from '../../../src/server/node/changes/change-line.ts';
import { ChangeLog } from '../../../src/server/service/changes/change-log.ts';
import { TOMBSTONE_SECONDS, writeState } from '../../../src/server/service/changes/compact-log.ts';
import { ChangeReader } from '../../../src/server/node/changes/change-reader.ts';
import { Overlay } from '../../../src/server/node/changes/overlay.ts';
import { parseChange } from '../../../src/server/service/changes/parse-change.ts';
import { aFolder } from '../publisher/run-command.ts';
import { aChange, NOW } from './a-change.ts';

const anyChange: fc.Arbitrary<Change> = fc.record({
  id: fc.string({ minLength: 1, maxLength: 20, unit: 'grapheme' }),
  action: fc.constantFrom(...CHANGE_ACTIONS),
  entry: fc.oneof(
    fc.record({ kind: fc.constant('url' as const), host: fc.domain(), path: fc.webPath() }),
    fc.record({ kind: fc.constant('address' as const), address: fc.emailAddress() }),
  ),
  sequence: fc.maxSafeNat(),
  category: fc.constantFrom(...CATEGORIES),
  level: fc.constantFrom(...LEVELS),
  expiresAt: fc.option(fc.maxSafeNat()),
  at: fc.maxSafeNat(),
});

describe('a line of the change log', () => {
  test('gives back what was written', () => {
    fc.assert(
      fc.property(anyChange, (change) => {
        expect(fromLine(toLine(change).slice(0, -1))).toEqual({ ok: true, value: change });
      }),
    );
  });

  test('with any one character changed is refused', () => {
    fc.assert(
      fc.property(anyChange, fc.nat(), fc.string({ minLength: 1, maxLength: 1 }), (change, place, other) => {
        const line = toLine(change).slice(0, -1);
        const at = place % line.length;
        fc.pre(line[at] !== other);
        expect(fromLine(line.slice(0, at) + other + line.slice(at + 1)).ok).toBe(false);
      }),
    );
  });

  test('is never anything but a change or a refusal', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (line) => void fromLine(line)));
  });
});

describe('a change from outside', () => {
  const good = { id: '1', action: 'add', entry: 'https://bad.example/login', sequence: 1 };

  test('is read with what it leaves out filled in', () => {
    expect(parseChange(good, NOW)).toEqual({
      ok: true,
      value: {
        id: '1',
        action: 'add',
        entry: { kind: 'url', host: 'bad.example', path: '/login' },
        sequence: 1,
        category: 'phishing',
        level: 'danger',
        expiresAt: null,
        at: NOW,
      },
    });
  });

  test.each([
    ['no object', [], 'not-an-object'],
    ['no id', { ...good, id: '' }, 'bad-id'],
    ['an id of 129 characters', { ...good, id: 'x'.repeat(129) }, 'bad-id'],
    ['half a character in its id', { ...good, id: '\ud800' }, 'bad-id'],
    ['an action that is none', { ...good, action: 'constructor' }, 'bad-action'],
    ['no action', { ...good, action: undefined }, 'bad-action'],
    ['a sequence below zero', { ...good, sequence: -1 }, 'bad-sequence'],
    ['a sequence that is no integer', { ...good, sequence: 1.5 }, 'bad-sequence'],
    ['a sequence beyond what numbers can tell apart', { ...good, sequence: 2 ** 53 }, 'bad-sequence'],
    ['an unknown category', { ...good, category: 'rude' }, 'bad-category'],
    ['an unknown level', { ...good, level: 'doom' }, 'bad-level'],
    ['an expiry that is a text', { ...good, expiresAt: 'tomorrow' }, 'bad-expiry'],
    ['an entry that is a pattern', { ...good, entry: '*.*' }, 'bad-entry'],
    ['an entry that is very long', { ...good, entry: `http://a.example/${'x'.repeat(2048)}` }, 'bad-entry'],
    ['an unknown kind', { ...good, kind: 'rumour' }, 'bad-entry'],
    ['a sender that is none', { ...good, kind: 'address', entry: 'x y' }, 'bad-entry'],
    ['a sender at a public suffix', { ...good, kind: 'address', entry: 'bad@co.uk' }, 'bad-entry'],
    ['a sender that is a page', { ...good, kind: 'address', entry: 'https://b.example/login' }, 'bad-entry'],
    ['a sender cut short', { ...good, kind: 'address', entry: 'bad@sender...' }, 'bad-entry'],
    ['a message', { ...good, kind: 'message', entry: '0.0123456789abcdef' }, 'kind-not-checked'],
    ['a sender called a URL', { ...good, entry: 'bad@sender.example' }, 'bad-entry'],
    ['a trigger of a policy zone', { ...good, entry: '8.0.0.0.10.rpz-client-ip' }, 'bad-entry'],
    ['a name cut short', { ...good, entry: 'https://www.bank...' }, 'bad-entry'],
    ['a whole public suffix', { ...good, entry: 'co.uk' }, 'never-looked-up'],
    ['a host whose users are many', { ...good, entry: 'docs.google.com' }, 'never-looked-up'],
  ])('with %s is refused', (_, value, failure) => {
    expect(parseChange(value, NOW)).toEqual({ ok: false, failure });
  });

  test.each([
    ['Bad@Sender.Example', 'bad@sender.example'],
    ['Ann <bad@sender.example>', 'bad@sender.example'],
    ['@sender.example', 'sender.example'],
    ['bücher.example', 'xn--bcher-kva.example'],
  ])('of the kind address is read as an address list is: %s', (entry, address) => {
    expect(parseChange({ ...good, kind: 'address', entry }, NOW)).toMatchObject({
      ok: true,
      value: { entry: { kind: 'address', address } },
    });
  });

  test('is read or refused, whatever it is', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.jsonValue(),
          fc.record({
            id: fc.string(),
            action: fc.constantFrom(...CHANGE_ACTIONS),
            entry: fc.string(),
            sequence: fc.nat(),
          }),
          fc.record({
            id: fc.constant('1'),
            action: fc.constant('add'),
            entry: fc.webUrl(),
            sequence: fc.nat(),
          }),
        ),
        (value) => {
          const change = parseChange(value, NOW);
          if (change.ok) expect(fromLine(toLine(change.value).slice(0, -1))).toEqual(change);
        },
      ),
    );
  });
});

describe('the overlay', () => {
  test('comes to the same, in whatever order changes of different sequences arrive', () => {
    const changes = fc.uniqueArray(
      fc.record({ entry: fc.nat(2), sequence: fc.nat(20), action: fc.constantFrom(...CHANGE_ACTIONS) }),
      { selector: ({ entry, sequence }) => `${entry} ${sequence}`, maxLength: 20 },
    );
    fc.assert(
      fc.property(changes, fc.infiniteStream(fc.nat()), (list, order) => {
        const [ordered, shuffled] = [new Overlay(), new Overlay()];
        const all = list.map(({ entry, sequence, action }, index) =>
          aChange({ id: String(index), host: `${entry}.example`, sequence, action }),
        );
        for (const change of all) ordered.apply(change);
        const ranks = new Map(all.map((change) => [change, order.next().value]));
        for (const change of [...all].sort((a, b) => (ranks.get(a) ?? 0) - (ranks.get(b) ?? 0)))
          shuffled.apply(change);
        for (const name of ['0', '1', '2']) {
          const text = `${name}.example/`;
          expect(shuffled.decisive('url', text, NOW)).toEqual(ordered.decisive('url', text, NOW));
        }
      }),
    );
  });

  test.each([
    ['the same again', aChange({}), 'repeated'],
    ['an older sequence', aChange({ id: 'b', sequence: 4, action: 'remove' }), 'superseded'],
    ['the same sequence from another', aChange({ id: 'b', action: 'remove' }), 'conflict'],
    ['a newer one', aChange({ id: 'b', sequence: 6, action: 'remove' }), 'applied'],
  ])('says of %s what became of it', (_, change, outcome) => {
    const overlay = new Overlay();
    overlay.apply(aChange({}));
    expect(overlay.apply(change)).toBe(outcome);
  });

  test('leaves the decision to the channel once a change has expired or was withdrawn', () => {
    const overlay = new Overlay();
    overlay.apply(aChange({ expiresAt: NOW + 10 }));
    expect(overlay.decisive('url', 'bad.example/', NOW + 9)?.action).toBe('add');
    expect(overlay.decisive('url', 'bad.example/', NOW + 10)).toBe(null);
    overlay.apply(aChange({ id: 'b', action: 'expire', sequence: 6 }));
    expect(overlay.decisive('url', 'bad.example/', NOW)).toBe(null);
    expect(overlay.apply(aChange({ id: 'c', sequence: 5 }))).toBe('superseded');
  });

  test('does not take an address for a page of the same spelling', () => {
    const overlay = new Overlay();
    const { entry: _, ...rest } = aChange({});
    overlay.apply({ ...rest, entry: { kind: 'address', address: 'b.example/c@d.example' } });
    expect(overlay.decisive('url', 'b.example/c@d.example', NOW)).toBe(null);
    expect(overlay.decisive('address', 'b.example/c@d.example', NOW)).not.toBe(null);
  });
});

async function openLog(folder: string, now = NOW): Promise<ChangeLog> {
  const log = await ChangeLog.open(folder, now, () => {});
  if (!log.ok) throw new Error(log.failure.message);
  return log.value;
}

async function readAll(folder: string, log: ChangeLog): Promise<Change[]> {
  const read: Change[] = [];
  await new ChangeReader(folder).readTo(log.end(), (change) => void read.push(change));
  return read;
}

const some = (count: number, from = 0): Change[] =>
  Array.from({ length: count }, (_, index) =>
    aChange({ id: String(from + index), host: `${from + index}.example` }),
  );

describe('the change log', () => {
  test('gives back everything that it has acknowledged, in order, to whoever opens it next', async () => {
    const folder = aFolder();
    const log = await openLog(folder);
    await Promise.all([log.append(some(3)), log.append(some(2, 3)), log.append(some(1, 5))]);
    await log.close();
    const again = await openLog(folder);
    expect(await readAll(folder, again)).toEqual(some(6));
    await again.close();
  });

  test('says where each append begins', async () => {
    const folder = aFolder();
    const log = await openLog(folder);
    const [first, second] = await Promise.all([log.append(some(2)), log.append(some(1, 2))]);
    const places: number[] = [];
    await new ChangeReader(folder).readTo(log.end(), (_, { offset }) => void places.push(offset));
    expect(first).toEqual({ ok: true, value: { file: 1, offset: places[0] } });
    expect(second).toEqual({ ok: true, value: { file: 1, offset: places[2] } });
    await log.close();
  });

  test('cut off at any byte keeps every whole line before it, and goes on', async () => {
    const folder = aFolder();
    const log = await openLog(folder);
    await log.append(some(3));
    await log.close();
    const path = join(folder, '00000001.log');
    const whole = readFileSync(path);
    for (let length = 0; length <= whole.length; length++) {
      writeFileSync(path, whole);
      truncateSync(path, length);
      const lines = whole.subarray(0, length).filter((byte) => byte === 10).length;
      const cut = await openLog(folder);
      expect(await readAll(folder, cut), `${length} bytes`).toEqual(some(lines));
      await cut.append(some(1, 9));
      expect(await readAll(folder, cut), `${length} bytes`).toEqual([...some(lines), ...some(1, 9)]);
      await cut.close();
    }
  });

  test('with blank blocks at its end, as a power cut leaves them, loses nothing that was acknowledged', async () => {
    const folder = aFolder();
    const log = await openLog(folder);
    await log.append(some(3));
    await log.close();
    appendFileSync(join(folder, '00000001.log'), Buffer.alloc(4096));
    const again = await openLog(folder);
    expect(await readAll(folder, again)).toEqual(some(3));
    await again.close();
  });

  test('is refused if a line is damaged that others follow', async () => {
    const folder = aFolder();
    const log = await openLog(folder);
    await log.append(some(3));
    await log.close();
    const path = join(folder, '00000001.log');
    const bytes = readFileSync(path);
    bytes[30] = (bytes[30] ?? 0) ^ 1;
    writeFileSync(path, bytes);
    expect(await ChangeLog.open(folder, NOW, () => {})).toMatchObject({
      ok: false,
      failure: { kind: 'damaged-log' },
    });
  });

  test('becomes a state when it has grown, which forgets only what has long said nothing', async () => {
    const folder = aFolder();
    const log = await openLog(folder);
    const many = some(40_000).map((change) => ({ ...change, id: 'x'.repeat(80) }));
    await log.append(many);
    await log.append([
      aChange({ id: 'gone', host: '7.example', sequence: 9, action: 'expire' }),
      aChange({ id: 'over', host: '8.example', sequence: 9, expiresAt: NOW }),
    ]);
    await log.close();
    expect(statSync(join(folder, '00000001.log')).size).toBeGreaterThan(4 << 20);

    const soon = await openLog(folder, NOW + TOMBSTONE_SECONDS);
    expect(readdirSync(folder).sort()).toEqual(['00000001.state', '00000002.log']);
    expect((await readAll(folder, soon)).length).toBe(40_000);
    await soon.append(many.map((change) => ({ ...change, sequence: 6 })));
    await soon.close();
    const late = await openLog(folder, NOW + TOMBSTONE_SECONDS + 1);
    const kept = await readAll(folder, late);
    expect(kept.length).toBe(39_998);
    expect(kept.some(({ entry }) => entry.kind === 'url' && entry.host === '7.example')).toBe(false);
    await late.close();
  });

  test('becomes the same state by parts, of which one is held at a time', async () => {
    const folder = aFolder();
    const log = await openLog(folder);
    const whole = new Overlay();
    for (let round = 0; round < 3; round++) {
      const changes = some(3000).map((change, index) => ({
        ...change,
        id: `${round} ${index}`,
        sequence: (index * 7 + round * 5) % 11,
      }));
      for (const change of changes) whole.apply(change);
      await log.append(changes);
    }
    await log.close();
    const end = { file: 1, offset: statSync(join(folder, '00000001.log')).size };
    writeFileSync(join(folder, '.unfinished-part-3'), 'of a process that was killed\n');
    const again = await openLog(folder);
    await again.close();
    await writeState(folder, end, NOW, Math.ceil(end.offset / 20));
    expect(readdirSync(folder).sort()).toEqual(['00000001.log', '00000001.state']);
    const read: Change[] = [];
    await new ChangeReader(folder)
      .readTo({ file: 2, offset: 0 }, (change) => void read.push(change))
      .catch(() => {});
    const byHost = (changes: Iterable<Change>): readonly string[] => [...changes].map(toLine).sort();
    expect(byHost(read)).toEqual(byHost(whole.held()));
  });

  test('is refused if one of its files is missing', async () => {
    const folder = aFolder();
    const log = await openLog(folder);
    await log.append(some(1));
    await log.close();
    writeFileSync(join(folder, '00000003.log'), toLine(aChange({})));
    expect(await ChangeLog.open(folder, NOW, () => {})).toMatchObject({ ok: false });
  });
});
