import { DAY_SECONDS, dayNumberOf } from '../../../core/utc-day.ts';
import { isRecord } from '../../../core/fields/is-record.ts';
import { ignoreFailure } from '../../../core/result.ts';
import type { ContentCaller } from '../../platform/message-bus.ts';
import type { StoredFallbackSite } from '../../platform/storage/private-records.ts';
import type { ValueStore } from '../../platform/storage/value-store.ts';
import type { FallbackSite } from '../../protocol/tab-messages.ts';
import type { TabSum } from './tab-reports.ts';

/** A site is listed only this many days after its first sighting: earlier it may be chance. */
const NAMED_AFTER_DAYS = 14;

/** A site seen on fewer days was only passed by. */
const NAMED_FROM_DAYS_SEEN = 3;

/** Days kept per site: the first and the latest. */
const MAX_DAYS = 15;

/** Above it, the site longest unseen is dropped. */
const MAX_SITES = 50;

export interface FallbackSitesOptions {
  readonly store: ValueStore;
  readonly webmails: () => Promise<(host: string) => boolean>;
  readonly now: () => number;
}

/**
 * Sites where no message was ever recognised, only links that lead elsewhere: probably a webmail that Spamlight does
 * not understand. Stored by day, on this device only, never of private windows, until a message is recognised or the
 * site is removed.
 */
export class FallbackSites {
  readonly #options: FallbackSitesOptions;
  /** Each host's last note, to skip repetitions. */
  readonly #noted = new Map<string, string>();

  constructor(options: FallbackSitesOptions) {
    this.#options = options;
  }

  async note(
    { tabUrl, isPrivate }: Pick<ContentCaller, 'tabUrl' | 'isPrivate'>,
    { messages, elsewhere, webmail }: Pick<TabSum, 'messages' | 'elsewhere' | 'webmail'>,
  ): Promise<void> {
    if (isPrivate || tabUrl === null || !URL.canParse(tabUrl)) return;
    const isRecognised = messages > 0 || webmail !== null;
    if (!isRecognised && elsewhere === 0) return;
    const { host } = new URL(tabUrl);
    const today = dayNumberOf(this.#options.now());
    const recognised = `${today} recognised`;
    const noted = isRecognised ? recognised : `${today} ${elsewhere}`;
    // Between messages, webmails show message lists, where no message is recognised: one recognition a day suffices.
    if (this.#noted.get(host) === noted || this.#noted.get(host) === recognised) return;
    this.#noted.set(host, noted);
    if (isRecognised && !(await this.#isKept(host))) return;
    // If this fails, at most this day is lost.
    ignoreFailure(
      await this.#options.store.change('fallbackSites', (stored) => {
        const sites = parseSites(stored);
        const others = sites.filter((site) => site.host !== host);
        if (isRecognised) return others;
        const before = sites.find((site) => site.host === host);
        const days = [...(before?.days ?? []).filter((day) => day < today), today];
        const links = before?.days.at(-1) === today ? Math.max(before.links, elsewhere) : elsewhere;
        const kept = days.length > MAX_DAYS ? [...days.slice(0, 1), ...days.slice(2)] : days;
        return [...others, { host, days: kept, links }].slice(-MAX_SITES);
      }),
    );
  }

  async #isKept(host: string): Promise<boolean> {
    const stored = await this.#options.store.get('fallbackSites');
    return stored.ok && parseSites(stored.value).some((site) => site.host === host);
  }

  async list(): Promise<readonly FallbackSite[]> {
    const { store, now } = this.#options;
    const stored = await store.get('fallbackSites');
    const today = dayNumberOf(now());
    return (stored.ok ? parseSites(stored.value) : []).flatMap(({ host, days, links }) => {
      const [first = today] = days;
      const isNamed = today - first >= NAMED_AFTER_DAYS && days.length >= NAMED_FROM_DAYS_SEEN;
      return isNamed ? [{ host, since: first * DAY_SECONDS, days: days.length, links }] : [];
    });
  }

  async forgetRemoved(): Promise<void> {
    const { store, webmails } = this.#options;
    const isWebmail = await webmails();
    this.#noted.clear();
    // Retried when a site is next added or removed.
    ignoreFailure(
      await store.change('fallbackSites', (stored) =>
        parseSites(stored).filter(({ host }) => isWebmail(host.replace(/:\d+$/, ''))),
      ),
    );
  }
}

function parseSites(value: unknown): readonly StoredFallbackSite[] {
  if (!Array.isArray(value)) return [];
  return value.filter(isKept);
}

function isKept(site: unknown): site is StoredFallbackSite {
  if (!isRecord(site)) return false;
  const { host, links, days } = site;
  return (
    typeof host === 'string' &&
    typeof links === 'number' &&
    Array.isArray(days) &&
    days.every((day: unknown) => typeof day === 'number')
  );
}
