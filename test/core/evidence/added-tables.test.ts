import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { EvidenceTables, packagedTables } from '../../../src/core/evidence/evidence-tables.ts';
import { scoreMessage } from '../../../src/core/evidence/judge-message.ts';
import { NO_CONTEXT } from '../../../src/core/evidence/message-context.ts';
import { findMisjudgedSample } from '../../../src/core/evidence/sample-messages.ts';
import { MAX_TABLE_ROWS, parseTableRows } from '../../../src/core/evidence/table-rows.ts';
import { acceptedRows, combineTables } from '../../../src/core/evidence/combine-tables.ts';
import { renderHtml } from '../../../src/core/mail/shown/rendered-mail.ts';
import { parseHtml } from '../../../src/core/mail/content/parse-html.ts';
import { button } from './a-message.ts';

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const parse = (text: string): ReturnType<typeof parseTableRows> =>
  parseTableRows(bytesOf(text), packagedTables());

function points(tables: EvidenceTables, name: string, address: string, href: string): number {
  const { links, body } = renderHtml(button(href, 'Open'), parseHtml);
  const head = { name, address, replyTo: null, subject: 'News', reader: null };
  return scoreMessage({ head, body }, links, tables, NO_CONTEXT).points;
}

describe('a section of tables', () => {
  test('a section of tables is read as rows of names and domains', () => {
    expect(parse('# whose\n\nAcme Bank, ~Acme | acme-bank.com acme.example\n')).toEqual({
      ok: true,
      value: [{ names: ['Acme Bank', '~Acme'], domains: ['acme-bank.com', 'acme.example'] }],
    });
  });

  test.each([
    ['not-a-row', 'Acme acme.com'],
    ['not-a-row', 'Acme | acme.com | 9'],
    ['no-name', ' , | acme.com'],
    ['too-many-names', `${Array.from({ length: 21 }, (_, n) => `Acme ${n}`).join()} | acme.com`],
    ['bad-name', 'Ac | acme.com'],
    ['bad-name', `${'Acme '.repeat(20)} | acme.com`],
    ['bad-name', 'Ac\u200bme | acme.com'],
    ['no-domain', 'Acme | '],
    ['too-many-domains', `Acme | ${Array.from({ length: 101 }, (_, n) => `a${n}.com`).join(' ')}`],
    ['bad-domain', 'Acme | acme.*'],
    ['bad-domain', 'Acme | co.uk'],
    ['bad-domain', 'Acme | 1.2.3.4'],
    ['bad-domain', 'Acme | Acme.com'],
    ['bad-domain', 'Acme | https://acme.com/'],
    ['domain-of-many', 'Acme | gmail.com'],
    ['domain-of-many', 'Acme | bit.ly'],
    ['domain-of-many', 'Acme | acme.github.io'],
    ['domain-of-many', 'Acme | sendgrid.net'],
    ['domain-of-many', 'Acme | storage.googleapis.com'],
  ])('a section of tables is refused as %s, with its line', (kind, line) => {
    expect(parse(`Northgate | northgate-bank.com\n${line}`)).toEqual({
      ok: false,
      failure: { kind, line: 2 },
    });
  });

  test('a section of tables is refused as a whole if it is no text, or has too many rows', () => {
    expect(parseTableRows(Uint8Array.of(0xff, 0xfe), packagedTables())).toEqual({
      ok: false,
      failure: { kind: 'not-text' },
    });
    expect(parse('\ufeffAcme | acme.com')).toEqual({ ok: false, failure: { kind: 'not-text' } });
    expect(parse('Acme | acme.com\n'.repeat(MAX_TABLE_ROWS + 1))).toEqual({
      ok: false,
      failure: { kind: 'too-many-rows' },
    });
  });

  test('a section of tables of any bytes never throws, and what is read is bounded', () => {
    const line = fc
      .tuple(fc.string({ unit: 'grapheme' }), fc.oneof(fc.domain(), fc.string()))
      .map(([name, domain]) => `${name} | ${domain}\n`);
    fc.assert(
      fc.property(
        fc.oneof(
          fc.uint8Array(),
          fc.array(line).map((lines) => bytesOf(lines.join(''))),
        ),
        (bytes) => {
          const rows = parseTableRows(bytes, packagedTables());
          if (!rows.ok) return;
          for (const { names, domains } of rows.value) {
            expect(names.length * domains.length).toBeGreaterThan(0);
            expect(names.every((name) => name.length <= 61)).toBe(true);
          }
        },
      ),
    );
  });
});

describe('what is added to the tables', () => {
  test('an addition to the tables mends a missing domain of a brand, if the pinned channel says so', () => {
    const from = [
      'PayPal',
      'service@paypal-mail-eu.com',
      'https://paypal-mail-eu.com/x?id=8f2a77c19e',
    ] as const;
    const before = points(packagedTables(), ...from);
    const added = bytesOf('PayPal | paypal-mail-eu.com\n');
    expect(points(combineTables([{ bytes: added, isVouched: true }]), ...from)).toBeLessThan(before);
    expect(points(combineTables([{ bytes: added, isVouched: false }]), ...from)).toBe(before);
  });

  test('what is added to the tables of another channel adds reasons, and clears nothing anywhere', () => {
    const tables = combineTables([
      { bytes: bytesOf('Zirkon Bank, PayPal Team | zirkon-bank.com evil-pay.com\n'), isVouched: false },
    ]);
    const claimed = ['Zirkon Bank', 'a@letters-to-you.net', 'https://letters-to-you.net/x'] as const;
    expect(points(tables, ...claimed)).toBeGreaterThan(points(packagedTables(), ...claimed));
    expect(points(tables, 'Zirkon Bank', 'info@zirkon-bank.com', 'https://zirkon-bank.com/x')).toBe(
      points(packagedTables(), 'Zirkon Bank', 'info@zirkon-bank.com', 'https://zirkon-bank.com/x'),
    );
    for (const name of ['PayPal', 'PayPal Team', 'Somebody', 'DHL Express']) {
      for (const address of ['info@evil-pay.com', 'info@zirkon-bank.com', 'x@elsewhere-pay.net']) {
        for (const href of ['https://evil-pay.com/x?id=8f2a77c19e', 'https://zirkon-bank.com/a']) {
          expect(points(tables, name, address, href)).toBeGreaterThanOrEqual(
            points(packagedTables(), name, address, href),
          );
        }
      }
    }
  });

  test('what is added to the tables is refused where a packaged good message becomes marked, or a packaged phishing one does not', () => {
    expect(findMisjudgedSample(packagedTables())).toBeNull();
    const clearing = { bytes: bytesOf('DHL | parcel-waiting.top\n'), isVouched: true };
    expect(acceptedRows(clearing)).toMatchObject({ ok: false, failure: { kind: 'misjudges-sample' } });
    expect(combineTables([clearing])).toBe(packagedTables());
  });

  test('what is added to the tables is ignored if it cannot be read', () => {
    expect(combineTables([{ bytes: Uint8Array.of(0xff), isVouched: true }])).toBe(packagedTables());
  });
});
