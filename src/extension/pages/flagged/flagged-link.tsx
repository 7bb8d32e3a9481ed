import { shortened } from '../../../core/text/outside-text.ts';
import { unreadLayer } from '../../platform/address-parts.ts';
import { el } from '../element.ts';
import { outside, shownAddress, spoken } from '../outside.tsx';
import type { PageContext } from '../page-context.ts';
import { flaggedLayer, type ShownFlaggedLink } from './flagged-groups.ts';
import { SHOWN_ADDRESS, type FlaggedLinkActions } from './trust-form.tsx';

const SHOWN_TEXT = 60;

/** @param show - null if there is no button, or it is elsewhere */
export function flaggedLink(
  link: ShownFlaggedLink,
  show: FlaggedLinkActions['show'],
  context: PageContext,
): HTMLElement {
  const { texts } = context;
  const label = labelOf(link);
  return (
    <li data-key={link.href}>
      <p className="flag-text">
        {label === ''
          ? (link.where ?? texts.text('popup_image_link'))
          : texts.pieces('popup_link_text', outside(label))}
      </p>
      <p className="flag-leads">
        {texts.pieces(
          'popup_leads_to',
          shownAddress(flaggedLayer(link) ?? unreadLayer(link.href), SHOWN_ADDRESS),
        )}
      </p>
      {show !== null && showButton(link, show, context)}
    </li>
  );
}

export function showButton(
  link: ShownFlaggedLink,
  show: NonNullable<FlaggedLinkActions['show']>,
  { texts }: PageContext,
): HTMLElement {
  const label = labelOf(link);
  return (
    <button
      type="button"
      className="quiet"
      ariaLabel={texts.text(
        'popup_show_named',
        label === '' ? texts.text('popup_image_link') : spoken(label),
      )}
      onclick={() => show(link.href)}
    >
      {texts.text('popup_show')}
    </button>
  );
}

function labelOf({ text }: ShownFlaggedLink): string {
  return shortened(text.trim(), SHOWN_TEXT);
}
