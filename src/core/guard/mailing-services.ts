import { trackerOf } from '../url/known-hosts.ts';
import { MAILING_NAMES } from './popular-names.ts';
import { namesOf } from './popular-sites.ts';

let cached: ReadonlySet<string> | null = null;

/** The service that sends mail for others and counts the clicks, to which this host belongs; null if to none. */
export function mailingServiceOf(host: string): string | null {
  const tracker = trackerOf(host);
  if (tracker !== null) return tracker;
  cached ??= new Set(namesOf(MAILING_NAMES));
  for (let name = host; ;) {
    if (cached.has(name)) return name;
    const dot = name.indexOf('.');
    if (dot === -1) return null;
    name = name.slice(dot + 1);
  }
}
