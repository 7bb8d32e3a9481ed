import { describe, expect, test } from 'vitest';
import { messageFingerprint } from '../../../src/core/fingerprint/message-fingerprint.ts';
import { compileForDevice } from '../../../src/core/filter/compile-for-device.ts';
import { LayeredFilter } from '../../../src/core/filter/layered-filter.ts';
import { EntryHasher } from '../../../src/core/hash/entry-hash.ts';
import type { SectionName, Snapshot } from '../../../src/core/snapshot/snapshot.ts';
import { runSteps } from '../../../src/core/steps.ts';
import { listsMessages, lookUpText, textListing } from '../../../src/core/lookup/look-up-text.ts';
import { type Content, EPOCH_KEY, snapshotOf } from '../../extension/background/lists/test-channel.ts';
import { LETTER } from '../fingerprint/a-letter.ts';

const CROWD: SectionName = { kind: 'message', category: 'spam', action: 'caution', group: 'crowd' };
const REVIEWED: SectionName = { kind: 'message', category: 'phishing', action: 'danger', group: 'desk' };
const BANDS = messageFingerprint(LETTER);
const SECRET = new Uint8Array(16).fill(5);

let reads = 0;

function listedIn(
  what: readonly Content[] | Snapshot,
  isOn: (section: SectionName) => boolean = () => true,
): Promise<readonly SectionName[]> {
  const snapshot = 'sections' in what ? what : snapshotOf(what);
  const { header, residentFilter, verificationTable } = runSteps(compileForDevice(snapshot, SECRET));
  const filter = LayeredFilter.open(header, residentFilter, SECRET);
  if (!filter.ok) throw new Error(filter.failure.kind);
  return lookUpText(
    BANDS,
    filter.value,
    new EntryHasher(EPOCH_KEY),
    async (start, end) => {
      reads++;
      return verificationTable.slice(start, end);
    },
    isOn,
  );
}

describe('looking up a text', () => {
  test('looking up a text finds what two bands of three are listed of', async () => {
    expect(await listedIn([{ section: CROWD, entries: BANDS.slice(1) }])).toMatchObject([CROWD, CROWD]);
  });

  test('looking up a text does not find what one band is listed of', async () => {
    reads = 0;
    expect(await listedIn([{ section: CROWD, entries: BANDS.slice(0, 1) }])).toEqual([]);
    // And reads nothing from disk for it.
    expect(reads).toBe(0);
  });

  test('looking up a text does not find bands that are listed as senders', async () => {
    expect(await listedIn([{ section: { ...CROWD, kind: 'address' }, entries: BANDS }])).toEqual([]);
  });

  test('looking up a text does not find bands whose hashes are listed as those of pages', async () => {
    const snapshot = snapshotOf([{ section: CROWD, entries: BANDS }]);
    const asPages = snapshot.sections.map((section) => ({ ...section, kind: 'url' as const }));
    expect(await listedIn({ ...snapshot, sections: asPages })).toEqual([]);
    expect(await listedIn(snapshot)).toHaveLength(3);
  });

  test('looking up a text does not count a section that is switched off', async () => {
    const contents = [
      { section: CROWD, entries: BANDS.slice(0, 1) },
      { section: REVIEWED, entries: BANDS.slice(1) },
    ];
    expect(await listedIn(contents)).toHaveLength(3);
    expect(await listedIn(contents, ({ group }) => group === 'crowd')).toEqual([]);
  });

  test('looking up a text is vouched for by a reviewed group or by several', () => {
    expect(textListing('x', [CROWD, CROWD])).toEqual({ channelName: 'x', isVouchedFor: false });
    expect(textListing('x', [CROWD, REVIEWED])?.isVouchedFor).toBe(true);
    expect(textListing('x', [{ ...CROWD, group: 'several' }])?.isVouchedFor).toBe(true);
    expect(textListing('x', [])).toBe(null);
  });
});

test.each<[string, boolean, readonly SectionName[]]>([
  ['none', false, []],
  [
    'links and senders',
    false,
    [
      { ...CROWD, kind: 'url' },
      { ...CROWD, kind: 'address' },
    ],
  ],
  ['texts', true, [CROWD]],
  ['links, and texts beside them', true, [{ ...CROWD, kind: 'url' }, CROWD]],
])('a list of %s is asked about a text: %s', (_, isAsked, sections) => {
  expect(listsMessages({ sections })).toBe(isAsked);
});
