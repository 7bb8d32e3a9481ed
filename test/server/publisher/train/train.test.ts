import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { messageWords } from '../../../../src/core/words/message-words.ts';
import { decodeWordModel, scoreWords, soundsUnwanted } from '../../../../src/core/words/word-model.ts';
import { SeededRandom } from '../../../../src/server/publisher/tune/seeded-random.ts';
import { aFolder, spamlight, succeed } from '../run-command.ts';

/** Everyday words of both kinds of mail, so that the language is told and most of a message is known. */
const COMMON =
  'people could think about their house before something happens because everybody always wants another morning together under green summer water where children would rather play with friends than write letters home every evening after dinner';
const UNWANTED = 'jackpot casino miracle refinance millionaire lottery replica discount pharmacy inheritance';
const WANTED = 'meeting minutes agenda library seminar garden football recipe committee weather';

interface AMail {
  readonly label: string;
  readonly sender: string;
  readonly text: string;
  /** Wanted mail of a forged brand's look, which evidence nearly marks. */
  readonly name?: string;
}

function line({ label, sender, text, name = '' }: AMail): string {
  const from = `${name} <x@${sender}>`;
  const href = `https://${sender}/x`;
  return JSON.stringify({
    source: 'box',
    label,
    id: sender,
    from,
    subject: '',
    links: [{ href, text: 'Read', tag: 'a' }],
    html: '',
    text: `${text} ${href}`,
  });
}

/** With fewer, some part has not 200 of each kind to learn from. */
const MAILS = 520;

/** Mails of each kind from different senders: enough for every part. */
function mails(label: string, own: string, name: string): string {
  const random = new SeededRandom(label.length);
  const pick = (words: readonly string[], count: number): string =>
    Array.from({ length: count }, () => words[random.uint32() % words.length] ?? '').join(' ');
  return Array.from({ length: MAILS }, (_, index) =>
    line({
      label,
      sender: `${label}-${index}.net`,
      name,
      text: `${pick(COMMON.split(' '), 14)} and ${pick(own.split(' '), 6)} with ${pick(COMMON.split(' '), 14)} for ${pick(own.split(' '), 4)}`,
    }),
  ).join('\n');
}

function files(): {
  readonly folder: string;
  readonly spam: string;
  readonly ham: string;
  readonly out: string;
} {
  const folder = aFolder();
  const spam = join(folder, 'spam.jsonl');
  const ham = join(folder, 'ham.jsonl');
  writeFileSync(spam, mails('spam', UNWANTED, 'PayPal Service'));
  writeFileSync(ham, mails('ham', WANTED, 'Bob'));
  return { folder, spam, ham, out: join(folder, 'words.slwm') };
}

const UNWANTED_LETTER = `${COMMON} casino jackpot lottery millionaire pharmacy replica`;
const WANTED_LETTER = `${COMMON} agenda meeting seminar committee minutes library`;

