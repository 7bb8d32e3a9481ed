import { describe, expect, test } from 'vitest';
import { tablesInUse } from '../../../../src/extension/background/links/tables-in-use.ts';
import type { LoadedSnapshot } from '../../../../src/extension/background/lists/loaded-snapshots.ts';
import type { Channel } from '../../../../src/extension/background/realm/channel.ts';
import type { SectionName } from '../../../../src/core/snapshot/snapshot.ts';
import { PHISHING, SPAM } from '../lists/test-channel.ts';
import { packagedTables } from '../../../../src/core/evidence/evidence-tables.ts';

const channel = (id: string, origin: Channel['origin']): Channel => ({
  id,
  name: id,
  url: `https://${id}.example/`,
  rootKeys: [],
  pinnedName: null,
  origin,
});

/** Only what is asked of it here. */
const withTables = (id: string, text: string): LoadedSnapshot =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  ({
    stored: { channel: id, sections: [PHISHING, SPAM], tables: new TextEncoder().encode(text) },
  }) as unknown as LoadedSnapshot;
const NONE_OFF = new Map<string, readonly SectionName[]>();

const ROW = 'PayPal | paypal-mail-eu.com\n';
const isPayPals = (tables: ReturnType<typeof tablesInUse>): boolean =>
  tables.brandsOf('paypal-mail-eu.com', 'paypal-mail-eu.com').some(({ name }) => name === 'PayPal');

describe('the tables in use', () => {
  test('evidence tables take official domains from the channel that the package pins', () => {
    const known = { channels: [channel('a', 'default')], isWhole: true };
    expect(isPayPals(tablesInUse({ snapshots: [withTables('a', ROW)] }, known, NONE_OFF))).toBe(true);
  });

  test.each(['added', 'managed'] as const)(
    'evidence tables take no domains from a channel that was %s',
    (origin) => {
      const known = { channels: [channel('a', 'default'), channel('b', origin)], isWhole: true };
      expect(isPayPals(tablesInUse({ snapshots: [withTables('b', ROW)] }, known, NONE_OFF))).toBe(false);
    },
  );

  test('evidence tables take no domains from a channel that is switched off whole; one section that is on is enough', () => {
    const known = { channels: [channel('a', 'default')], isWhole: true };
    const isTaken = (...off: readonly SectionName[]): boolean =>
      isPayPals(tablesInUse({ snapshots: [withTables('a', ROW)] }, known, new Map([['a', off]])));
    expect([isTaken(), isTaken(SPAM), isTaken(SPAM, PHISHING)]).toEqual([true, true, false]);
  });

  test('evidence tables are the packaged ones where no channel has any, one cannot be read, or its channel is gone', () => {
    const known = { channels: [channel('a', 'default')], isWhole: true };
    expect(tablesInUse({ snapshots: [] }, known, NONE_OFF)).toBe(packagedTables());
    expect(tablesInUse({ snapshots: [withTables('a', 'no row')] }, known, NONE_OFF)).toBe(packagedTables());
    expect(tablesInUse({ snapshots: [withTables('gone', ROW)] }, known, NONE_OFF)).toBe(packagedTables());
  });
});
