import type { Command } from 'commander';
import { channelFiles } from '../../node/channel/read-channel.ts';
import { verifyChannel, type VerifiedPart } from '../channel/verify-channel.ts';
import { verifyHeaders } from '../channel/verify-headers.ts';
import { verifyMirrors } from '../channel/verify-mirrors.ts';
import { rootFingerprint } from '../keys/root-fingerprint.ts';
import { timeText } from '../../node/terminal/numbers.ts';
import { plainText } from '../../node/terminal/plain-text.ts';
import { CommandFailed, orFail, type Terminal } from '../../node/terminal/terminal.ts';
import { PUBLIC_KEY_HELP, PUBLIC_KEY_OPTION, rootKeyOf } from '../../node/channel/channel-option.ts';

interface VerifyOptions {
  readonly publicKey?: string;
  readonly mirrors?: true;
  readonly json?: true;
}

export function addVerify(program: Command, terminal: Terminal): void {
  program
    .command('verify')
    .description('Checks a published channel as a client would: signatures, digests, deltas, chain, headers.')
    .argument('<url-or-folder>', 'the channel')
    .option(PUBLIC_KEY_OPTION, PUBLIC_KEY_HELP)
    .option('--mirrors', 'compare the mirrors that the list of keys names')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', '\nExit code 1 if a client would refuse anything.')
    .action((location: string, options: VerifyOptions) => verify(location, options, terminal));
}

async function verify(location: string, options: VerifyOptions, terminal: Terminal): Promise<void> {
  const files = channelFiles(location);
  const rootKey = await rootKeyOf(options.publicKey, location);
  const {
    index,
    isPinned,
    rootKey: heldTo,
    age,
    parts,
    mirrors,
    sha256,
  } = orFail(await verifyChannel(files, rootKey, terminal.now()));
  const headers = files.isLocal ? [] : await verifyHeaders(files.location, index);
  const compared =
    options.mirrors === true
      ? await verifyMirrors(mirrors, files.location, { index, sha256, rootKey: heldTo, now: terminal.now() })
      : [];
  const all: readonly VerifiedPart[] = [...parts, ...headers, ...compared];
  const problems = all.filter(({ problem }) => problem !== null);
  if (options.json === true) {
    await terminal.out(
      JSON.stringify({
        ok: problems.length === 0,
        channel: index.channel,
        serial: index.serial,
        publishedAt: index.publishedAt,
        pinned: isPinned,
        rootFingerprint: rootFingerprint(heldTo),
        age,
        parts: all,
      }),
    );
  } else {
    await terminal.out(
      `Channel "${plainText(index.channel)}", serial ${index.serial}, published ${timeText(index.publishedAt)}: ${age}${isPinned ? '' : '; not pinned: held to its own key'}`,
    );
    await terminal.out(`  root key ${rootFingerprint(heldTo)}`);
    for (const { part, problem, note } of all) {
      await terminal.out(`  ${problem === null ? 'good' : 'BAD '} ${part}${describe(problem ?? note)}`);
    }
  }
  if (problems.length > 0) {
    throw new CommandFailed({
      kind: 'channel-damaged',
      message: `${problems.length} of ${all.length} parts are wrong.`,
    });
  }
}

function describe(text: string | null): string {
  return text === null ? '' : `: ${plainText(text)}`;
}
