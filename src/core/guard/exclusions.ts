import type { Exclusion } from '../feed/feeds-file.ts';
import { parseListedEntry } from '../url/listed-entry.ts';
import type { EntryFacts } from './entry-facts.ts';

/** What this publisher never lists. A host covers everything below it, a URL that page alone. */
export class Exclusions {
  readonly #hosts = new Set<string>();
  readonly #pages = new Set<string>();

  /** @param now - Unix time, seconds; exclusions that have run out are left out */
  constructor(exclusions: readonly Exclusion[], now: number) {
    for (const { entry, expiresAt } of exclusions) {
      if (expiresAt !== null && expiresAt <= now) continue;
      const listed = parseListedEntry(entry.slice(entry.lastIndexOf('@') + 1));
      if (!listed.ok) continue;
      if (listed.value.isHostLevel) this.#hosts.add(listed.value.host);
      else this.#pages.add(listed.value.host + listed.value.path);
    }
  }

  cover({ host, path }: Pick<EntryFacts, 'host' | 'path'>): boolean {
    if (this.#pages.has(host + path)) return true;
    if (this.#hosts.size === 0) return false;
    for (let name = host; ;) {
      if (this.#hosts.has(name)) return true;
      const dot = name.indexOf('.');
      if (dot === -1) return false;
      name = name.slice(dot + 1);
    }
  }
}
