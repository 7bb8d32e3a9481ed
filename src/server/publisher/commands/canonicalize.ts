import type { Command } from 'commander';
import { canonicalizeUrl, canonicalText } from '../../../core/url/canonical/canonical-url.ts';
import { hrefsFrom } from '../../node/terminal/input-lines.ts';
import { plainText } from '../../node/terminal/plain-text.ts';
import type { Terminal } from '../../node/terminal/terminal.ts';

interface CanonicalizeOptions {
  readonly json?: true;
  readonly jsonl?: true;
}

export function addCanonicalize(program: Command, terminal: Terminal): void {
  program
    .command('canonicalize')
    .description(
      'Prints the form in which a URL is looked up: host, path and query, without scheme and port.',
    )
    .argument('[url...]', 'URLs; without any, lines of standard input')
    .option('--json', 'print {url, canonical, failure} a line')
    .option('--jsonl', 'read lines of {"href": …}, since an href can hold line breaks')
    .addHelpText(
      'after',
      '\nOne line for each URL; it is empty where the URL cannot be read, and standard error says why.',
    )
    .action(async (urls: readonly string[], options: CanonicalizeOptions) => {
      for await (const url of hrefsFrom(urls, terminal.input, { jsonl: options.jsonl === true })) {
        const read = canonicalizeUrl(url);
        const canonical = read.ok ? canonicalText(read.value) : null;
        const failure = read.ok ? null : read.failure;
        if (options.json === true) await terminal.out(JSON.stringify({ url, canonical, failure }));
        else {
          await terminal.out(canonical ?? '');
          if (failure !== null) terminal.note(`${plainText(url, 200)}: ${failure}`);
        }
      }
    });
}
