import { gmail } from './gmail.ts';
import { outlook } from './outlook.ts';
import { proton } from './proton.ts';
import { roundcube } from './roundcube.ts';
import type { WebmailAdapter } from './webmail-adapter.ts';
import { yahoo } from './yahoo.ts';

/** Those with addresses of their own are found by `webmail-hosts.ts`, the others by `detect`, in this order. */
export const ADAPTERS: readonly WebmailAdapter[] = [gmail, outlook, yahoo, proton, roundcube];
