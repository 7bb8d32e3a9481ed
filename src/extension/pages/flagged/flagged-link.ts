import { shortened } from '../../../core/text/outside-text.ts';
import { unreadLayer } from '../../platform/address-parts.ts';
import { el, withAttributes } from '../element.ts';
import { outside, shownAddress, spoken } from '../outside.ts';
import type { PageContext } from '../page-context.ts';
import { flaggedLayer, type ShownFlaggedLink } from './flagged-groups.ts';
import { SHOWN_ADDRESS, type FlaggedLinkActions } from './trust-form.ts';

const SHOWN_TEXT = 60;

/** @param show - null if there is no button, or it is elsewhere */
export function flaggedLink(
  link: ShownFlaggedLink,
  show: FlaggedLinkActions['show'],
  context: PageContext,
): HTMLElement {
  const { texts } = context;
  const label = labelOf(link);
  return withAttributes(
    el(
      'li',
      {},
      el(
        'p',
        { className: 'flag-text' },
        ...(label === ''
          ? [link.where ?? texts.text('popup_image_link')]
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
      show === null ? null : showButton(link, show, context),
    ),
    { 'data-key': link.href },
  );
}

export function showButton(
  link: ShownFlaggedLink,
  show: NonNullable<FlaggedLinkActions['show']>,
  { texts }: PageContext,
): HTMLElement {
  const label = labelOf(link);
  return el(
    'button',
    {
      type: 'button',
      className: 'quiet',
      ariaLabel: texts.text(
        'popup_show_named',
        label === '' ? texts.text('popup_image_link') : spoken(label),
      ),
      onclick: () => show(link.href),
    },
    texts.text('popup_show'),
  );
}

function labelOf({ text }: ShownFlaggedLink): string {
  return shortened(text.trim(), SHOWN_TEXT);
}
