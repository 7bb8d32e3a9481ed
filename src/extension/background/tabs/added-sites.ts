import { ignoreFailure } from '../../../core/result.ts';
import {
  addedSites,
  builtInSites,
  maySee,
  startInTab,
  takeWantedSites,
  type WantedSites,
  watchSites,
} from '../../platform/site-access.ts';
import type { ValueStore } from '../../platform/storage/value-store.ts';

/**
 * The webmails that the reader added. The browser keeps their registrations, but drops all of them when the
 * extension is updated; so they are remembered here with the version that registered them, and registered
 * again by the next one.
 */
export class AddedSites {
  readonly #store: ValueStore;
  readonly #version: string;
  #begun: Promise<void> = Promise.resolve();
  #last: Promise<unknown> = Promise.resolve();

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
      if (wanted !== null) await this.#beginOn(wanted);
    };
    this.#begun = this.#begun.then(begin, begin);
    return this.#begun;
  }

  /**
   * Brings registration and memory in step.
   *
   * @returns match patterns, those that the browser would not register too: the reader lets mail be checked there
   */
  refresh(): Promise<readonly string[]> {
    return this.#inTurn(() => this.#refresh());
  }

  /**
   * From the next page on, and in this tab at once. Those that the manifest names need only the latter, which is not
   * part of the turn: it waits for a tab.
   */
  async #beginOn({ patterns, tabId }: WantedSites): Promise<void> {
    const known = builtInSites();
    await this.#inTurn(() => register(patterns.filter((pattern) => !known.includes(pattern))));
    await startInTab(tabId);
  }

  async #refresh(): Promise<readonly string[]> {
    const read = await this.#store.get('sites');
    const remembered = read.ok ? parseSites(read.value) : null;
    const refused =
      remembered === null || remembered.version === this.#version
        ? []
        : await registerAgain(remembered.patterns);
    const registered = await addedSites();
    const missing = refused.filter((pattern) => !registered.includes(pattern));
    const patterns = [...registered, ...missing].sort();
    // As long as one is missing it is the version before that they are remembered of: the next refresh tries again.
    const version = missing.length === 0 ? this.#version : (remembered?.version ?? this.#version);
    const isRemembered =
      remembered?.version === version && remembered.patterns.join(' ') === patterns.join(' ');
    // If it is not kept, the next refresh tries again.
    if (read.ok && !isRemembered) ignoreFailure(await this.#store.put('sites', { version, patterns }));
    return patterns;
  }

  /** One after the other: after an update two ask in the same turn, and no browser registers an id twice. */
  #inTurn<Value>(work: () => Promise<Value>): Promise<Value> {
    const done = this.#last.then(work, work);
    this.#last = done;
    return done;
  }
}

/** @returns those that the browser refused */
async function registerAgain(patterns: readonly string[]): Promise<readonly string[]> {
  const registered = await addedSites();
  const lost: string[] = [];
  for (const pattern of patterns) {
    if (!registered.includes(pattern) && (await maySee([pattern]))) lost.push(pattern);
  }
  return register(lost);
}

/** Where the browser refuses one, the others and all that follows still have their turn. @returns those */
async function register(patterns: readonly string[]): Promise<readonly string[]> {
  const refused: string[] = [];
  for (const pattern of patterns) {
    try {
      await watchSites([pattern]);
    } catch (error) {
      // Each browser has its own words for it.
      console.error(`Spamlight: ${pattern} could not be registered`, error);
      refused.push(pattern);
    }
  }
  return refused;
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
