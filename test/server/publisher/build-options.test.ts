import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { isJsonObject } from './json-object.ts';
import { aWorkshop, NOON, type Workshop } from './run-command.ts';

const HOUR = 3600;

async function aBuiltWorkshop(): Promise<Workshop> {
  const workshop = await aWorkshop();
  workshop.setFeeds([{ name: 'one', text: urls(0, 100) }]);
  expect((await workshop.build()).code).toBe(0);
  return workshop;
}

function urls(from: number, to: number): string {
  return Array.from({ length: to - from }, (_, index) => `https://h${from + index}.example/x\n`).join('');
}

/** Every file of a folder with its content. */
function contentOf(folder: string): ReadonlyMap<string, string> {
  return new Map(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name))
      .sort()
      .map((path) => [path, readFileSync(path, 'base64')]),
  );
}

async function reportOf(workshop: Workshop, hour: number, ...more: readonly string[]) {
  const { code, lines, notes } = await workshop.build({ now: NOON + hour * HOUR }, '--json', ...more);
  expect([code, notes]).toEqual([0, []]);
  const report: unknown = JSON.parse(lines.join(''));
  if (!isJsonObject(report) || !isJsonObject(report['epoch'])) throw new Error('no report');
  return { report, epoch: report['epoch'] };
}

describe('a dry run', () => {
  test('a dry run says what would change, and leaves channel and state as they are', async () => {
    const workshop = await aBuiltWorkshop();
    workshop.setFeeds([{ name: 'one', text: urls(10, 120) }]);
    const channel = contentOf(workshop.channel);
    const state = contentOf(`${workshop.channel}.state`);
    const dry = await workshop.build({ now: NOON + HOUR }, '--dry-run');
    expect(dry.code).toBe(0);
    expect(dry.lines.join('\n')).toContain('20 new, 10 gone');
    expect(dry.lines.join('\n')).toContain('This was a dry run: nothing was published.');
    expect(contentOf(workshop.channel)).toEqual(channel);
    expect(contentOf(`${workshop.channel}.state`)).toEqual(state);

    // The build itself then says the same.
    const real = await workshop.build({ now: NOON + HOUR });
    expect(real.lines[1]).toBe(dry.lines[1]);
    expect(real.lines.join('\n')).toContain('20 new, 10 gone');
  });

  /** What `--dry-run --json` says of the entries. */
  async function changedOf(workshop: Workshop, hour: number): Promise<unknown> {
    return (await reportOf(workshop, hour, '--dry-run')).report['changedEntries'];
  }

  const phishing = { category: 'phishing', level: 'caution' };

  test('a dry run names what comes, what goes and what changes', async () => {
    const workshop = await aWorkshop();
    const senders = { name: 'senders', format: 'address-list', category: 'spam' };
    workshop.setFeeds([
      { name: 'pages', confidence: 0.3, text: urls(0, 9) },
      { ...senders, text: 'old@a.example\n' },
    ]);
    expect((await workshop.build()).code).toBe(0);
    workshop.setFeeds([
      { name: 'pages', confidence: 0.3, text: urls(0, 1) + urls(2, 9) },
      {
        name: 'scams',
        category: 'scam',
        reviewed: true,
        text: 'https://h2.example/x\nhttps://new.example/x\n',
      },
      { ...senders, text: 'new@a.example\n' },
    ]);
    expect(await changedOf(workshop, 1)).toEqual({
      added: [
        { entry: 'new.example/x', category: 'scam', level: 'danger' },
        { entry: 'new@a.example', category: 'spam', level: 'caution' },
      ],
      removed: [
        { entry: 'h1.example/x', ...phishing },
        { entry: 'old@a.example', category: 'spam', level: 'caution' },
      ],
      moved: [{ entry: 'h2.example/x', category: 'phishing', level: 'danger', before: phishing }],
      removedWithoutName: 0,
      unnamed: 0,
    });
    const { lines } = await workshop.build({ now: NOON + HOUR }, '--dry-run');
    expect(lines).toEqual(
      expect.arrayContaining([
        '  2 entries would come:',
        '    + new[.]example/x (scam, danger)',
        '  2 entries would go:',
        '    - h1[.]example/x (phishing, caution)',
        '  1 entry would change:',
        '    ~ h2[.]example/x (phishing, caution) to (phishing, danger)',
      ]),
    );
  });

  test('a dry run names the same where the next build begins an epoch with a new key', async () => {
    const workshop = await aBuiltWorkshop();
    workshop.setFeeds([{ name: 'one', text: urls(10, 120) }]);
    const { report } = await reportOf(workshop, 1, '--dry-run', '--planned-entries', '100000');
    expect(report['epoch']).toMatchObject({ newBecause: 'options' });
    const changed = report['changedEntries'];
    if (!isJsonObject(changed) || !Array.isArray(changed['added']) || !Array.isArray(changed['removed']))
      throw new Error('nothing named');
    expect([changed['added'].length, changed['removed'].length, changed['moved']]).toEqual([20, 10, []]);
  });

  test('a dry run counts what goes with a feed that is no longer in feeds.json: its name is kept nowhere', async () => {
    const workshop = await aWorkshop();
    workshop.setFeeds([
      { name: 'one', text: urls(0, 50) },
      { name: 'two', text: urls(50, 60) },
    ]);
    expect((await workshop.build()).code).toBe(0);
    workshop.setFeeds([{ name: 'one', text: urls(0, 50) }]);
    expect(await changedOf(workshop, 1)).toMatchObject({ removed: [], removedWithoutName: 10 });
    const { lines } = await workshop.build({ now: NOON + HOUR }, '--dry-run');
    expect(lines.join('\n')).toContain('10 entries would go of which no copy that is kept has the name');
  });

  test('a dry run names at most ten thousand of a kind, twenty on a terminal, and says how many more there are', async () => {
    const workshop = await aWorkshop();
    workshop.setFeeds([{ name: 'one', text: urls(0, 10_003) }]);
    const changed = await changedOf(workshop, 0);
    expect(changed).toMatchObject({ unnamed: 3, removedWithoutName: 0 });
    const { lines } = await workshop.build({}, '--dry-run');
    expect(lines.filter((line) => line.startsWith('    + '))).toHaveLength(20);
    expect(lines).toEqual(
      expect.arrayContaining(['    and 9,980 more; --json names them', '  3 changes more.']),
    );
  });

  test('a dry run of a first build makes no channel', async () => {
    const workshop = await aWorkshop();
    workshop.setFeeds([{ name: 'one', text: urls(0, 5) }]);
    const { code, lines } = await workshop.build({}, '--dry-run', '--json');
    expect(code).toBe(0);
    expect(JSON.parse(lines.join(''))).toMatchObject({ serial: 1, entries: 5 });
    expect(existsSync(join(workshop.channel, 'latest.jws'))).toBe(false);
    expect(existsSync(join(workshop.channel, 'base'))).toBe(false);
  });

  test('a dry run is stopped by the guards that would stop the build', async () => {
    const workshop = await aWorkshop();
    workshop.setFeeds([{ name: 'one', text: '# nothing\n' }]);
    expect((await workshop.build({}, '--dry-run')).code).toBe(1);
  });
});

