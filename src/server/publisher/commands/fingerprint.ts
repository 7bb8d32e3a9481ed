import type { Command } from 'commander';
import { messageFingerprint } from '../../../core/fingerprint/message-fingerprint.ts';
import { countText } from '../../node/terminal/numbers.ts';
import type { Terminal } from '../../node/terminal/terminal.ts';
import { factsOfMail } from '../../node/mail-tools/node-mail.ts';
import { readMails } from '../evaluate/read-mails.ts';

interface FingerprintOptions {
  readonly good: readonly string[];
  readonly json?: true;
}

export function addFingerprint(program: Command, terminal: Terminal): void {
  program
    .command('fingerprint')
    .description('Prints the fingerprints of unwanted mails, as a feed of the format fingerprint-list.')
    .argument('<mail...>', 'mails: JSON lines, plain or compressed; .eml files; or folders of .eml files')
    .option('--good <mail...>', 'good mails: what they have in common with unwanted ones is left out', [])
    .option('--json', 'print {mails, withoutFingerprint, sharedBands, bands}')
    .addHelpText(
      'after',
      `
Of each mail three bands are printed; a reader's message is taken for a copy if two of them are its own. Texts of
mailing services and of lists stand in good mail and bad: give as much good mail as there is. A mail with too little text
has no fingerprint. Mails that are labelled ham are never printed, and count as good.`,
    )
    .action((mails: readonly string[], options: FingerprintOptions) => fingerprint(mails, options, terminal));
}

async function fingerprint(
  paths: readonly string[],
  { good, json }: FingerprintOptions,
  terminal: Terminal,
): Promise<void> {
  const known = new Set<string>();
  for await (const { bands } of fingerprints(good)) for (const band of bands) known.add(band);
  const unwanted = new Set<string>();
  let mails = 0;
  let short = 0;
  for await (const { bands, label } of fingerprints(paths)) {
    const isGood = label === 'ham';
    if (!isGood) {
      mails++;
      if (bands.length === 0) short++;
    }
    for (const band of bands) (isGood ? known : unwanted).add(band);
  }
  const bands = [...unwanted].filter((band) => !known.has(band));
  const shared = unwanted.size - bands.length;
  if (json === true) {
    await terminal.out(JSON.stringify({ mails, withoutFingerprint: short, sharedBands: shared, bands }));
    return;
  }
  for (const band of bands) await terminal.out(band);
  terminal.note(
    `${countText(mails)} mails, ${countText(short)} of them with too little text; ${countText(bands.length)} bands, ${countText(shared)} left out that good mail has too.`,
  );
}

async function* fingerprints(
  paths: readonly string[],
): AsyncGenerator<{ readonly bands: readonly string[]; readonly label: string }> {
  for await (const mail of readMails(paths)) {
    const { facts } = factsOfMail(mail, null);
    yield { bands: messageFingerprint(facts.body?.text ?? ''), label: mail.label };
  }
}
