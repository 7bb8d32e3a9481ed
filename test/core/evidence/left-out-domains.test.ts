/**
 * What happens to a brand's genuine letter where the tables lack the domain that it comes from: each domain of each brand
 * is left out in turn. The bounds are what was measured (docs/accuracy.md); a rule that raises one marks good mail.
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

test('there are more than six hundred left-out domains', () => {
  expect(LEFT_OUT.length).toBeGreaterThan(600);
});

test.each([
  ['plain', PLAIN, 1, 23],
  ['plain', PLAIN, 4, 9],
  ['with the brand’s logo', WITH_LOGO, 1, 254],
  ['with the brand’s logo', WITH_LOGO, 4, 9],
  ['that asks for something', ACCOUNT, 1, 261],
  ['that asks for something', ACCOUNT, 4, 52],
  ['that asks for something in a hurry', BOTH, 4, 67],
] as const)('a letter %s with %4$i links: no more marked than measured', (_, letter, linkCount, bound) => {
  const marked = LEFT_OUT.filter(({ name, domain }) => isMarked(name, domain, letter, linkCount));
  expect(marked.length, marked.map(({ domain }) => domain).join(' ')).toBeLessThanOrEqual(bound);
});
