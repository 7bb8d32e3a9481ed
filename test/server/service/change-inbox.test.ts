import {
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { ok, type Result } from '../../../src/core/result.ts';
import { readChangesInForce } from '../../../src/server/node/changes/read-changes.ts';
import type { ExplainedFailure } from '../../../src/server/node/explained-failure.ts';
import { byteLines } from '../../../src/server/service/changes/byte-lines.ts';
import { ChangeInbox, parseLine, type FileResult } from '../../../src/server/service/changes/change-inbox.ts';
import { aFolder } from '../publisher/run-command.ts';
import { NOW } from './a-change.ts';
import { aTable } from './a-table.ts';

const line = (host: string, rest: object = {}): string =>
  JSON.stringify({ id: host, action: 'add', entry: host, sequence: 1, ...rest });

interface AnInbox {
  readonly folder: string;
  readonly inbox: string;
  /** Puts a file as its sender should: written beside it, then renamed. */
  put(name: string, content: string | Uint8Array): void;
  look(now?: number): Promise<Result<readonly FileResult[], ExplainedFailure>>;
  hosts(): Promise<readonly string[]>;
  close(): Promise<void>;
}

async function anInbox(fails: () => ExplainedFailure | null = () => null): Promise<AnInbox> {
  const table = aTable();
  const { folder } = table;
  const inbox = join(folder, 'inbox');
  const changes = new ChangeInbox(inbox, async (batch) => {
    const failure = fails();
    return failure === null ? ok(table.apply(...batch)) : { ok: false, failure };
  });
  await changes.look(NOW, () => {});
  return {
    folder,
    inbox,
    put: (name, content) => {
      writeFileSync(join(folder, 'aside'), content);
      renameSync(join(folder, 'aside'), join(inbox, name));
    },
    look: async (now = NOW) => {
      const results: FileResult[] = [];
      const looked = await changes.look(now, (_, result) => results.push(result));
      return looked.ok ? ok(results) : looked;
    },
    hosts: async () => {
      const decisive = readChangesInForce(folder, NOW);
      if (!decisive.ok) throw new Error(decisive.failure.message);
      return decisive.value.map(({ entry }) => (entry.kind === 'url' ? entry.host : entry.address)).sort();
    },
    close: async () => table.store.close(),
  };
}

test('a file of changes is taken in, its result is left, and it is gone', async () => {
  const box = await anInbox();
  box.put(
    '1.jsonl',
    Buffer.concat([
      Buffer.from(`${line('a.example')}\n\n{not json\n${line('com')}\n`),
      Buffer.from([0x7b, 0xff, 0x0a]),
      Buffer.from(`${line('b.example', { id: 'x'.repeat(20_000) })}\n${line('c.example')}`),
    ]),
  );
  const result = {
    lines: 6,
    taken: 2,
    refused: 4,
    refusals: [
      { line: 3, because: 'not-json' },
      { line: 4, because: 'bad-entry' },
      { line: 5, because: 'not-utf8' },
      { line: 6, because: 'line-too-long' },
    ],
  };
  expect(await box.look()).toEqual(ok([result]));
  expect(await box.hosts()).toEqual(['a.example', 'c.example']);
  expect(readdirSync(box.inbox)).toEqual(['1.result.json']);
  expect(JSON.parse(readFileSync(join(box.inbox, '1.result.json'), 'utf8'))).toEqual(result);
  expect(await box.look()).toEqual(ok([]));
  await box.close();
});

test('what is still being written, and what only points elsewhere, is left alone', async () => {
  const box = await anInbox();
  const elsewhere = join(box.folder, 'elsewhere');
  writeFileSync(elsewhere, line('a.example'));
  symlinkSync(elsewhere, join(box.inbox, 'link.jsonl'));
  box.put('2.jsonl.part', line('b.example'));
  box.put('.3.jsonl', line('c.example'));
  expect(await box.look()).toEqual(ok([]));
  expect(readdirSync(box.inbox).sort()).toEqual(['.3.jsonl', '2.jsonl.part', 'link.jsonl']);
  expect(existsSync(elsewhere)).toBe(true);
  await box.close();
});

test('a file that cannot be acknowledged stays, and is read again', async () => {
  let failure: ExplainedFailure | null = null;
  const box = await anInbox(() => failure);
  const hosts = Array.from({ length: 2500 }, (_, index) => `h${index}.example`);
  box.put('1.jsonl', hosts.map((host) => `${line(host)}\n`).join(''));
  box.put('2.jsonl', line('later.example'));
  failure = { kind: 'not-written', message: 'The disk is full.' };
  expect(await box.look()).toEqual({ ok: false, failure });
  expect(readdirSync(box.inbox)).toEqual(['1.jsonl', '2.jsonl']);
  failure = null;
  expect(await box.look()).toMatchObject({ ok: true, value: [{ taken: 2500 }, { taken: 1 }] });
  expect(await box.hosts()).toEqual([...hosts, 'later.example'].sort());
  await box.close();
});

test('a file that was read to its end before a crash does no harm when it is read again', async () => {
  const box = await anInbox();
  const changes = `${line('a.example', { sequence: 2 })}\n${line('b.example')}\n`;
  box.put('1.jsonl', changes);
  await box.look();
  box.put('2.jsonl', line('a.example', { action: 'remove', sequence: 3 }));
  await box.look();
  box.put('1.jsonl', changes);
  await box.look();
  const decisive = readChangesInForce(box.folder, NOW);
  expect(decisive.ok && decisive.value.map(({ id, action }) => `${id} ${action}`).sort()).toEqual([
    'a.example remove',
    'b.example add',
  ]);
  await box.close();
});

test('results are kept for 30 days', async () => {
  const box = await anInbox();
  box.put('1.jsonl', line('a.example'));
  await box.look();
  const result = join(box.inbox, '1.result.json');
  utimesSync(result, NOW, NOW);
  await box.look(NOW + 29 * 86_400);
  expect(existsSync(result)).toBe(true);
  await box.look(NOW + 31 * 86_400);
  expect(existsSync(result)).toBe(false);
  await box.close();
});

test('any bytes are a change, a refusal or an empty line', () => {
  fc.assert(fc.property(fc.uint8Array(), (bytes) => void parseLine(bytes, NOW)));
  fc.assert(fc.property(fc.json(), (text) => void parseLine(Buffer.from(text), NOW)));
});

test('lines come out as they were put in, wherever the file is cut while it is read', async () => {
  const path = join(aFolder(), 'lines');
  // Beyond what is read at a time, with a line that is too long in the middle.
  const lines = Array.from({ length: 3000 }, (_, index) => String(index).repeat(index % 40));
  lines[1500] = 'x'.repeat(300_000);
  lines[1501] = 'after';
  writeFileSync(path, lines.join('\n'));
  const read: (string | null)[] = [];
  for await (const bytes of byteLines(path, 1000))
    read.push(bytes === null ? null : Buffer.from(bytes).toString());
  expect(read).toEqual(lines.map((text) => (text.length > 1000 ? null : text)));
});
