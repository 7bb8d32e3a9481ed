import { parseListAddress } from '../../../../core/feed/list-address.ts';
import { sitePattern } from '../../../platform/site-access.ts';
import type { FetchAccess } from './start-device-lists.ts';

/** What the browser can ask the reader, and take back. */
export interface SiteQuestions {
  readonly askForSites: (patterns: readonly string[]) => Promise<boolean>;
  readonly giveSiteBack: (pattern: string) => Promise<void>;
}

/** The permission to fetch lists. What is refused anyway, with its reason, is not asked for: a private network above all. */
export function listAccess({ askForSites, giveSiteBack }: SiteQuestions): FetchAccess {
  return {
    ask: (url) => {
      const address = parseListAddress(url);
      const pattern = address.ok ? sitePattern(address.value) : null;
      return pattern === null ? null : askForSites([pattern]);
    },
    giveBack: async (url) => {
      const pattern = sitePattern(url);
      if (pattern !== null) await giveSiteBack(pattern);
    },
  };
}
