import { browser } from '../platform/browser.ts';
import { addedSites, builtInSites } from '../platform/site-access.ts';
import type { ValueStore } from '../platform/storage/value-store.ts';
import { hostsOf } from '../protocol/webmail-hosts.ts';
import { Cached } from './realm/cached.ts';
import { nowSeconds } from './realm/now-seconds.ts';
import { AddedSites } from './tabs/added-sites.ts';
import { FallbackSites } from './tabs/fallback-sites.ts';

export interface Sites {
  readonly added: AddedSites;
  /** Hosts where mail is read. */
  readonly webmails: Cached<(host: string) => boolean>;
  /** Sites where messages were found by structure only. */
  readonly fallback: FallbackSites;
}

export function makeSites(values: ValueStore): Sites {
  const webmails = new Cached(async () => hostsOf([...builtInSites(), ...(await addedSites())]));
  return {
    added: new AddedSites(values, browser.runtime.getManifest().version),
    webmails,
    fallback: new FallbackSites({ store: values, webmails: () => webmails.get(), now: nowSeconds }),
  };
}
