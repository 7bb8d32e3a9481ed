/**
 * What happens to a brand's genuine letter where the tables lack the domain that it comes from: each domain of each brand
 * is left out in turn. The bounds are what was measured (docs/accuracy.md); a rule that raises one marks good mail. The
 * aim is about the plain letter and the 568 domains of November 2026: 10 marked with one link, 3 with four.
 */
import { expect, test } from 'vitest';
import { EvidenceTables, packagedRows } from '../../../src/core/evidence/evidence-tables.ts';
import { scoreMessage } from '../../../src/core/evidence/judge-message.ts';
import { NO_CONTEXT } from '../../../src/core/evidence/message-context.ts';

interface Letter {
  readonly subject: string;
  readonly text: string;
  /** Of the picture on top and of the copyright line. */
  readonly hasLogo: boolean;
}

const ROWS = packagedRows();

const LEFT_OUT = ROWS.flatMap(({ names, domains }) =>
  domains.length < 2
    ? []
    : domains
        .filter((domain) => !domain.endsWith('.*'))
        .map((domain) => ({ name: (names[0] ?? '').replace(/^~/, ''), domain })),
);

const TABLES = new Map(
  [...new Set(LEFT_OUT.map(({ domain }) => domain))].map((domain) => [
    domain,
    new EvidenceTables(
      ROWS.map((row) => ({ ...row, domains: row.domains.filter((each) => each !== domain) })),
    ),
  ]),
);

function isMarked(
  name: string,
  domain: string,
  { subject, text, hasLogo }: Letter,
  linkCount: number,
): boolean {
  const named = (template: string): string => template.replaceAll('NAME', name);
  const links = ['Open', 'News', 'Orders', 'Help'].slice(0, linkCount).map((label) => ({
    href: `https://www.${domain}/${label.toLowerCase()}`,
    text: label,
    tag: 'a',
  }));
  const head = { name, address: `noreply@${domain}`, replyTo: null, subject: named(subject), reader: null };
  const body = {
    text: `${named(text)}${hasLogo ? ` © 2026 ${name}` : ''}`,
    end: '',
    hasQuote: false,
    alts: hasLogo ? [name] : [],
    asksPassword: false,
    links: links.map((_, href) => ({ href })),
  };
  const tables = TABLES.get(domain);
  if (tables === undefined) throw new RangeError(domain);
  return scoreMessage({ head, body }, links, tables, NO_CONTEXT).isMarked;
}

const PLAIN = { subject: 'Your statement', text: 'It is ready.', hasLogo: false };
const WITH_LOGO = { subject: 'Your NAME statement', text: 'Your NAME statement is ready.', hasLogo: true };
const ACCOUNT = { ...WITH_LOGO, text: 'Please confirm your address for your NAME membership.' };
const BOTH = { ...ACCOUNT, subject: 'Only 24 hours left' };

test('there are more than six hundred brand domains to leave out of the tables', () => {
  expect(LEFT_OUT.length).toBeGreaterThan(600);
});

test.each([
  [1, 'plain', PLAIN, 11],
  [4, 'plain', PLAIN, 9],
  [1, 'with the brand’s logo', WITH_LOGO, 19],
  [4, 'with the brand’s logo', WITH_LOGO, 9],
  [1, 'that asks for something', ACCOUNT, 99],
  [4, 'that asks for something', ACCOUNT, 52],
  [4, 'that asks for something in a hurry', BOTH, 67],
] as const)(
  'a brand’s letter from a domain that the tables lack, with %i links, %s, is marked no more often than measured',
  (linkCount, _, letter, bound) => {
    const marked = markedOf(LEFT_OUT, letter, linkCount);
    expect(marked.length, marked.join(' ')).toBeLessThanOrEqual(bound);
  },
);

/** Domains that were added since the aim was set, of those whose letter is marked. */
const ADDED = new Set(
  'spotify.link walmrt.us notif-colissimo-laposte.info laposte.info citi.asia capital.one'.split(' '),
);

test.each([
  [1, 'plain', PLAIN, 10],
  [4, 'plain', PLAIN, 3],
  [4, 'with the brand’s logo', WITH_LOGO, 3],
] as const)(
  'the aim for a brand’s letter from a domain that the tables lack holds with %i links, %s',
  (linkCount, _, letter, aim) => {
    const before = LEFT_OUT.filter(({ domain }) => !ADDED.has(domain));
    expect(markedOf(before, letter, linkCount).length).toBeLessThanOrEqual(aim);
  },
);

function markedOf(letters: typeof LEFT_OUT, letter: Letter, linkCount: number): readonly string[] {
  return letters
    .filter(({ name, domain }) => isMarked(name, domain, letter, linkCount))
    .map(({ domain }) => domain);
}
