import { describe, expect, test } from 'vitest';
import { type EvidenceTables, packagedTables } from '../../../src/core/evidence/evidence-tables.ts';
import { scoreMessage } from '../../../src/core/evidence/judge-message.ts';
import { NO_CONTEXT } from '../../../src/core/evidence/message-context.ts';
import { MAX_TABLE_ROWS } from '../../../src/core/evidence/table-rows.ts';
import { combineTables } from '../../../src/core/evidence/combine-tables.ts';
import { parseHtml } from '../../../src/core/mail/content/parse-html.ts';
import { renderHtml } from '../../../src/core/mail/shown/rendered-mail.ts';
import { button } from './a-message.ts';

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

function score(tables: EvidenceTables, name: string, address: string, href: string) {
  const { links, body } = renderHtml(button(href, 'Open'), parseHtml);
  const head = { name, address, replyTo: null, subject: 'News of the week', reader: null };
  return scoreMessage({ head, body }, links, tables, NO_CONTEXT);
}
const HONEST = ['Garden Club', 'a@garden-tools.com', 'https://garden-tools.com/x'] as const;

describe('the tables of a channel that means harm', () => {
  test('the tables of a channel that means harm can have a name of its choice taken for a brand: caution, and never danger', () => {
    expect(score(packagedTables(), ...HONEST).isMarked).toBe(false);
    for (const isVouched of [false, true]) {
      const tables = combineTables([{ bytes: bytesOf('Garden Club | evil-owner.com\n'), isVouched }]);
      const { kind, reasons } = score(tables, ...HONEST);
      expect([kind, reasons.map(({ level }) => level)]).toEqual([
        expect.stringMatching(/^(?:clear|flagged)$/),
        reasons.map(() => 'caution'),
      ]);
      expect(reasons.map(({ id }) => id)).toContain('A1');
    }
  });

  test.each(['Support', 'Team', 'Newsletter', 'Google', 'Amazon'])(
    'the tables of a channel that means harm cannot have every %s taken for theirs and leave the others to be seen',
    (name) => {
      const tables = combineTables([{ bytes: bytesOf(`${name} | evil-owner.com\n`), isVouched: false }]);
      const href = 'https://evil-owner.com/x?id=8f2a77c19e';
      const { points } = score(packagedTables(), name, 'info@evil-owner.com', href);
      // Whatever name they claim, it excuses nothing that was a reason before.
      expect(score(tables, name, 'info@evil-owner.com', href).points).toBeGreaterThanOrEqual(points);
    },
  );

  test('the tables of a channel that means harm cost a message as little as the packaged ones, however many there are', () => {
    const rows = Array.from(
      { length: MAX_TABLE_ROWS },
      (_, n) => `${Array.from({ length: 20 }, (_, k) => `Brand${n}x${k} Bank`).join()} | b${n}.com`,
    );
    const tables = combineTables([{ bytes: bytesOf(rows.join('\n')), isVouched: false }]);
    expect(tables).not.toBe(packagedTables());
    const messages = Array.from({ length: 50 }, (_, n) => `Somebody ${n}`);
    const startedAt = performance.now();
    for (const name of messages) score(tables, name, 'a@garden-tools.com', 'https://garden-tools.com/x');
    // Some 0.4 ms each.
    expect((performance.now() - startedAt) / messages.length).toBeLessThan(20);
  });
});
