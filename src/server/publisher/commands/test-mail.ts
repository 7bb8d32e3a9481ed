import { writeFile } from 'node:fs/promises';
import { InvalidArgumentError, Option, type Command } from 'commander';
import {
  isHeaderAddress,
  SELF_TEST_PARTS,
  selfTestHref,
  selfTestMail,
} from '../../../core/self-test/self-test-mail.ts';
import type { Terminal } from '../../node/terminal/terminal.ts';

interface TestMailOptions {
  readonly to: string;
  readonly out?: string;
  readonly json?: true;
}

const WORDS = {
  subject: 'Spamlight self-test',
  intro:
    'This message is harmless. Its four links lead nowhere, and Spamlight knows them, so each should be marked.',
  names: { plain: 'A plain link', wrapped: 'A link behind a redirector', image: 'An image', form: 'A form' },
} as const;

export function addTestMail(program: Command, terminal: Terminal): void {
  program
    .command('test-mail')
    .description('Writes a harmless mail whose links the extension should mark, to test it in a webmail.')
    .addOption(
      new Option('--to <address>', 'sender and recipient of the mail')
        .default('you@example.com')
        .argParser((text) => {
          if (!isHeaderAddress(text)) throw new InvalidArgumentError('one mail address, as anna@example.com');
          return text;
        }),
    )
    .option('--out <file>', 'where to write it (.eml); without it, standard output')
    .option('--json', 'print {subject, links, message}')
    .addHelpText(
      'after',
      '\nThe extension knows these links by itself, whatever lists it has. Their host ends in .test and can never exist.',
    )
    .action(async ({ to, out, json }: TestMailOptions) => {
      const date = new Date(terminal.now() * 1000).toUTCString().replace('GMT', '+0000');
      const message = selfTestMail(WORDS, { address: to, date });
      const links = SELF_TEST_PARTS.map((part) => ({ part, href: selfTestHref(part) }));
      if (out !== undefined) await writeFile(out, message);
      if (json === true) await terminal.out(JSON.stringify({ subject: WORDS.subject, links, message }));
      else if (out === undefined) await terminal.out(message.trimEnd());
      else await terminal.out(`Wrote ${out}: open it with a mail program, or send it to yourself.`);
    });
}
