import { escapeOutsideText } from '../../core/text/outside-text.ts';
import type { ElementMaker } from './element-maker.ts';

/**
 * Shows a string from outside (channel, source, link, sender) as text that cannot disturb what stands around it: an
 * isolated left-to-right run, with bidirectional, zero-width and control characters written as escapes.
 */
export function outsideView(el: ElementMaker['el']): (text: string) => HTMLElement {
  return (text) => el('bdi', { dir: 'ltr', className: 'outside' }, escapeOutsideText(text));
}
