import { cypht } from './cypht.ts';
import { horde } from './horde.ts';
import type { KnownWebmails } from './known-webmails.ts';
import { nextcloud } from './nextcloud.ts';
import { openxchange } from './openxchange.ts';
import { owa } from './owa.ts';
import { roundcube } from './roundcube.ts';
import { snappymail } from './snappymail.ts';
import { sogo } from './sogo.ts';
import { zimbra } from './zimbra.ts';

/** Self-hosted webmails, on added sites. */
export const OTHERS: KnownWebmails = {
  hosted: [],
  adapters: [roundcube, sogo, snappymail, zimbra, nextcloud, horde, openxchange, owa, cypht],
};