describe('spamlight train', { timeout: 60_000 }, () => {
  test('spamlight train learns words that tell one kind from the other, and says what they are worth to mails it has not seen', async () => {
    const { spam, ham, out } = files();
    const lines = await succeed(['train', '--spam', spam, '--ham', ham, '--out', out]);
    const model = decodeWordModel(readFileSync(out));
    if (!model.ok) throw new Error(model.failure.kind);
    const sounds = (text: string): boolean =>
      soundsUnwanted(scoreWords(model.value, messageWords(null, text)), model.value.rule);
    expect([sounds(UNWANTED_LETTER), sounds(WANTED_LETTER)]).toEqual([true, false]);
    const text = lines.join('\n');
    expect(text).toMatch(/unwanted {2}in all .* of 520 = \S+ %; 0 of 520 = 0 %, \d+ of 520/);
    expect(text).toMatch(/wanted {4}in all {13}0 of 520 = 0 %; 0 of 520 = 0 %, 0 of 520 = 0 %/);
    expect(text).toContain('Learnt: eng');
  });

  test('spamlight train makes the same bytes of the same mails, in whatever order; a file of both kinds gives each side its own', async () => {
    const { folder, spam, ham, out } = files();
    await succeed(['train', '--spam', spam, '--ham', ham, '--out', out]);
    const both = join(folder, 'both.jsonl');
    const lines = [spam, ham].flatMap((file) => readFileSync(file, 'utf8').split('\n'));
    writeFileSync(both, lines.toReversed().join('\n'));
    const again = join(folder, 'again.slwm');
    await succeed(['train', '--spam', both, '--ham', both, '--out', again]);
    expect(readFileSync(again)).toEqual(readFileSync(out));
  });

  test('spamlight train writes the words as a table that people read, and whose bins can be weighed', async () => {
    const { folder, spam, ham, out } = files();
    const words = join(folder, 'words.tsv');
    await succeed(['train', '--spam', spam, '--ham', ham, '--out', out, '--words', words]);
    const [heading, ...rows] = readFileSync(words, 'utf8').trimEnd().split('\n');
    expect(heading).toBe('word\tscore\tunwanted\twanted\tgroups');
    const scores = new Map(
      rows.map((row) => row.split('\t')).map(([word = '', score]) => [word, Number(score)]),
    );
    expect(scores.get('jackpot')).toBeGreaterThan(1);
    expect(scores.get('agenda')).toBeLessThan(-1);
    const [first] = await succeed(['tune', '--words', words, '--bins', '2']);
    expect(first).toMatch(/^What false hits cost, of \d+ words in [\d,]+ bits/);
  });

  test('spamlight train writes nothing where words add nothing, unless it is asked for', async () => {
    const { folder, ham, out } = files();
    const same = join(folder, 'same.jsonl');
    writeFileSync(same, mails('spam', WANTED, 'Bob'));
    const args = ['train', '--spam', same, '--ham', ham, '--out', out];
    const { code, notes } = await spamlight(args);
    expect(code).toBe(1);
    expect(notes.join()).toContain('do not pay');
    expect(existsSync(out)).toBe(false);
    expect((await spamlight([...args, '--anyway'])).code).toBe(0);
    expect(existsSync(out)).toBe(true);
  });

  test('spamlight train says with too little mail how much it takes', async () => {
    const folder = aFolder();
    const few = join(folder, 'few.jsonl');
    writeFileSync(few, mails('spam', UNWANTED, '').split('\n').slice(0, 50).join('\n'));
    const { code, notes } = await spamlight([
      'train',
      '--spam',
      few,
      '--ham',
      few,
      '--out',
      join(folder, 'm'),
    ]);
    expect(code).toBe(1);
    expect(notes.join()).toContain('at least 200 mails of each kind');
  });

  test('spamlight train names a folder that cannot be written to', async () => {
    const { folder, spam, ham } = files();
    writeFileSync(join(folder, 'file'), '');
    const { code, notes } = await spamlight([
      'train',
      '--spam',
      spam,
      '--ham',
      ham,
      '--out',
      join(folder, 'file', 'm'),
    ]);
    expect(code).toBe(1);
    expect(notes.join()).toContain('could not be written');
  });
});

describe('a mailbox file', () => {
  const MBOX = [
    'From a@b.example Thu Jan  1 00:00:00 2026',
    'Subject: one',
    '',
    'From here on, text.',
    '>From a quoted beginning',
    '',
    'From c@d.example Thu Jan  1 00:00:00 2026',
    'Subject: two',
    '',
    'Second.',
    '',
  ].join('\n');

  async function evaluated(name: string, content: string): Promise<{ code: number; text: string }> {
    const folder = join(aFolder(), 'mail');
    mkdirSync(folder);
    writeFileSync(join(folder, name), content);
    const { code, lines, notes } = await spamlight(['evaluate', '--json', '--mail', join(folder, name)]);
    return { code, text: [...lines, ...notes].join('\n') };
  }

  test('an mbox file is read message by message, and its name says of what kind they are', async () => {
    const { code, text } = await evaluated('ham.mbox', MBOX);
    expect(code).toBe(0);
    expect(JSON.parse(text)).toEqual([expect.objectContaining({ label: 'ham', messages: 2 })]);
  });

  test.each([
    ['an empty one', '', 'holds no message'],
    ['something else', 'Subject: a message alone\n\nx', 'does not begin with a line “From …”'],
  ])('an mbox file: %s is refused', async (_, content, why) => {
    const { code, text } = await evaluated('spam.mbox', content);
    expect(code).toBe(1);
    expect(text).toContain(why);
  });
});
