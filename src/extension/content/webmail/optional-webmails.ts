import { OPTIONAL_WEBMAILS } from '../../protocol/webmail-hosts.ts';
import { fastmail } from './fastmail.ts';
import { gmx } from './gmx.ts';
import { icloud } from './icloud.ts';
import type { KnownWebmails } from './known-webmails.ts';
import { mailru } from './mailru.ts';
import { naver } from './naver.ts';
import { netease } from './netease.ts';
import { qq } from './qq.ts';
import { tuta } from './tuta.ts';
import { yandex } from './yandex.ts';
import { zoho } from './zoho.ts';

export const OPTIONAL: KnownWebmails = {
  hosted: OPTIONAL_WEBMAILS,
  adapters: [fastmail, icloud, zoho, gmx, yandex, mailru, qq, netease, naver, tuta],
};
