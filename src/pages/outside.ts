import { escapeOutsideText } from '../core/text/outside-text.ts';
import { outsideView } from '../platform/outside-view.ts';
import { el } from './element.ts';

export const outside = outsideView(el);

/** The same for an accessible name, which is text without elements. */
export function spoken(text: string): string {
  return escapeOutsideText(text);
}

/** A host or address with its registrable domain set off: the part that says whose page it is. */
export function destination(text: string, registrableDomain: string | null): HTMLElement {
  const end = registrableDomain === null ? -1 : endOfHost(text, registrableDomain);
  if (registrableDomain === null || end < 0) return outside(text);
  const start = end - registrableDomain.length;
  return el(
    'bdi',
    { dir: 'ltr', className: 'outside' },
    escapeOutsideText(text.slice(0, start)),
    el('strong', { className: 'domain' }, escapeOutsideText(registrableDomain)),
    escapeOutsideText(text.slice(end)),
  );
}

/** Where the host of `text` ends, if it ends in this domain; otherwise -1. A path may repeat the name. */
function endOfHost(text: string, registrableDomain: string): number {
  const scheme = text.indexOf('://');
  const hostStart = scheme < 0 ? 0 : scheme + 3;
  const rest = text.slice(hostStart).search(/[/?#:]/);
  const end = rest < 0 ? text.length : hostStart + rest;
  const start = end - registrableDomain.length;
  if (start < hostStart || text.slice(start, end) !== registrableDomain) return -1;
  // `notb.example` does not end in the domain `b.example`.
  return start === hostStart || text[start - 1] === '.' || text[start - 1] === '@' ? end : -1;
}
