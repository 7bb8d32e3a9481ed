import { isPrivateHost } from '../../../core/url/hosts/private-address.ts';
import { fail, ok, type Result } from '../../../core/result.ts';
import { isPublicKey } from '../../../core/snapshot/key-list.ts';
import type { ChannelRefusal } from '../../protocol/channel-messages.ts';
import { MAX_ROOT_KEYS } from '../realm/channel.ts';

export interface ChannelText {
  /** Ends in a slash. */
  readonly url: string;
  readonly rootKeys: readonly string[];
}

const LABEL = /^(?:channel|url|address|key|root-key)s?[:=]$/i;
const LABELLED = /^(?:channel|url|address|key|root-key)s?[:=](?=.)/i;

/**
 * One https URL and one to four root keys, in any order, labels optional:
 *
 *     https://lists.example/spamlight/
 *     root-key: 11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo
 */
export function parseChannelText(text: string): Result<ChannelText, ChannelRefusal> {
  const words = text
    .split(/[\s,;]+/)
    .filter((word) => word !== '' && !LABEL.test(word))
    .map((word) => word.replace(LABELLED, ''));
  const keys = [...new Set(words.filter((word) => isPublicKey(word)))];
  const [address, ...others] = words.filter((word) => !isPublicKey(word));
  const isWellFormed = keys.length >= 1 && keys.length <= MAX_ROOT_KEYS && others.length === 0;
  if (!isWellFormed || address === undefined || !URL.canParse(address)) return fail('not-a-channel');

  const url = new URL(address);
  if (url.protocol !== 'https:') return fail('not-https');
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    return fail('not-a-channel');
  }
  if (isPrivateHost(url.hostname)) return fail('private-host');
  if (!url.pathname.endsWith('/')) url.pathname += '/';
  return ok({ url: url.href, rootKeys: keys });
}
