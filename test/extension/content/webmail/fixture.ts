import { readFileSync, readdirSync } from 'node:fs';

/** What a fixture page says of itself in its `meta name="fixture"`. */
export interface FixtureFacts {
  /** The address under which the webmail has such a page. */
  readonly url: string;
  /** In the page and its frames together. */
  readonly messages: number;
  /** Links to `found-….example`: all of them must be found. */
  readonly found: number;
  /** Links to `ignored-….example`: none of them may be found. */
  readonly ignored: number;
  /** Links to `elsewhere-….example`: in no message, and looked up because nothing is known of the page. */
  readonly elsewhere?: number;
  readonly from: string;
  /** Empty where the header is in a page that cannot be reached, unless `isRead`. */
  readonly subject: string;
  readonly isRead?: true;
  /** What the text of the message begins with. */
  readonly begins?: string;
  /** Address of the mailbox, where the page shows it. */
  readonly reader?: string;
  /** What the header shows of the check of the sender's domain. */
  readonly dmarc?: 'fail';
  /** The page is what a webmail of another origin puts into a frame. */
  readonly wholeDocument?: true;
  /** Frames that the page's script fills from its templates. */
  readonly frames?: number;
}

export interface Fixture {
  readonly name: string;
  /** Of the adapter. */
  readonly webmail: string;
  readonly html: string;
  readonly facts: FixtureFacts;
}

const FOLDER = 'test/fixtures/webmail';

export const FIXTURES: readonly Fixture[] = readdirSync(FOLDER)
  .filter((file) => file.endsWith('.html'))
  .map((file) => {
    const html = readFileSync(`${FOLDER}/${file}`, 'utf8');
    const name = file.replace('.html', '');
    const facts = /<meta name="fixture" content='([^']*)'>/.exec(html)?.[1];
    if (facts === undefined) throw new Error(`${file} does not say what must be found in it`);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- our own files
    return { name, webmail: name.split('-')[0] ?? name, html, facts: JSON.parse(facts) as FixtureFacts };
  });

/** `found-3.example` for each such host in a text, once. */
export function hostsIn(text: string, kind: 'found' | 'ignored' | 'elsewhere'): readonly string[] {
  return [...new Set(text.match(new RegExp(`${kind}-\\d+\\.example`, 'g')) ?? [])].toSorted();
}
