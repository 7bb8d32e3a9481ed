/**
 * Thunderbird opens links by its own listener (`contentAreaClick`), outside the message. Some clicks send no cancelable
 * event, others open what browsers would not. Here each becomes an event for the guard; if not held, the link opens in
 * the browser.
 *
 * Source: `contentAreaClick.js` of Thunderbird 153.8.
 */
import { askBackground, isExtensionAlive } from '../../platform/frame-bus.ts';
import { newElement, rootElement } from '../dom/unclobbered.ts';
import { destinationOf, formDestinations, isNavigatingLink } from '../hrefs/link-destination.ts';
import { linksBehind } from '../hrefs/links-behind.ts';
import { isPage } from './follow-link.ts';

const MIDDLE = 1;
/** In `MouseEvent.buttons`. */
const MIDDLE_IS_DOWN = 4;

/** A longer movement is a drag. */
const CLICK_RANGE_PX = 10;

export function translateClicks(): void {
  addEventListener('mousedown', onMouseDown, { capture: true });
  addEventListener('click', onClick, { capture: true });
  addEventListener('submit', onSubmit, { capture: true });
}

/**
 * Middle clicks send no cancelable event. This puts a cover between press and release, so that Thunderbird's click hits
 * a common ancestor of both, which is no link.
 */
function onMouseDown(event: MouseEvent): void {
  if (event.button !== MIDDLE || !event.isTrusted || !isExtensionAlive()) return;
  const path = event.composedPath();
  const [target] = path;
  let href: string | null = '';
  try {
    href = pageBehind(path);
  } finally {
    if (target !== undefined && href !== null) replaceClick(event, target, href);
  }
}

/** @param href - empty if it could not be read: the guard then asks, and nothing opens */
function replaceClick(event: MouseEvent, target: EventTarget, href: string): void {
  const cover = coverPage();
  const over = new AbortController();
  const options = { capture: true, signal: over.signal };
  const end = (): void => {
    over.abort();
    // Thunderbird's click follows in the same task.
    setTimeout(() => cover.remove());
  };
  addEventListener(
    'mouseup',
    (release) => {
      if (release.button !== MIDDLE) return;
      end();
      const moved = Math.hypot(release.clientX - event.clientX, release.clientY - event.clientY);
      if (moved <= CLICK_RANGE_PX) followMiddleClick(target, href, release);
    },
    options,
  );
  // Released outside the message.
  addEventListener(
    'mousemove',
    ({ buttons }) => {
      if ((buttons & MIDDLE_IS_DOWN) === 0) end();
    },
    options,
  );
}

function coverPage(): HTMLElement {
  const cover = newElement('div');
  cover.popover = 'manual';
  // Not overridable by a message's rules.
  for (const [name, value] of Object.entries(COVER)) cover.style.setProperty(name, value, 'important');
  rootElement()?.append(cover);
  cover.showPopover();
  return cover;
}

const COVER = {
  all: 'initial',
  display: 'block',
  position: 'fixed',
  inset: '0',
  width: '100vw',
  height: '100vh',
  opacity: '0',
  'pointer-events': 'auto',
};

function followMiddleClick(target: EventTarget, href: string, { clientX, clientY }: MouseEvent): void {
  const click = new MouseEvent('auxclick', {
    bubbles: true,
    cancelable: true,
    composed: true,
    button: MIDDLE,
    detail: 1,
    clientX,
    clientY,
  });
  if (target.dispatchEvent(click)) openOutside(href);
}

/**
 * Thunderbird opens a form's URL on a click on any field, without `submit`. Here only buttons submit, by an event for
 * the guard.
 */
function onClick(event: MouseEvent): void {
  const [target] = event.composedPath();
  if (!(target instanceof HTMLInputElement || target instanceof HTMLButtonElement)) return;
  const { form } = target;
  if (form === null || !isExtensionAlive()) return;
  event.stopPropagation();
  if (!/^(?:submit|image)$/.test(target.type)) return;
  event.preventDefault();
  form.dispatchEvent(new SubmitEvent('submit', { bubbles: true, cancelable: true, submitter: target }));
}

/** For forms that the guard did not hold. The form's page must not replace the message. */
function onSubmit(event: SubmitEvent): void {
  const [form] = event.composedPath();
  if (!(form instanceof HTMLFormElement) || !isExtensionAlive()) return;
  event.preventDefault();
  const [href] = formDestinations(form, event.submitter);
  if (href !== undefined) openOutside(href);
}

function pageBehind(path: readonly EventTarget[]): string | null {
  const links = path
    .filter((each) => each instanceof Element)
    .flatMap((element) => [element, ...linksBehind(element)])
    .filter(isNavigatingLink);
  return links.map((link) => destinationOf(link)).find((href) => href !== null && isPage(href)) ?? null;
}

function openOutside(href: string): void {
  if (!isPage(href)) return;
  askBackground({ type: 'open-agreed', id: '', href, isBehind: false }).catch(() => undefined);
}
