/**
 * Thunderbird opens links by a listener of its own (`contentAreaClick`), in the window around the message. For some clicks
 * it sends the message no event that could be cancelled, and at others it opens what a browser would not. Here each of
 * them becomes an event that the guard knows; what the guard does not hold then opens in the system's browser.
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

/** A pointer that moves further between press and release drags. CSS pixels. */
const CLICK_RANGE_PX = 10;

/** Call after the guard has begun to listen. */
export function translateClicks(): void {
  addEventListener('mousedown', onMouseDown, { capture: true });
  addEventListener('click', onClick, { capture: true });
  addEventListener('submit', onSubmit, { capture: true });
}

/**
 * A middle click opens its link and no event of it can be cancelled. With something drawn over the page between press and
 * release, the click is one of their common ancestor, which is no link.
 */
function onMouseDown(event: MouseEvent): void {
  if (event.button !== MIDDLE || !event.isTrusted || !isExtensionAlive()) return;
  const path = event.composedPath();
  const [target] = path;
  const href = pageBehind(path);
  if (target === undefined || href === null) return;
  const cover = coverPage();
  const over = new AbortController();
  const options = { capture: true, signal: over.signal };
  const end = (): void => {
    over.abort();
    // The click, which Thunderbird looks at, comes in the same task.
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
  // Released where the message hears nothing of it: what lies over the page must not stay.
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
  // A message's own rules cannot override these.
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
 * A click on any field or button of a form opens the form's address, filled in or not. Here only a button sends the form,
 * by an event that the guard knows: the program itself fires none.
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

/** The guard did not hold it. The message's own document must not become the page. */
function onSubmit(event: SubmitEvent): void {
  const [form] = event.composedPath();
  if (!(form instanceof HTMLFormElement) || !isExtensionAlive()) return;
  event.preventDefault();
  const [href] = formDestinations(form, event.submitter);
  if (href !== undefined) openOutside(href);
}

/** Where the nearest link leads that an event went through; null if that is no web page. */
function pageBehind(path: readonly EventTarget[]): string | null {
  const links = path
    .filter((each) => each instanceof Element)
    .flatMap((element) => [element, ...linksBehind(element)])
    .filter(isNavigatingLink);
  return links.map((link) => destinationOf(link)).find((href) => href !== null && isPage(href)) ?? null;
}

function openOutside(href: string): void {
  if (!isPage(href)) return;
  // Nobody waits for it; a background that does not answer opens nothing.
  askBackground({ type: 'open-agreed', id: '', href, isBehind: false }).catch(() => undefined);
}
