import { el } from '../dom/element.ts';
import { attributeOf, baseTarget, submitForm } from '../dom/unclobbered.ts';

/** Everything of a click that decides where and how its link opens. */
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
 * @param openTab - who may open a tab where this document may not: what was clicked last was not in it, or long ago
 */
export function followLink(
  root: ShadowRoot,
  link: HeldLink,
  click: FollowedClick,
  openTab: (href: string, isBehind: boolean) => void,
): void {
  const { href, target, rel, referrerPolicy } = link;
  const opensElsewhere = click.type === 'auxclick' || click.ctrlKey || click.metaKey || click.shiftKey;
  if (isTabBarred(opensElsewhere ? '_blank' : target)) {
    openTab(href, opensElsewhere && !click.shiftKey);
    return;
  }
  if (opensElsewhere && !isChromium()) {
    // Firefox gives a scripted click no modifiers to act on. A new tab it is for all of them.
    window.open(href, '_blank', 'noopener,noreferrer');
    return;
  }
  const anchor = el('a', { href, target, rel, referrerPolicy, hidden: true });
  root.append(anchor);
  const { ctrlKey, shiftKey, altKey, metaKey } = click;
  anchor.dispatchEvent(
    // Not composed: it ends at the shadow root, and neither the page nor our own guard hears of it.
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

/** Whether the target is another tab, which browsers let a document open only for some seconds after a click in it. */
function isTabBarred(target: string): boolean {
  return !/^(?:_self|_parent|_top|)$/i.test(target) && !navigator.userActivation.isActive;
}

function isChromium(): boolean {
  return 'userAgentData' in navigator || 'chrome' in globalThis;
}

/**
 * Submits the form as its button would have; the submit event comes again, and the guard lets this one pass. Where the
 * browser would not let it open its tab, the address is opened: with what a form adds to it, without what it posts.
 */
export function followForm(
  form: HTMLFormElement,
  submitter: HTMLElement | null,
  href: string,
  openTab: (href: string, isBehind: boolean) => void,
): void {
  const target =
    (submitter === null ? null : attributeOf(submitter, 'formtarget')) ??
    attributeOf(form, 'target') ??
    baseTarget();
  if (isTabBarred(target)) openTab(href, false);
  else submitForm(form, submitter);
}
