import { fastmail } from './fastmail.ts';
import { gmail } from './gmail.ts';
import { gmx } from './gmx.ts';
import { horde } from './horde.ts';
import { icloud } from './icloud.ts';
import { mailru } from './mailru.ts';
import { netease } from './netease.ts';
import { nextcloud } from './nextcloud.ts';
import { outlook } from './outlook.ts';
import { proton } from './proton.ts';
import { qq } from './qq.ts';
import { roundcube } from './roundcube.ts';
import { snappymail } from './snappymail.ts';
import { sogo } from './sogo.ts';
import type { WebmailAdapter } from './webmail-adapter.ts';
import { yahoo } from './yahoo.ts';
import { yandex } from './yandex.ts';
import { zimbra } from './zimbra.ts';
import { zoho } from './zoho.ts';

/** Those with addresses of their own are found by `webmail-hosts.ts`, the others by `detect`, in this order. */
export const ADAPTERS: readonly WebmailAdapter[] = [
  gmail,
  outlook,
  yahoo,
  proton,
  fastmail,
  icloud,
  zoho,
  gmx,
  yandex,
  mailru,
  qq,
  netease,
  roundcube,
  sogo,
  snappymail,
  zimbra,
  nextcloud,
  horde,
];
