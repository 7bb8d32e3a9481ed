import { eitherWay } from '../../core/result.ts';
import { addedSites, beginOn, maySee, takeWantedSites, watchSites } from '../../platform/site-access.ts';
import type { ValueStore } from '../../platform/value-store.ts';

/**
 * The webmails that the reader added. The browser keeps their registrations, but drops all of them when the
 * extension is updated; so they are remembered here with the version that registered them, and registered
 * again by the next one.
 */
export class AddedSites {
  readonly #store: ValueStore;
  readonly #version: string;
  #begun: Promise<void> = Promise.resolve();

  /** @param version - of this extension */
  constructor(store: ValueStore, version: string) {
    this.#store = store;
    this.#version = version;
  }

  /**
   * Begins on the webmail that the reader was asked about, if there is one. Of what the browser and the popup tell
   * about it, each may come first, or alone.
   */
  beginOnWanted(): Promise<void> {
    const begin = async (): Promise<void> => {
      const wanted = await takeWantedSites();
      if (wanted !== null) await beginOn(wanted);
    };
    this.#begun = this.#begun.then(begin, begin);
    return this.#begun;
  }

  /** Brings registration and memory in step. @returns match patterns */
  async refresh(): Promise<readonly string[]> {
    const read = await this.#store.get('sites');
    const remembered = read.ok ? parseSites(read.value) : null;
    if (remembered !== null && remembered.version !== this.#version) await registerAgain(remembered.patterns);
    const patterns = await addedSites();
    const isRemembered =
      remembered?.version === this.#version && remembered.patterns.join(' ') === patterns.join(' ');
    // If it is not kept, the next refresh tries again.
    if (read.ok && !isRemembered)
      eitherWay(await this.#store.put('sites', { version: this.#version, patterns }));
    return patterns;
  }
}

async function registerAgain(patterns: readonly string[]): Promise<void> {
  const registered = await addedSites();
  for (const pattern of patterns) {
    if (!registered.includes(pattern) && (await maySee([pattern]))) await watchSites([pattern]);
  }
}

interface RememberedSites {
  readonly version: string;
  readonly patterns: readonly string[];
}

function parseSites(value: unknown): RememberedSites | null {
  if (typeof value !== 'object' || value === null) return null;
  if (!('version' in value && 'patterns' in value)) return null;
  const { version, patterns } = value;
  if (typeof version !== 'string' || !Array.isArray(patterns)) return null;
  return { version, patterns: patterns.filter((pattern) => typeof pattern === 'string') };
}