describe('p and n', () => {
  test('the options p and n are printed with what they cost', async () => {
    const workshop = await aBuiltWorkshop();
    const { lines } = await workshop.build({ now: NOON + HOUR });
    expect(lines.join('\n')).toMatch(
      /False-positive rate \d\.\de-\d+, planned for 4,096 entries: [\d.]+ bits an entry; half the rate or twice the plan costs 13 B more/,
    );
  });

  test('a smaller p makes longer fingerprints, in an epoch of its own, and the next build goes on with it', async () => {
    const workshop = await aBuiltWorkshop();
    const bits = async (hour: number, ...more: readonly string[]) => {
      const { report, epoch } = await reportOf(workshop, hour, ...more);
      const sections: unknown = report['sections'];
      const first: unknown = Array.isArray(sections) ? sections[0] : null;
      return [isJsonObject(first) ? first['fingerprintBits'] : null, epoch['newBecause']];
    };
    // 4,096 planned entries: 12 bits and 30.
    expect(await bits(1)).toEqual([42, null]);
    expect(await bits(2, '--false-positive-rate', String(2 ** -34))).toEqual([46, 'options']);
    expect(await bits(3, '--false-positive-rate', String(2 ** -34))).toEqual([46, null]);
    expect(await bits(4)).toEqual([42, 'options']);
  });

  test('n plans an epoch ahead; what is planned already stays, and there is never less than there is', async () => {
    const workshop = await aBuiltWorkshop();
    const planned = async (hour: number, ...more: readonly string[]) => {
      const { epoch } = await reportOf(workshop, hour, ...more);
      return [epoch['plannedEntries'], epoch['newBecause']];
    };
    expect(await planned(1, '--planned-entries', '1000000')).toEqual([1_000_000, 'options']);
    expect(await planned(2, '--planned-entries', '1000000')).toEqual([1_000_000, null]);
    expect(await planned(3, '--planned-entries', '10')).toEqual([1_000_000, null]);
    expect(await planned(4)).toEqual([1_000_000, null]);
  });

  test.each([
    ['--planned-entries', '0'],
    ['--planned-entries', '1.5'],
    ['--planned-entries', 'many'],
    ['--false-positive-rate', '0.01'],
    ['--false-positive-rate', '0'],
    ['--false-positive-rate', '1e-13'],
    ['--false-positive-rate', 'small'],
  ])('the options p and n: %s %s is not understood', async (option, value) => {
    const workshop = await aWorkshop();
    workshop.setFeeds([{ name: 'one', text: urls(0, 5) }]);
    expect((await workshop.build({}, option, value)).code).toBe(2);
  });
});
