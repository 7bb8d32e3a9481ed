import { parseListAddress } from '../../../../core/feed/list-address.ts';
import { sitePattern } from '../../../platform/site-access.ts';
import type { FetchAccess } from './start-device-lists.ts';

export interface SiteQuestions {
  readonly requestSites: (patterns: readonly string[]) => Promise<boolean>;
  readonly revokeSite: (pattern: string) => Promise<void>;
}

/** Requests no permission for addresses that are refused anyway. */
export function listAccess({ requestSites, revokeSite }: SiteQuestions): FetchAccess {
  return {
    ask: (url) => {
      const address = parseListAddress(url);
      const pattern = address.ok ? sitePattern(address.value) : null;
      return pattern === null ? null : requestSites([pattern]);
    },
    giveBack: async (url) => {
      const pattern = sitePattern(url);
      if (pattern !== null) await revokeSite(pattern);
    },
  };
}
