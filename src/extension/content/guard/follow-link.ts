import { IS_MAIL_PROGRAM } from '../../platform/mail-program.ts';
import { el } from '../dom/element.ts';
import { attributeOf, baseTarget, submitForm } from '../dom/unclobbered.ts';

export type FollowedClick = Pick<MouseEvent, 'type' | 'ctrlKey' | 'shiftKey' | 'altKey' | 'metaKey'>;

/** As read at the click. */
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
 * Opens the URL read at the click, as that click would have: window, background tab, download, referrer. Avoids the
 * message's link, which could be swapped.
 *
 * @param openTab - called if this document may open no tab, as its last click is too old or was elsewhere
 */
export function followLink(
  root: ShadowRoot,
  link: HeldLink,
  click: FollowedClick,
  openTab: (href: string, isBehind: boolean) => void,
): void {
  const { href, target, rel, referrerPolicy } = link;
  // In Thunderbird, scripted clicks open nothing.
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
    // Firefox ignores modifiers of scripted clicks.
    window.open(href, '_blank', 'noopener,noreferrer');
    return;
  }
  const anchor = el('a', { href, target, rel, referrerPolicy, hidden: true });
  root.append(anchor);
  const { ctrlKey, shiftKey, altKey, metaKey } = click;
  anchor.dispatchEvent(
    // Not composed: invisible to the page and our guard.
    new MouseEvent('click', {
      bubbles: true,
      cancelable: true,
      view: window,
      // A middle click opens a background tab, as the control key does.
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

/** Browsers allow new tabs only seconds after a click in the document. */
function isTabBarred(target: string): boolean {
  return !/^(?:_self|_parent|_top|)$/i.test(target) && !navigator.userActivation.isActive;
}

function isChromium(): boolean {
  return 'userAgentData' in navigator || 'chrome' in globalThis;
}

/**
 * Submits as the button would. If this document may open no tab, or in Thunderbird, `openTab` opens the URL with its
 * query, without POST body.
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
