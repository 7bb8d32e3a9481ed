import { createHash } from 'node:crypto';
import type { Command } from 'commander';
import { packagedTables } from '../../../core/evidence/evidence-tables.ts';
import { scoreMessage } from '../../../core/evidence/judge-message.ts';
import { NO_CONTEXT } from '../../../core/evidence/message-context.ts';
import { messageWords } from '../../../core/words/message-words.ts';
import { encodeWordModel } from '../../../core/words/word-model.ts';
import { factsOfMail } from '../../node/mail-tools/node-mail.ts';
import { bytesText, pluralize, countText, shareText } from '../../node/terminal/numbers.ts';
import { plainText } from '../../node/terminal/plain-text.ts';
import { Progress } from '../../node/terminal/progress.ts';
import { CommandFailed, writeOrFail, type Terminal } from '../../node/terminal/terminal.ts';
import { campaignOf } from '../evaluate/campaign-of.ts';
import type { Mail } from '../evaluate/mail.ts';
import { readMails } from '../evaluate/read-mails.ts';
import {
  crossValidate,
  doWordsPay,
  type CrossValidation,
  type CrossValidationRow,
  type JudgedMail,
} from '../train/cross-validate.ts';
import { languageOf } from '../train/language-of.ts';
import { LEAST_OF_A_LANGUAGE, modelOf, trainedLanguages, vocabularyOf } from '../train/train-model.ts';
import { SenderCounts, type SenderFeed } from '../train/sender-feed.ts';
import { wordList } from '../train/word-list.ts';
import type { WordWeight } from '../train/word-weights.ts';

interface TrainOptions {
  readonly spam: readonly string[];
  readonly ham: readonly string[];
  readonly out: string;
  readonly words?: string;
  readonly senders?: string;
  readonly anyway?: true;
  readonly json?: true;
}

/** Mails; languages with fewer share a row. */
const SHOWN_ALONE = 20;

const TABLES = packagedTables();
const WORDS = { channelName: '' };

export function addTrain(program: Command, terminal: Terminal): void {
  program
    .command('train')
    .description('Learns which words unwanted mail uses, as a model that a channel can carry.')
    .requiredOption('--spam <mail...>', 'unwanted mails; those labelled ham are skipped')
    .requiredOption('--ham <mail...>', 'wanted mails; those labelled as anything else are skipped')
    .requiredOption('--out <file>', 'the file to write the model to; feeds.json names it as "wordModel"')
    .option(
      '--words <file>',
      'write the words with their scores to this file, as a table to read, even if no model is written',
    )
    .option(
      '--senders <file>',
      'write the domains that send only unwanted mail to this file, as a feed of the format address-list, even if no model is written',
    )
    .option('--anyway', 'write the model even if the words find no more unwanted mail')
    .option('--json', 'print the figures as JSON')
    .addHelpText(
      'after',
      `
Mails are JSON lines, plain or compressed; mbox files; .eml files; or folders of .eml files. Each mail is also judged by
a model that has seen neither it nor another of its campaign or sender: what is printed are these. Nothing is written
unless evidence then finds more unwanted mail with the words than without, and marks no more of the wanted mail in any
language. A language with fewer than ${LEAST_OF_A_LANGUAGE} mails of either kind is not learnt, and the model says nothing in it.`,
    )
    .action((options: TrainOptions) => train(options, terminal));
}

async function train(
  { spam, ham, out, words: wordsPath, senders, anyway, json }: TrainOptions,
  terminal: Terminal,
): Promise<void> {
  const progress = new Progress();
  const mails: JudgedMail[] = [];
  const counts = new SenderCounts();
  try {
    for (const isUnwanted of [true, false]) {
      for await (const mail of readMails(isUnwanted ? spam : ham)) {
        if (!isOfKind(mail, isUnwanted)) continue;
        const one = judged(mail, isUnwanted);
        mails.push(one);
        counts.add(mail.from, isUnwanted, one.group);
        if (mails.length % 100 === 0) progress.step(`${countText(mails.length)} mails read`);
      }
    }
    if (senders !== undefined) {
      progress.clear();
      await writeSenders(counts.feed(), senders, terminal);
    }
    progress.step('Judging mails that the model has not seen');
    const figures = crossValidate(mails, partOf);
    const languages = trainedLanguages(mails);
    const words = vocabularyOf(mails, languages);
    if (figures === null || words.length === 0) {
      throw new CommandFailed({
        kind: 'too-little-mail',
        message: `There is too little mail to learn from: of a language, at least ${LEAST_OF_A_LANGUAGE} mails of each kind from different senders and campaigns in each half. ${out} was not written.`,
      });
    }
    const bytes = encodeWordModel(modelOf(words, Math.max(...figures.firesAt)));
    const doesPay = doWordsPay(figures);
    progress.clear();
    if (json === true) {
      await terminal.out(
        JSON.stringify({ languages, words: words.length, bytes: bytes.length, pays: doesPay, ...figures }),
      );
    } else {
      for (const line of textOf(figures, words, languages, bytes.length)) await terminal.out(line);
    }
    if (wordsPath !== undefined) {
      await writeOrFail(wordsPath, new TextEncoder().encode(wordList(words)));
      terminal.note(`${wordsPath}: ${pluralize(words.length, 'word')} with scores.`);
    }
    if (!doesPay && anyway !== true) {
      throw new CommandFailed({
        kind: 'does-not-pay',
        message: `The words do not pay: they must find more unwanted mail and mark no more of the wanted, in any language. ${out} was not written (--anyway writes it).`,
      });
    }
    await writeOrFail(out, bytes);
    terminal.note(`${out}: ${pluralize(words.length, 'word')}, ${bytesText(bytes.length)}.`);
  } finally {
    progress.clear();
  }
}

