import { InvalidArgumentError, Option, type Command } from 'commander';
import type { Reason } from '../../../core/verdict/verdict.ts';
import { ChannelLookup } from '../channel/channel-lookup.ts';
import { HIDEABLE_PARTS } from '../evaluate/evidence-run.ts';
import { evaluateMails, type EvaluationExample, type EvaluationRow } from '../evaluate/evaluate-mails.ts';
import { readMails } from '../evaluate/read-mails.ts';
import { countText, shareText } from '../../node/terminal/numbers.ts';
import { defanged, plainText } from '../../node/terminal/plain-text.ts';
import type { Terminal } from '../../node/terminal/terminal.ts';
import { evidenceRun, printEvidence, printWhy, type EvidenceFlags } from './evaluate-evidence.ts';
import { channelOf, PUBLIC_KEY_HELP, PUBLIC_KEY_OPTION } from '../../node/channel/channel-option.ts';
import { alignedRows } from '../../node/terminal/aligned-rows.ts';

interface EvaluateOptions extends EvidenceFlags {
  readonly channel?: string;
  readonly mail: readonly string[];
  readonly evidence: 'all' | 'none';
  readonly explain: number;
  readonly publicKey?: string;
  readonly json?: true;
}

export function addEvaluate(program: Command, terminal: Terminal): void {
  program
    .command('evaluate')
    .description('Says of mails of known kind what the extension would mark in them.')
    .option('--channel <folder-or-url>', 'the channel to check against; without one, evidence alone')
    .requiredOption(
      '--mail <file...>',
      'mails: JSON lines {source, label, from, reply_to, subject, links: [{href, text, tag}]}, plain or compressed; .eml files; or folders of .eml files',
    )
    .addOption(
      new Option('--evidence <which>', 'what else than listings may mark a link')
        .choices(['all', 'none'])
        .default('all'),
    )
    .addOption(
      new Option('--explain <count>', 'show so many marked messages of each source and label, and why')
        .default(0)
        .argParser((text) => {
          const count = Number(text);
          if (!Number.isInteger(count) || count < 0) throw new InvalidArgumentError('a whole number');
          return count;
        }),
    )
    .option('--why', 'count the reasons of evidence, and name every good message that is marked')
    .option('--reader <address>', 'whose mailbox the mails lie in')
    .addOption(
      new Option('--without <part...>', 'what the webmail does not show').choices([...HIDEABLE_PARTS]),
    )
    .option(
      '--authserv-id <name...>',
      'the name of the mailboxes’ own server in the Authentication-Results that it writes (RFC 8601); without it, nothing is believed of them',
    )
    .option(PUBLIC_KEY_OPTION, PUBLIC_KEY_HELP)
    .option(
      '--json',
      'print [{source, label, messages, withLinks, danger, caution, asked, hidden, unchecked}], and each message of --explain as {source, label, id, verdict} on a line of its own',
    )
    .addHelpText(
      'after',
      `
A message counts once, by the worst that a link or a sender in it comes to: danger, caution, unchecked (a link could
not be checked), hidden (a destination cannot be known without asking somebody). The sender (From) is looked
up as an address and its domain: that is caution at most. Texts, words and tables of the channel count in evidence. An .eml file has the label of its folder: ham, spam or phish.`,
    )
    .action((options: EvaluateOptions, command: Command) => evaluate(options, command, terminal));
}

async function evaluate(options: EvaluateOptions, command: Command, terminal: Terminal): Promise<void> {
  if (options.channel === undefined && options.evidence === 'none') {
    return command.error('error: without evidence there must be a --channel');
  }
  if (options.channel === undefined && options.publicKey !== undefined) {
    return command.error('error: --public-key is for --channel');
  }
  if (options.evidence === 'none' && options.authservId !== undefined) {
    return command.error('error: --authserv-id is for evidence, which --evidence none leaves out');
  }
  const lookup =
    options.channel === undefined
      ? null
      : new ChannelLookup(await channelOf(options.channel, options.publicKey, terminal), terminal.now());
  const run = options.evidence === 'all' ? evidenceRun(options, lookup?.messages ?? null) : null;
  const { rows, examples } = await evaluateMails(readMails(options.mail), lookup?.asJudge() ?? null, {
    examples: options.explain,
    evidence: run === null ? null : async (mail) => (await run.add(mail)).result.scored,
  });
  if (options.json === true) {
    await terminal.out(JSON.stringify(rows));
    for (const example of examples) await terminal.out(JSON.stringify(example));
    return;
  }
  for (const line of tableOf(rows)) await terminal.out(line);
  if (run !== null) {
    await terminal.out('');
    await printEvidence(run.results, terminal);
    if (options.why === true) await printWhy(run, terminal);
  }
  if (examples.length > 0) await terminal.out('');
  for (const example of examples) await terminal.out(exampleText(example));
}

const COLUMNS = ['messages', 'withLinks', 'danger', 'caution', 'asked', 'hidden', 'unchecked'] as const;
const HEADINGS = [
  'source',
  'label',
  'messages',
  'with links',
  'danger',
  'caution',
  'asked',
  'hidden',
  'unchecked',
] as const;

function tableOf(rows: readonly EvaluationRow[]): readonly string[] {
  const labels = [...new Set(rows.map(({ label }) => label))];
  const totals = labels.map((label) =>
    totalOf(
      rows.filter((row) => row.label === label),
      label,
    ),
  );
  const cells = [...rows, ...totals].map((row) => [
    plainText(row.source, 60),
    plainText(row.label, 20),
    ...COLUMNS.map((column) => {
      const count = countText(row[column]);
      const isMark = column === 'danger' || column === 'caution';
      return isMark && row.messages > 0 ? `${count} (${shareText(row[column] / row.messages)})` : count;
    }),
  ]);
  const lines = [...alignedRows([HEADINGS, ...cells], 2)];
  const rule = '-'.repeat(Math.max(...lines.map(({ length }) => length)));
  lines.splice(1, 0, rule);
  lines.splice(2 + rows.length, 0, rule);
  return lines;
}

function totalOf(rows: readonly EvaluationRow[], label: string): EvaluationRow {
  const sum = (column: (typeof COLUMNS)[number]): number =>
    rows.reduce((total, row) => total + row[column], 0);
  return {
    source: 'all',
    label,
    messages: sum('messages'),
    withLinks: sum('withLinks'),
    danger: sum('danger'),
    caution: sum('caution'),
    asked: sum('asked'),
    hidden: sum('hidden'),
    unchecked: sum('unchecked'),
  };
}

function exampleText({ source, label, id, verdict }: EvaluationExample): string {
  const level = 'level' in verdict ? verdict.level : 'caution';
  const [worst] = verdict.reasons;
  const why = worst === undefined ? 'nothing' : whyText(worst);
  return `${plainText(source)} ${plainText(label)} ${plainText(id)}: ${level}: ${why}`;
}

function whyText(reason: Reason): string {
  switch (reason.kind) {
    case 'listed':
      return `${reason.category}, ${reason.isCarried === true ? 'it carries what is listed' : 'listed'} by ${plainText(reason.group)} as ${defanged(reason.expression)}`;
    case 'blocked':
      return `blocked ${plainText(reason.subject)}`;
    case 'self-test':
      return 'the address of the self-test';
    case 'evidence':
      return `evidence ${reason.id}: ${reason.values.map(plainText).join(', ')}`;
    case 'truncated':
      return `not read to its end (${reason.limit})`;
  }
}
