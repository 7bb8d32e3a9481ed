import { parseExclusion } from '../feed/exclusion-entry.ts';
import type { Exclusion } from '../feed/feeds-file.ts';
import { withinDns } from '../url/canonical/host-name.ts';
import type { ListedEntry } from '../url/listed-entry.ts';
import type { EntryFacts } from './entry-facts.ts';

export class Exclusions {
  readonly #hosts = new Set<string>();
  readonly #pages = new Set<string>();

  constructor(exclusions: readonly Exclusion[], now: number) {
    for (const { host, path, isHostLevel } of excludedEntries(exclusions, now)) {
      if (isHostLevel) this.#hosts.add(host);
      else this.#pages.add(host + path);
    }
  }

  covers({ host, path }: Pick<EntryFacts, 'host' | 'path'>): boolean {
    if (this.#pages.has(host + path)) return true;
    if (this.#hosts.size === 0) return false;
    for (let name = withinDns(host); ;) {
      if (this.#hosts.has(name)) return true;
      const dot = name.indexOf('.');
      if (dot === -1) return false;
      name = name.slice(dot + 1);
    }
  }
}

export function excludedEntries(exclusions: readonly Exclusion[], now: number): readonly ListedEntry[] {
  return exclusions.flatMap(({ entry, expiresAt }) => {
    if (expiresAt !== null && expiresAt <= now) return [];
    const listed = parseExclusion(entry);
    return listed.ok ? [listed.value] : [];
  });
}
