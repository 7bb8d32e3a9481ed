import { shortened } from '../../core/text/outside-text.ts';
import { unreadLayer } from '../../platform/address-parts.ts';
import type { FlaggedLink } from '../../protocol/tab-messages.ts';
import { el, withAttributes } from '../element.ts';
import { outside, shownAddress, spoken } from '../outside.ts';
import type { PageContext } from '../page-context.ts';
import { flaggedLayer } from './flagged-groups.ts';
import { SHOWN_ADDRESS, type FlaggedLinkActions } from './trust-form.ts';

/** Characters of a link’s text that are shown. */
const SHOWN_TEXT = 60;

/** One flagged link of the tab: what it says, where it leads, and the way to it. */
export function flaggedLink(
  link: FlaggedLink,
  actions: Pick<FlaggedLinkActions, 'show'>,
  { texts }: PageContext,
): HTMLElement {
  const label = shortened(link.text.trim(), SHOWN_TEXT);
  const spokenName = label === '' ? texts.text('popup_image_link') : spoken(label);
  return withAttributes(
    el(
      'li',
      {},
      el(
        'p',
        { className: 'flag-text' },
        ...(label === ''
          ? [texts.text('popup_image_link')]
          : texts.pieces<string | Node>('popup_link_text', outside(label))),
      ),
      el(
        'p',
        { className: 'flag-leads' },
        ...texts.pieces<string | Node>(
          'popup_leads_to',
          shownAddress(flaggedLayer(link) ?? unreadLayer(link.href), SHOWN_ADDRESS),
        ),
      ),
      el(
        'button',
        {
          type: 'button',
          className: 'quiet',
          ariaLabel: texts.text('popup_show_named', spokenName),
          onclick: () => actions.show(link.href),
        },
        texts.text('popup_show'),
      ),
    ),
    { 'data-key': link.href },
  );
}
