import type { Protection } from '../../../core/verdict/protection.ts';
import type { Texts } from '../../platform/texts/texts.ts';
import type { ToolbarButton } from '../../platform/toolbar-button.ts';
import type { TabSum } from './tab-reports.ts';

/** Contrast with white ≥ 4.5 (WCAG 2.2). */
const RED = '#b3261e';
const AMBER = '#8a5300';
const GREY = '#5f6368';

/** Never says that all is well: no badge means only that nothing was found. */
export function badgeOf(
  {
    danger,
    caution,
    unchecked,
    links,
    elsewhere,
    notes,
    isWebmail,
    isPaused,
    hasFindings,
  }: TabSum & { readonly isPaused: boolean; readonly hasFindings: boolean },
  lists: Protection,
  texts: Texts,
): ToolbarButton {
  const lookBack = hasFindings ? [texts.text('badge_look_back')] : [];
  if (isPaused && isWebmail) {
    const title = [texts.text('extension_name'), ...lookBack, texts.text('badge_paused')].join('\n');
    return { text: hasFindings ? '!' : 'II', colour: GREY, icon: 'not-checked', title };
  }
  const flagged = danger + caution;
  const isUnchecked =
    unchecked > 0 ||
    notes.includes('no-message-found') ||
    (isWebmail && lists !== 'flags' && lists !== 'checks');
  const icon = isUnchecked ? 'not-checked' : 'icon';
  const says: string[] = [];
  if (flagged > 0) says.push(texts.count('badge_flagged', flagged));
  if (isWebmail && lists === 'none') says.push(texts.text('badge_no_list'));
  else if (isWebmail && lists === 'off') says.push(texts.text('badge_lists_off'));
  else if (isWebmail && lists === 'unverifiable') says.push(texts.text('protection_title_unverifiable'));
  else if (unchecked > 0) says.push(texts.count('badge_unchecked', links + elsewhere, unchecked));
  if (notes.includes('no-message-found')) says.push(texts.text('badge_no_message'));
  if (isWebmail && lists === 'expired') says.push(texts.text('badge_expired'));
  if (isWebmail && lists === 'missing') says.push(texts.text('badge_missing'));
  const title = [texts.text('extension_name'), ...lookBack, ...says].join('\n');
  // Findings of the look-back come first: those links were opened.
  if (hasFindings) return { text: '!', colour: RED, icon, title };
  if (flagged > 0) {
    return {
      text: flagged > 999 ? '999+' : String(flagged),
      colour: danger > 0 ? RED : AMBER,
      icon,
      title,
    };
  }
  return { text: isUnchecked ? '?' : '', colour: GREY, icon, title };
}

/** For tabs without a badge of their own. */
export function generalBadge(hasFindings: boolean, texts: Texts): ToolbarButton {
  return {
    text: hasFindings ? '!' : '',
    colour: RED,
    icon: 'icon',
    title: texts.text(hasFindings ? 'badge_look_back' : 'extension_name'),
  };
}
