import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { decodeSnapshot } from '../../../src/core/snapshot/decode-snapshot.ts';
import { opaqueBytes } from '../../../src/core/snapshot/opaque-sections.ts';
import type { BuildReport } from '../../../src/server/publisher/report/build-report.ts';
import { aWorkshop, type CommandResult, type Workshop } from './run-command.ts';

async function buildWith(
  tables: string,
): Promise<{ readonly workshop: Workshop; readonly result: CommandResult }> {
  const workshop = await aWorkshop();
  writeFileSync(join(dirname(workshop.channel), 'tables.txt'), tables);
  workshop.setFeeds([{ name: 'A', text: 'http://evil.test/x\n' }], { evidenceTables: 'tables.txt' });
  return { workshop, result: await workshop.build() };
}

test('evidence tables travel with the snapshot and are listed in the report', async () => {
  const { workshop, result } = await buildWith('PayPal | paypal-mail-eu.com\n');
  expect(result.notes.join('\n')).not.toContain('could not be read');
  expect(result.code).toBe(0);
  const decoded = decodeSnapshot(readFileSync(join(workshop.channel, 'base', '1.slb')));
  if (!decoded.ok) throw new Error(decoded.failure.kind);
  const bytes = opaqueBytes(decoded.value.opaque, 'tables/1');
  expect(new TextDecoder().decode(bytes ?? undefined)).toBe('PayPal | paypal-mail-eu.com\n');
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a file that the command has just written
  const report = JSON.parse(readFileSync(join(workshop.channel, 'report', '1.json'), 'utf8')) as BuildReport;
  expect(report.evidenceTables).toEqual([{ brand: 'PayPal', domains: ['paypal-mail-eu[.]com'] }]);
  expect(readFileSync(join(workshop.channel, 'report', '1.html'), 'utf8')).toContain('paypal-mail-eu[.]com');
});

test.each([
  ['a row that cannot be read', 'PayPal paypal.com', 'line 1: not-a-row'],
  ['a domain of everybody', 'PayPal | gmail.com', 'line 1: domain-of-many'],
  ['what would clear a phishing message', 'DHL | parcel-waiting.top', 'sample message'],
  ['more than readers take', '#'.repeat(70_000), 'readers take 65536'],
])('a build with %s stops before the channel is touched', async (_, tables, why) => {
  const { workshop, result } = await buildWith(tables);
  expect(result.code).not.toBe(0);
  expect(result.notes.join('\n')).toContain(why);
  expect(() => readFileSync(join(workshop.channel, 'latest.jws'))).toThrow('ENOENT');
});
