import { describe, expect, test } from 'vitest';
import { WordModels } from '../../../../src/extension/background/links/word-models.ts';
import type { Channel } from '../../../../src/extension/background/realm/channel.ts';
import { buildBinBloomFilter } from '../../../../src/core/filter/bin-bloom-filter-builder.ts';
import { EntryHasher } from '../../../../src/core/hash/entry-hash.ts';
import type { SectionName } from '../../../../src/core/snapshot/snapshot.ts';
import { PHISHING, SPAM } from '../lists/test-channel.ts';
import { encodeWordModel } from '../../../../src/core/words/word-model.ts';

const KEY = new Uint8Array(8);

function modelOf(...words: readonly string[]): Uint8Array<ArrayBuffer> {
  const hasher = new EntryHasher(KEY);
  const vocabulary = buildBinBloomFilter(
    words.map((word) => ({ ...hasher.message(word), score: 2 })),
    { binCount: 1, absentWordRate: 1e-6 },
  );
  return encodeWordModel({ rule: { leastKnown: 2, knownShare: 0.5, firesAt: 1 }, hashKey: KEY, vocabulary });
}

const channel = (id: string): Channel => ({
  id,
  name: `Channel ${id}`,
  url: `https://${id}.example/`,
  rootKeys: [],
  pinnedName: null,
  origin: 'added',
});

interface Stored {
  readonly channel: string;
  readonly name: string;
  readonly sections: readonly (SectionName & { readonly entries: number })[];
  readonly wordModel?: Uint8Array<ArrayBuffer>;
}

const stored = (id: string, wordModel?: Uint8Array<ArrayBuffer>): Stored => ({
  channel: id,
  name: `List ${id}`,
  sections: [PHISHING, SPAM].map((section) => ({ ...section, entries: 1 })),
  ...(wordModel === undefined ? {} : { wordModel }),
});

const models = (...carriers: readonly Stored[]): WordModels => modelsWith(new Map(), ...carriers);

function modelsWith(
  off: ReadonlyMap<string, readonly SectionName[]>,
  ...carriers: readonly Stored[]
): WordModels {
  return new WordModels({
    sectionsOff: () => Promise.resolve(off),
    snapshots: { load: () => Promise.resolve({ snapshots: carriers.map((each) => ({ stored: each })) }) },
    channels: () => Promise.resolve({ channels: [channel('a'), channel('b')], isWhole: true }),
  });
}

describe('models of words', () => {
  test('models of words say of a message whose words they know, subject and text together, who knows them', async () => {
    const asked = models(stored('a'), stored('b', modelOf('wallet', 'overdue')));
    expect(await asked.find('Wallet', 'Overdue!')).toEqual({ channelName: 'List b' });
    expect(await asked.find(null, 'Wallet.')).toBeNull();
    expect(await asked.find(null, 'A letter from the library')).toBeNull();
  });

  test('the model of words of the first channel counts', async () => {
    const both = models(stored('b', modelOf('wallet', 'overdue')), stored('a', modelOf('wallet', 'overdue')));
    expect(await both.find('wallet', 'overdue')).toEqual({ channelName: 'List a' });
  });

  test('the model of words of a channel that is switched off whole says nothing; one of its sections is enough', async () => {
    const says = (...off: readonly SectionName[]): Promise<unknown> =>
      modelsWith(new Map([['a', off]]), stored('a', modelOf('wallet', 'overdue'))).find('wallet', 'overdue');
    expect(await says(SPAM)).toEqual({ channelName: 'List a' });
    expect(await says(SPAM, PHISHING)).toBeNull();
  });

  test('a model of words that cannot be read, or whose channel is gone, is ignored, and another one counts', async () => {
    const broken = modelOf('wallet', 'overdue').slice(0, -1);
    const asked = models(stored('gone', modelOf('wallet', 'overdue')), stored('a', broken));
    expect(await asked.find('wallet', 'overdue')).toBeNull();
    const beside = models(stored('a', broken), stored('b', modelOf('wallet', 'overdue')));
    expect(await beside.find('wallet', 'overdue')).toEqual({ channelName: 'List b' });
  });

  test('words say nothing of a message if there is no model', async () => {
    expect(await models(stored('a'), stored('b')).find('wallet', 'overdue')).toBeNull();
  });
});
