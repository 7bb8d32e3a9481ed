import { EntryHasher } from '../../../../core/hash/entry-hash.ts';
import type { EpochKey } from '../../../../core/hash/half-sip-hash.ts';
import type { FingerprintList, Section } from '../../../../core/snapshot/snapshot.ts';
import { readLink } from '../../../../core/url/read-link.ts';
import { hitsAmong } from './fingerprints.ts';

export interface ExcludedGoodSite {
  readonly expression: string;
  readonly groups: readonly string[];
}

export interface KnownGoodLookup {
  readonly exclusions: FingerprintList;
  readonly excluded: readonly ExcludedGoodSite[];
  readonly lookedUp: number;
}

/**
 * Looks up the front page of each known good site in the finished snapshot, and excludes every hit, so that readers
 * never see one flagged.
 */
export function lookUpKnownGood(
  hosts: Iterable<string>,
  sections: readonly Section[],
  key: EpochKey,
): KnownGoodLookup {
  const { hashes, expressions } = hostExpressions(hosts, new EntryHasher(key));
  const groups = new Map<number, Set<string>>();
  for (const { kind, fingerprints, fingerprintBits, group } of sections) {
    if (kind !== 'url') continue;
    for (const index of hitsAmong(hashes, fingerprints, fingerprintBits)) {
      const known = groups.get(index) ?? new Set();
      groups.set(index, known.add(group));
    }
  }
  const indices = [...groups.keys()].sort((a, b) => a - b);
  return {
    exclusions: {
      high: Uint32Array.from(indices, (index) => hashes.high[index] ?? 0),
      low: Uint32Array.from(indices, (index) => hashes.low[index] ?? 0),
    },
    excluded: indices.map((index) => ({
      expression: expressions[index] ?? '',
      groups: [...(groups.get(index) ?? [])].sort(),
    })),
    lookedUp: expressions.length,
  };
}

/**
 * A lookup asks for a host and at most four parents, so a lookup of `www.` before at most four labels also asks for the
 * host without it.
 */
const MAX_LABELS_BELOW_WWW = 4;

function lookedUpNames(host: string): readonly string[] {
  if (host.startsWith('www.')) return [host];
  const withWww = `www.${host}`;
  return host.split('.').length <= MAX_LABELS_BELOW_WWW ? [withWww] : [host, withWww];
}

function hostExpressions(
  hosts: Iterable<string>,
  hasher: EntryHasher,
): { readonly hashes: FingerprintList; readonly expressions: readonly string[] } {
  const found = new Map<string, { readonly high: number; readonly low: number }>();
  for (const host of hosts) {
    for (const name of lookedUpNames(host)) {
      for (const layer of readLink(`http://${name}/`).layers) {
        hasher.layer(layer, (high, low, index) => {
          const pair = layer.pairs[index];
          if (pair !== undefined)
            found.set((layer.hosts[pair[0]] ?? '') + (layer.paths[pair[1]] ?? ''), { high, low });
        });
      }
    }
  }
  const sorted = [...found].sort(([, a], [, b]) => a.high - b.high || a.low - b.low);
  return {
    hashes: {
      high: Uint32Array.from(sorted, ([, { high }]) => high),
      low: Uint32Array.from(sorted, ([, { low }]) => low),
    },
    expressions: sorted.map(([expression]) => expression),
  };
}
