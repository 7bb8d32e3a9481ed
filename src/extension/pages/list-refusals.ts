import type { MessageKey } from '../platform/texts/texts.ts';
import type { ListRefusal } from '../protocol/device-list-messages.ts';

export const LIST_REFUSAL_TEXTS: Readonly<Record<ListRefusal, MessageKey>> = {
  'not-a-url': 'listRefusal_not_a_url',
  'not-https': 'listRefusal_not_https',
  'private-host': 'listRefusal_private_host',
  'already-there': 'listRefusal_already_there',
  'too-many': 'listRefusal_too_many',
  'not-stored': 'refusal_not_stored',
  'set-by-administrator': 'refusal_administrator',
};
