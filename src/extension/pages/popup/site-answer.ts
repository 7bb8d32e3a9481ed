import { outside } from '../outside.tsx';
import type { PageContext } from '../page-context.ts';
import type { Sentence } from '../status-sentences.ts';
import type { Ready } from './popup-state.ts';
import { probeResult } from './recognition-summary.tsx';

/** Result of the permission request; empty before. */
export function siteAnswer({ site, tab }: Ready, context: PageContext): Sentence {
  if (site === null || tab?.isPaused === true) return [];
  const { texts } = context;
  switch (site.access) {
    case 'none':
    case 'held':
      return [];
    case 'given':
      return tab?.isWebmail === true
        ? [probeResult(tab, context)]
        : texts.pieces('popup_add_webmail_done', outside(site.host));
    case 'refused':
      return tab?.isWebmail === true ? [] : texts.pieces('popup_add_webmail_refused', outside(site.host));
  }
}
