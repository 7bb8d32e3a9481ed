import type { Command } from 'commander';
import { explainLink } from '../../../core/url/explain-link.ts';
import { MESSAGE_VERDICT_SCHEMA, VERDICT_SCHEMA } from '../../../core/verdict/answer-schema.ts';
import { ChannelLookup } from '../channel/channel-lookup.ts';
import { hrefsFrom } from '../../node/terminal/input-lines.ts';
import { plainText } from '../../node/terminal/plain-text.ts';
import type { Terminal } from '../../node/terminal/terminal.ts';
import { channelOf, PUBLIC_KEY_HELP, PUBLIC_KEY_OPTION } from '../../node/channel/channel-option.ts';
import { verdictText } from './check.ts';
import { explainMessages } from './explain-message.ts';

interface ExplainOptions {
  readonly channel?: string;
  readonly publicKey?: string;
  readonly json?: true;
  readonly jsonl?: true;
  readonly message?: string;
  readonly reader?: string;
  readonly authservId?: readonly string[];
  readonly schema?: true;
}

export function addExplain(program: Command, terminal: Terminal): void {
  program
    .command('explain')
    .description('Prints everything that a verdict rests on: layers, canonical forms, expressions, matches.')
    .argument('[url...]', 'links; without any, lines of standard input (split at LF alone)')
    .option('--channel <folder-or-url>', 'the channel to look them up in')
    .option(PUBLIC_KEY_OPTION, PUBLIC_KEY_HELP)
    .option(
      '--message <file>',
      'a message (.eml), or mails as `evaluate` reads them. Prints what would be shown for each, and why; with --channel, its lists count too',
    )
    .option('--reader <address>', 'with --message: whose mailbox it lies in')
    .option(
      '--authserv-id <name...>',
      'with --message: the name of the mailbox’s own server in the Authentication-Results that it writes (RFC 8601); without it, nothing is believed of them',
    )
    .option('--json', 'print one JSON object a line')
    .option('--schema', 'print the JSON Schema of the verdicts on links and on messages, and nothing else')
    .option('--jsonl', 'read lines of {"href": …}, since an href can hold line breaks')
    .action((urls: readonly string[], options: ExplainOptions, command: Command) => {
      const misuse = misuseOf(urls, options);
      return misuse === null ? explain(urls, options, terminal) : command.error(`error: ${misuse}`);
    });
}

function misuseOf(
  urls: readonly string[],
  { channel, publicKey, jsonl, message, reader, authservId }: ExplainOptions,
): string | null {
  if (publicKey !== undefined && channel === undefined) return '--public-key is for --channel';
  if (message === undefined) {
    if (reader !== undefined) return '--reader is for --message';
    return authservId === undefined ? null : '--authserv-id is for --message';
  }
  const unused = [...(jsonl === undefined ? [] : ['--jsonl']), ...(urls.length === 0 ? [] : ['every link'])];
  return unused.length === 0 ? null : `${unused.join(', ')} would be left out: --message tells of mails`;
}

async function explain(urls: readonly string[], options: ExplainOptions, terminal: Terminal): Promise<void> {
  if (options.schema === true) {
    return terminal.out(JSON.stringify({ link: VERDICT_SCHEMA, message: MESSAGE_VERDICT_SCHEMA }, null, 2));
  }
  const lookup =
    options.channel === undefined
      ? null
      : new ChannelLookup(await channelOf(options.channel, options.publicKey, terminal), terminal.now());
  if (options.message !== undefined) {
    const reader = options.reader?.toLowerCase() ?? null;
    const servers = options.authservId ?? [];
    return explainMessages(
      options.message,
      { reader, servers, json: options.json === true, lookup },
      terminal,
    );
  }
  for await (const url of hrefsFrom(urls, terminal.input, { jsonl: options.jsonl === true })) {
    const explained = explainLink(url);
    const judged = await lookup?.judge(url);
    if (options.json === true) {
      const found = judged === undefined ? {} : { matches: judged.matches, verdict: judged.verdict };
      await terminal.out(JSON.stringify({ ...explained, ...found }));
      continue;
    }
    await terminal.out(plainText(url));
    for (const [index, layer] of explained.layers.entries()) {
      const origin =
        layer.parent === null
          ? 'as written'
          : `in layer ${layer.parent}, taken off by ${layer.wrapper ?? 'no rule'}`;
      await terminal.out(`  layer ${index} (${origin}): ${plainText(layer.canonical ?? layer.url)}`);
      if (layer.host !== null) {
        await terminal.out(
          `    host ${plainText(layer.host)}, registrable domain ${plainText(layer.registrableDomain ?? 'none')}`,
        );
      }
      for (const expression of layer.expressions)
        await terminal.out(`    looked up: ${plainText(expression)}`);
    }
    if (explained.hidden !== null)
      await terminal.out(`  destination hidden by ${plainText(explained.hidden.by)}`);
    if (explained.failure !== null) await terminal.out(`  cannot be read: ${explained.failure}`);
    for (const { limit, layer } of explained.truncated)
      await terminal.out(`  not read to its end: ${limit}, in layer ${layer}`);
    for (const { layer, expression, section } of judged?.matches ?? []) {
      await terminal.out(
        `  found in layer ${layer}: ${plainText(expression)}, ${section.category} (${section.action}), by ${plainText(section.group)}`,
      );
    }
    if (judged !== undefined) await terminal.out(`  verdict: ${verdictText(judged.verdict)}`);
  }
}
