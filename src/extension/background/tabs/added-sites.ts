import { inTurn } from '../../platform/in-turn.ts';
import { ignoreFailure } from '../../../core/result.ts';
import {
  addedSites,
  builtInSites,
  hasPermission,
  takeWantedSites,
  type WantedSites,
  watchSites,
} from '../../platform/site-access.ts';
import { injectIntoTab } from './content-injection.ts';
import type { ValueStore } from '../../platform/storage/value-store.ts';

/**
 * An update of the extension makes browsers drop script registrations. So they are stored with the version, and the
 * next version restores them.
 */
export class AddedSites {
  readonly #store: ValueStore;
  readonly #version: string;
  readonly #begin = inTurn();
  /** After an update two calls come in one turn, and browsers refuse to register an id twice. */
  readonly #register = inTurn();

  constructor(store: ValueStore, version: string) {
    this.#store = store;
    this.#version = version;
  }

  /** Call on the browser's permission event and on the popup's message: either may come first, or alone. */
  startOnRequestedSites(): Promise<void> {
    return this.#begin(async () => {
      const wanted = await takeWantedSites();
      if (wanted !== null) await this.#beginOn(wanted);
    });
  }

  /** @returns match patterns, including those that the browser refused */
  refresh(): Promise<readonly string[]> {
    return this.#register(() => this.#refresh());
  }

  /** Registers the script for later pages, and starts it in this tab without waiting, which may take long. */
  async #beginOn({ patterns, tabId }: WantedSites): Promise<void> {
    const known = builtInSites();
    await this.#register(() => register(patterns.filter((pattern) => !known.includes(pattern))));
    void injectIntoTab(tabId);
  }

  async #refresh(): Promise<readonly string[]> {
    const read = await this.#store.get('sites');
    const remembered = read.ok ? parseSites(read.value) : null;
    const refused =
      remembered === null || remembered.version === this.#version
        ? []
        : await restoreRegistrations(remembered.patterns);
    const registered = await addedSites();
    const missing = refused.filter((pattern) => !registered.includes(pattern));
    const patterns = [...registered, ...missing].sort();
    // While a pattern is missing, keep the earlier version: the next refresh tries again.
    const version = missing.length === 0 ? this.#version : (remembered?.version ?? this.#version);
    const isRemembered =
      remembered?.version === version && remembered.patterns.join(' ') === patterns.join(' ');
    // If this fails, the next refresh tries again.
    if (read.ok && !isRemembered) ignoreFailure(await this.#store.put('sites', { version, patterns }));
    return patterns;
  }
}

/** @returns patterns that the browser refused */
async function restoreRegistrations(patterns: readonly string[]): Promise<readonly string[]> {
  const registered = await addedSites();
  const lost: string[] = [];
  for (const pattern of patterns) {
    if (!registered.includes(pattern) && (await hasPermission([pattern]))) lost.push(pattern);
  }
  return register(lost);
}

async function register(patterns: readonly string[]): Promise<readonly string[]> {
  const refused: string[] = [];
  for (const pattern of patterns) {
    try {
      await watchSites([pattern]);
    } catch (error) {
      // Catches any error, because browsers differ.
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
