import { expect, test } from 'vitest';
import { packagedTables } from '../../../src/core/evidence/evidence-tables.ts';
import { shareOf } from '../../../src/server/publisher/evaluate/evidence-figures.ts';
import { EvidenceRun } from '../../../src/server/publisher/evaluate/evidence-run.ts';
import { parseMail } from '../../../src/server/publisher/evaluate/mail.ts';

/** Wilson (1927), to four places; the ends are exact, not what computing leaves of them. */
test.each([
  [0, 3106, 0, 0.0012],
  [0, 17, 0, 0.1843],
  [5, 10, 0.2366, 0.7634],
  [17, 17, 0.8157, 1],
  [0, 0, 0, 1],
])('a share of %i of %i lies between %f and %f', async (marked, of, low, high) => {
  const run = new EvidenceRun({
    tables: packagedTables(),
    list: null,
    reader: null,
    without: [],
    servers: [],
    weighs: false,
  });
  const mail = parseMail({ links: [], text: 'Hello' });
  if (mail.ok) await run.add(mail.value);
  const [result] = run.results;
  if (result === undefined) throw new Error('no mail was read');
  const all = Array.from({ length: of }, (_, number) => ({ ...result, id: String(number) }));
  const share = shareOf(all, ({ id }) => Number(id) < marked);
  expect({ ...share, low: rounded(share.low), high: rounded(share.high) }).toEqual({ marked, of, low, high });
  if (marked === 0) expect(share.low).toBe(0);
  if (marked === of) expect(share.high).toBe(1);
});

function rounded(share: number): number {
  return Math.round(share * 10_000) / 10_000;
}
