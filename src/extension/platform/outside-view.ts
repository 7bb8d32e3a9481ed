import { escapeOutsideText } from '../../core/text/outside-text.ts';
import type { ElementMaker } from './element-maker.ts';

/** Untrusted text, isolated and left to right, with bidirectional, zero-width and control characters escaped. */
export function outsideView(el: ElementMaker['el']): (text: string) => HTMLElement {
  return (text) => el('bdi', { dir: 'ltr', className: 'outside' }, escapeOutsideText(text));
}
