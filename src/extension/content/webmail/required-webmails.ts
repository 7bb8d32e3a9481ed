import { REQUIRED_WEBMAILS } from '../../protocol/webmail-hosts.ts';
import { gmail } from './gmail.ts';
import type { KnownWebmails } from './known-webmails.ts';
import { outlook } from './outlook.ts';
import { proton } from './proton.ts';
import { yahoo } from './yahoo.ts';

export const REQUIRED: KnownWebmails = {
  hosted: REQUIRED_WEBMAILS,
  adapters: [gmail, outlook, yahoo, proton],
};
