import { escapeOutsideText, shortened } from '../../core/text/outside-text.ts';
import { addressParts } from '../platform/address-parts.ts';
import { outsideView } from '../platform/outside-view.ts';
import type { ShownLayer } from '../protocol/link-messages.ts';
import { el } from './element.ts';

export const outside = outsideView(el);

/** `outside` for accessible names, which are plain text. */
export function spoken(text: string): string {
  return escapeOutsideText(text);
}

/** Emphasizes the registrable domain, which identifies the owner. */
export function destination(text: string, registrableDomain: string | null): HTMLElement {
  const end = registrableDomain === null ? -1 : endOfHost(text, registrableDomain);
  if (registrableDomain === null || end < 0) return outside(text);
  return setOff(text.slice(0, end - registrableDomain.length), registrableDomain, text.slice(end));
}

/** Characters before and after the registrable domain, which is never shortened. */
const MAX_BEFORE_DOMAIN = 40;
const MIN_AFTER_DOMAIN = 12;

/** @param length - maximum characters, unless the domain needs more */
export function shownAddress({ url, host, registrableDomain }: ShownLayer, length: number): HTMLElement {
  const parts = addressParts(url, host, registrableDomain);
  if (parts === null) return outside(shortened(url, length));
  const before = shortened(parts.before, MAX_BEFORE_DOMAIN);
  const room = Math.max(MIN_AFTER_DOMAIN, length - before.length - parts.domain.length);
  return setOff(before, parts.domain, shortened(parts.after, room));
}

function setOff(before: string, domain: string, after: string): HTMLElement {
  return (
    <bdi dir="ltr" className="outside">
      {escapeOutsideText(before)}
      <strong className="domain">{escapeOutsideText(domain)}</strong>
      {escapeOutsideText(after)}
    </bdi>
  );
}

/** @returns index of the host's end if the host ends in this domain, else -1. A path may repeat the domain. */
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
