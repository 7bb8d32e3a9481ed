import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { buildBinBloomFilter } from '../../../src/core/filter/bin-bloom-filter-builder.ts';
import { decodeSnapshot } from '../../../src/core/snapshot/decode-snapshot.ts';
import { opaqueBytes } from '../../../src/core/snapshot/opaque-sections.ts';
import { encodeWordModel } from '../../../src/core/words/word-model.ts';
import { basePath } from '../../../src/core/snapshot/channel-index.ts';
import { encodeSnapshot } from '../../../src/core/snapshot/encode-snapshot.ts';
import { aWorkshop, NOON, succeed, type CommandResult, type Workshop } from './run-command.ts';

const MODEL = encodeWordModel({
  rule: { leastKnown: 15, knownShare: 0.5, firesAt: 3 },
  hashKey: new Uint8Array(8),
  vocabulary: buildBinBloomFilter(
    [
      { high: 1, low: 2, score: 2 },
      { high: 3, low: 4, score: -2 },
    ],
    { binCount: 2, absentWordRate: 0.01 },
  ),
});

async function buildWith(
  model: Uint8Array,
  rest: object = {},
): Promise<{ readonly workshop: Workshop; readonly result: CommandResult }> {
  const workshop = await aWorkshop();
  const folder = dirname(workshop.channel);
  writeFileSync(join(folder, 'words.slwm'), model);
  writeFileSync(join(folder, 'tables.txt'), 'PayPal | paypal-mail-eu.com\n');
  workshop.setFeeds([{ name: 'A', text: 'http://evil.test/x\n' }], { wordModel: 'words.slwm', ...rest });
  return { workshop, result: await workshop.build() };
}

test('a model of words travels with the snapshot beside tables, and the report says how many words it has', async () => {
  const { workshop, result } = await buildWith(MODEL, { evidenceTables: 'tables.txt' });
  expect(result.code).toBe(0);
  const decoded = decodeSnapshot(readFileSync(join(workshop.channel, 'base', '1.slb')));
  if (!decoded.ok) throw new Error(decoded.failure.kind);
  expect(opaqueBytes(decoded.value.opaque, 'model/1')).toEqual(MODEL);
  expect(opaqueBytes(decoded.value.opaque, 'tables/1')).not.toBeNull();
  expect(JSON.parse(readFileSync(join(workshop.channel, 'report', '1.json'), 'utf8'))).toMatchObject({
    wordModelWords: 2,
  });
});

test('`build` and `inspect` count no model and no table as bits of entries', async () => {
  // Records of the file have 25 bytes more for the names of the two, of 200 entries here.
  const text = Array.from({ length: 200 }, (_, index) => `http://evil${index}.test/x\n`).join('');
  const bitsWith = async (rest: object): Promise<readonly number[]> => {
    const { workshop } = await buildWith(MODEL, { feeds: [], ...rest });
    workshop.setFeeds([{ name: 'A', text }], rest);
    const { lines } = await workshop.build({ now: NOON + 60 });
    const [inspected = ''] = await succeed(['inspect', workshop.channel, '--json'], { now: NOON + 60 });
    const { bitsPerEntry } = JSON.parse(inspected) as { readonly bitsPerEntry: number };
    return [Number(/([\d.]+) bits an entry/.exec(lines.join('\n'))?.[1]), bitsPerEntry];
  };
  const alone = await bitsWith({});
  const withMore = await bitsWith({ wordModel: 'words.slwm', evidenceTables: 'tables.txt' });
  for (const [index, bits] of alone.entries()) expect(withMore[index]).toBeCloseTo(bits + 1.04, 0);
});

test('`explain --message` says that points are also by what the channel knows', async () => {
  const { workshop } = await buildWith(MODEL);
  const mail = join(dirname(workshop.channel), 'a.eml');
  writeFileSync(mail, 'From: ann@good.example\r\nSubject: Lunch\r\n\r\nSee you at noon.\r\n');
  const alone = await succeed(['explain', '--message', mail]);
  expect(alone).toContainEqual(expect.stringMatching(/^ {2}without any list: \d points/));
  const asked = await succeed(['explain', '--message', mail, '--channel', workshop.channel]);
  expect(asked).toContainEqual(expect.stringMatching(/^ {2}by itself, with what .+ knows: \d points/));
});

test('`inspect` names what a snapshot carries beside entries, and what of it readers would leave out', async () => {
  const { workshop } = await buildWith(MODEL, { evidenceTables: 'tables.txt' });
  const [line = ''] = await succeed(['inspect', workshop.channel, '--json']);
  expect(JSON.parse(line)).toMatchObject({
    added: [
      { name: 'model/1', bytes: MODEL.length, words: 2, bins: 2, rows: null, refused: null },
      { name: 'tables/1', rows: 1, words: null, refused: null },
    ],
  });
  const text = (await succeed(['inspect', workshop.channel])).join('\n');
  expect(text).toMatch(
    /model\/1: a model of 2 words in 2 bins, .*\n +tables\/1: 1 row for the tables of evidence/,
  );

  const file = join(workshop.channel, basePath(1));
  const decoded = decodeSnapshot(readFileSync(file));
  if (!decoded.ok) throw new Error(decoded.failure.kind);
  const opaque = [
    { name: 'model/1', bytes: MODEL.slice(0, -1) },
    { name: 'other/1', bytes: Uint8Array.of(1, 2) },
    { name: 'tables/1', bytes: new Uint8Array(70_000).fill(35) },
  ];
  writeFileSync(file, encodeSnapshot({ ...decoded.value, opaque }));
  const [other = ''] = await succeed(['inspect', file, '--json']);
  expect(JSON.parse(other)).toMatchObject({
    added: [
      { name: 'model/1', words: null, refused: 'bad-vocabulary' },
      { name: 'other/1', bytes: 2, refused: null },
      { name: 'tables/1', rows: null, refused: 'too-large' },
    ],
  });
});

test.each([
  ['damaged', MODEL.slice(0, -1), 'is no model of words: bad-vocabulary'],
  ['of another kind', new TextEncoder().encode('PayPal | paypal.com'), 'is no model of words: not-a-model'],
  ['larger than readers take', new Uint8Array(300_000), 'readers take 262144'],
])('a build with a model that is %s stops before the channel is touched', async (_, model, why) => {
  const { workshop, result } = await buildWith(model);
  expect(result.code).not.toBe(0);
  expect(result.notes.join('\n')).toContain(why);
  expect(() => readFileSync(join(workshop.channel, 'latest.jws'))).toThrow('ENOENT');
});
