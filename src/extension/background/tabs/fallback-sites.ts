import { DAY_SECONDS, dayNumberOf } from '../../../core/utc-day.ts';
import { isRecord } from '../../../core/fields/is-record.ts';
import { ignoreFailure } from '../../../core/result.ts';
import type { ContentCaller } from '../../platform/message-bus.ts';
import type { KeptFallbackSite } from '../../platform/storage/private-records.ts';
import type { ValueStore } from '../../platform/storage/value-store.ts';
import type { FallbackSite } from '../../protocol/tab-messages.ts';
import type { TabSum } from './tab-reports.ts';

/** From then on it is no accident that no message was recognised on a site. */
const NAMED_AFTER_DAYS = 14;

/** Less is a page that was passed by. */
const NAMED_FROM_DAYS_SEEN = 3;

/** The first day, and the latest. */
const MAX_DAYS = 15;

/** The one that was seen last longest ago goes first. */
const MAX_SITES = 50;

export interface FallbackSitesOptions {
  readonly store: ValueStore;
  /** Whether mail is read on the pages of a host. */
  readonly webmails: () => Promise<(host: string) => boolean>;
  /** Unix time, seconds. */
  readonly now: () => number;
}

/**
 * Sites on which no message was ever recognised, and links were found only because they lead away: a webmail that
 * Spamlight does not understand, which its reader should know. By day, on this device alone, nothing of private windows;
 * what is known of a site goes with the first message that is recognised there, and with the site.
 */
export class FallbackSites {
  readonly #options: FallbackSitesOptions;
  /** What was noted of a site last; the same need not be noted again. */
  readonly #noted = new Map<string, string>();

  constructor(options: FallbackSitesOptions) {
    this.#options = options;
  }

  /** The frames of a tab have said what they show. */
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
    // Between two messages a list of them is shown: that a message was recognised today is enough.
    if (this.#noted.get(host) === noted || this.#noted.get(host) === recognised) return;
    this.#noted.set(host, noted);
    if (isRecognised && !(await this.#isKept(host))) return;
    // A note that is lost is made again tomorrow.
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

  /** Those that are named to the reader. */
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

  /** After a site went: nothing of it is kept. */
  async forgetRemoved(): Promise<void> {
    const { store, webmails } = this.#options;
    const isWebmail = await webmails();
    this.#noted.clear();
    // What cannot be written now is dropped the next time that a site comes or goes.
    ignoreFailure(
      await store.change('fallbackSites', (stored) =>
        parseSites(stored).filter(({ host }) => isWebmail(host.replace(/:\d+$/, ''))),
      ),
    );
  }
}

function parseSites(value: unknown): readonly KeptFallbackSite[] {
  if (!Array.isArray(value)) return [];
  return value.filter(isKept);
}

function isKept(site: unknown): site is KeptFallbackSite {
  if (!isRecord(site)) return false;
  const { host, links, days } = site;
  return (
    typeof host === 'string' &&
    typeof links === 'number' &&
    Array.isArray(days) &&
    days.every((day: unknown) => typeof day === 'number')
  );
}
