import { IS_MAIL_PROGRAM } from '../../platform/mail-program.ts';
import { el } from '../dom/element.ts';
import { attributeOf, baseTarget, submitForm } from '../dom/unclobbered.ts';

/** The parts of a click that decide where and how its link opens. */
export type FollowedClick = Pick<MouseEvent, 'type' | 'ctrlKey' | 'shiftKey' | 'altKey' | 'metaKey'>;

/** How a link would have opened, read at the time of the click. */
export interface HeldLink {
  readonly element: Element;
  readonly href: string;
  readonly target: string;
  readonly rel: string;
  readonly referrerPolicy: string;
}

export function holdLink(element: Element, href: string): HeldLink {
  return {
    element,
    href,
    target: attributeOf(element, 'target') ?? baseTarget(),
    rel: attributeOf(element, 'rel') ?? '',
    referrerPolicy: attributeOf(element, 'referrerpolicy') ?? '',
  };
}

/**
 * Opens exactly the address that was read at the click, as the click would have: same window or new, background tab,
 * download, with or without referrer. The message's own link is not touched again, so that nobody can exchange it.
 *
 * @param openTab - opens a tab where this document may not: its last click was too long ago, or was in another document
 */
export function followLink(
  root: ShadowRoot,
  link: HeldLink,
  click: FollowedClick,
  openTab: (href: string, isBehind: boolean) => void,
): void {
  const { href, target, rel, referrerPolicy } = link;
  // It opens no page by itself, and a click that a script makes does nothing there.
  if (IS_MAIL_PROGRAM && isPage(href)) {
    openTab(href, false);
    return;
  }
  const opensElsewhere = click.type === 'auxclick' || click.ctrlKey || click.metaKey || click.shiftKey;
  if (isTabBarred(opensElsewhere ? '_blank' : target)) {
    openTab(href, opensElsewhere && !click.shiftKey);
    return;
  }
  if (opensElsewhere && !isChromium()) {
    // Firefox ignores the modifiers of a scripted click, so all of them open a new tab.
    window.open(href, '_blank', 'noopener,noreferrer');
    return;
  }
  const anchor = el('a', { href, target, rel, referrerPolicy, hidden: true });
  root.append(anchor);
  const { ctrlKey, shiftKey, altKey, metaKey } = click;
  anchor.dispatchEvent(
    // Not composed: the event ends at the shadow root, so neither the page nor our own guard sees it.
    new MouseEvent('click', {
      bubbles: true,
      cancelable: true,
      view: window,
      // A middle click opens a background tab, as one with the control key does.
      ctrlKey: ctrlKey || click.type === 'auxclick',
      shiftKey,
      altKey,
      metaKey,
    }),
  );
  anchor.remove();
}

export function isPage(href: string): boolean {
  return /^https?:/i.test(href);
}

/** Whether the target is another tab, which browsers let a document open only for some seconds after a click in it. */
function isTabBarred(target: string): boolean {
  return !/^(?:_self|_parent|_top|)$/i.test(target) && !navigator.userActivation.isActive;
}

function isChromium(): boolean {
  return 'userAgentData' in navigator || 'chrome' in globalThis;
}

/**
 * Submits the form as its button would have. `submit` fires again, and the guard lets this one pass. If the browser would
 * not let the form open its tab, its address is opened instead: with the form's query, without a POST body.
 */
export function followForm(
  form: HTMLFormElement,
  submitter: HTMLElement | null,
  href: string,
  openTab: (href: string, isBehind: boolean) => void,
): void {
  if (IS_MAIL_PROGRAM && isPage(href)) {
    openTab(href, false);
    return;
  }
  const target =
    (submitter === null ? null : attributeOf(submitter, 'formtarget')) ??
    attributeOf(form, 'target') ??
    baseTarget();
  if (isTabBarred(target)) openTab(href, false);
  else submitForm(form, submitter);
}
