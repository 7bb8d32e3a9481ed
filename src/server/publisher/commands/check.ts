import type { Command } from 'commander';
import type { Reason, Verdict } from '../../../core/verdict/verdict.ts';
import { ChannelLookup } from '../channel/channel-lookup.ts';
import { hrefsFrom } from '../../node/terminal/input-lines.ts';
import { plainText } from '../../node/terminal/plain-text.ts';
import type { Terminal } from '../../node/terminal/terminal.ts';
import { channelOf, PUBLIC_KEY_HELP, PUBLIC_KEY_OPTION } from '../../node/channel/channel-option.ts';

interface CheckOptions {
  readonly channel: string;
  readonly publicKey?: string;
  readonly json?: true;
  readonly jsonl?: true;
}

export function addCheck(program: Command, terminal: Terminal): void {
  program
    .command('check')
    .description('Prints the verdict that the extension would show for each link.')
    .argument('[url...]', 'links; without any, lines of standard input (split at LF alone)')
    .requiredOption('--channel <folder-or-url>', 'the channel to check against')
    .option(PUBLIC_KEY_OPTION, PUBLIC_KEY_HELP)
    .option('--json', 'print {url, verdict} a line')
    .option('--jsonl', 'read lines of {"href": …}, since an href can hold line breaks')
    .addHelpText(
      'after',
      '\nOne answer a line, in the order of the links. The exit code does not depend on the answers.',
    )
    .action(async (urls: readonly string[], options: CheckOptions) => {
      const channel = await channelOf(options.channel, options.publicKey, terminal);
      const lookup = new ChannelLookup(channel, terminal.now());
      for await (const url of hrefsFrom(urls, terminal.input, { jsonl: options.jsonl === true })) {
        const { verdict } = await lookup.judge(url);
        await terminal.out(
          options.json === true
            ? JSON.stringify({ url, verdict })
            : `${verdictText(verdict)}\t${plainText(url)}`,
        );
      }
    });
}

/** `danger: phishing, listed by openphish (b.example/1/)` */
export function verdictText(verdict: Verdict): string {
  switch (verdict.kind) {
    case 'clear':
      return verdict.hidden === undefined
        ? 'clear'
        : `clear: destination hidden by ${plainText(verdict.hidden.by)}`;
    case 'flagged':
      return `${verdict.level}: ${verdict.reasons.map(reasonText).join('; ')}`;
    case 'allowed':
      return `allowed: ${verdict.by.scope} ${plainText(verdict.by.subject)}`;
    case 'unchecked':
      return `unchecked: ${verdict.because}`;
  }
}

function reasonText(reason: Reason): string {
  if (reason.kind === 'self-test') return 'the address of the self-test';
  if (reason.kind === 'blocked') return `blocked ${reason.scope} ${plainText(reason.subject)}`;
  if (reason.kind === 'evidence') return `evidence ${reason.id} (${reason.points} points)`;
  if (reason.kind === 'truncated') return `not read to its end (${reason.limit})`;
  const { category, group, expression, isCarried } = reason;
  return `${category}, ${isCarried === true ? 'carries what is listed' : 'listed'} by ${plainText(group)} (${plainText(expression)})`;
}