async function writeSenders(feed: SenderFeed, path: string, terminal: Terminal): Promise<void> {
  const { text, domains, mails, leftOut } = feed;
  await writeOrFail(path, new TextEncoder().encode(text));
  terminal.note(
    `${path}: ${pluralize(domains, 'domain')} of ${pluralize(mails, 'unwanted mail')}. Left out: ${pluralize(leftOut.wanted, 'domain')} that wanted mail comes from too, ${countText(leftOut.once)} seen in one campaign alone, ${countText(leftOut.guarded)} that a build would not list.`,
  );
}

function isOfKind({ label }: Mail, isUnwanted: boolean): boolean {
  return label === 'unlabelled' || (label === 'ham') !== isUnwanted;
}

function judged(mail: Mail, isUnwanted: boolean): JudgedMail {
  const seen = factsOfMail(mail, null);
  const { facts, links } = seen;
  const subject = facts.head?.subject ?? null;
  const text = facts.body?.text ?? '';
  const marks = (words: typeof WORDS | null): boolean =>
    scoreMessage(facts, links, TABLES, { ...NO_CONTEXT, words }).isMarked;
  const without = links.length > 0 && marks(null);
  const withWords = links.length > 0 && marks(WORDS);
  return {
    isUnwanted,
    label: mail.label === 'unlabelled' ? (isUnwanted ? 'spam' : 'ham') : mail.label,
    language: languageOf(`${subject ?? ''} ${text}`),
    group: campaignOf(mail, seen),
    words: messageWords(subject, text),
    isMarked: links.length === 0 ? null : (sounds) => (sounds ? withWords : without),
  };
}

/** A hash, so that the order of files does not matter. */
function partOf(group: string): number {
  return createHash('sha256').update(group).digest().readUInt32LE(0);
}

function textOf(
  { rows }: CrossValidation,
  words: readonly WordWeight[],
  languages: readonly string[],
  byteLength: number,
): readonly string[] {
  const plain = words.reduce((sum, { word }) => sum + Buffer.byteLength(word) + 3, 0);
  const large = rows.filter((row) => row.messages >= SHOWN_ALONE);
  const small = rows.filter((row) => row.messages < SHOWN_ALONE);
  const all = [...large, ...sumsOf(small, 'in other languages'), ...sumsOf(rows, 'in all')];
  const right = rows.reduce((sum, row) => sum + (row.isUnwanted ? row.fired : row.messages - row.fired), 0);
  const exactlyRight = rows.reduce(
    (sum, row) => sum + (row.isUnwanted ? row.firedExactly : row.messages - row.firedExactly),
    0,
  );
  const messages = rows.reduce((sum, row) => sum + row.messages, 0);
  return [
    'Of mails that the model has not seen, the words alone call unwanted; marked by evidence without and with them:',
    ...all.map(
      ({ label, language, messages: of, fired, linked, markedWithout, markedWith }) =>
        `  ${plainText(label, 20).padEnd(9)} ${language.padEnd(18)} ${part(fired, of)}; ${part(markedWithout, linked)}, ${part(markedWith, linked)}`,
    ),
    `Learnt: ${languages.join(', ')}; ${pluralize(words.length, 'word')} in ${bytesText(byteLength)}, of ${bytesText(plain)} as words and scores: ${shareText(1 - byteLength / plain)} saved.`,
    `Judged rightly by the words alone: ${shareText(right / messages)}; with exact words and scores ${shareText(exactlyRight / messages)}.`,
  ];
}

function sumsOf(rows: readonly CrossValidationRow[], language: string): readonly CrossValidationRow[] {
  return [true, false].flatMap((isUnwanted) => {
    const kind = rows.filter((row) => row.isUnwanted === isUnwanted);
    return kind.length === 0 ? [] : [sumOf(kind, isUnwanted, language)];
  });
}

function sumOf(
  rows: readonly CrossValidationRow[],
  isUnwanted: boolean,
  language: string,
): CrossValidationRow {
  const sum = (field: 'messages' | 'fired' | 'firedExactly' | 'linked' | 'markedWithout' | 'markedWith') =>
    rows.reduce((total, row) => total + row[field], 0);
  return {
    label: isUnwanted ? 'unwanted' : 'wanted',
    language,
    isUnwanted,
    messages: sum('messages'),
    fired: sum('fired'),
    firedExactly: sum('firedExactly'),
    linked: sum('linked'),
    markedWithout: sum('markedWithout'),
    markedWith: sum('markedWith'),
  };
}

function part(count: number, of: number): string {
  return `${countText(count)} of ${countText(of)} = ${of === 0 ? '–' : shareText(count / of)}`;
}
