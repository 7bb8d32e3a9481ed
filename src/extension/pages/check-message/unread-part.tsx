import type { UnreadReason } from '../../../core/mail/content/unread.ts';
import type { MessageKey } from '../../platform/texts/texts.ts';
import { el, type Child } from '../element.ts';
import type { PageContext } from '../page-context.ts';
import type { CheckedMessage } from './check-state.ts';

const UNREAD: Readonly<Record<UnreadReason, MessageKey>> = {
  encrypted: 'check_unread_encrypted',
  'outlook-form': 'check_unread_outlook_form',
  elsewhere: 'check_unread_elsewhere',
  'character-set': 'check_unread_character_set',
  'two-readings': 'check_unread_two_readings',
  structure: 'check_unread_structure',
  'no-mail': 'check_unread_no_mail',
  'too-many-bytes': 'check_unread_too_long',
  'too-many-lines': 'check_unread_too_long',
  'too-many-parts': 'check_unread_too_many_parts',
  'too-deep': 'check_unread_too_deep',
  'head-too-long': 'check_unread_head',
  'too-many-senders': 'check_unread_senders',
  'too-many-files': 'check_unread_too_many_parts',
  'too-much-markup': 'check_unread_too_long',
  'too-many-links': 'check_unread_links',
};

export function unreadPart(
  { mail: { unread }, unreadPictures }: CheckedMessage,
  { texts }: PageContext,
): readonly Child[] {
  if (unread.length === 0 && unreadPictures === 0) return [];
  const keys = new Set(unread.map((reason) => UNREAD[reason]));
  return [
    <h3>{texts.text('check_unread')}</h3>,
    <ul>
      {[...keys].map((key) => (
        <li>{texts.text(key)}</li>
      ))}
      {unreadPictures !== 0 && <li>{texts.count('check_unread_pictures', unreadPictures)}</li>}
    </ul>,
  ];
}
