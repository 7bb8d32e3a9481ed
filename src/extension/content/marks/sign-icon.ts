import { svg } from '../dom/element.ts';

/** None for "good": nothing positive is drawn. */
export type SignLevel = 'danger' | 'caution' | 'unchecked';

/** Independent of colour: filled octagon, outlined triangle, outlined circle. */
export function signIcon(level: SignLevel, size: number): SVGElement {
  return svg(
    'svg',
    {
      viewBox: '0 0 20 20',
      width: size,
      height: size,
      'aria-hidden': 'true',
      focusable: 'false',
      class: 'icon',
    },
    ...shapes(level),
  );
}

function shapes(level: SignLevel): readonly SVGElement[] {
  switch (level) {
    case 'danger':
      return [
        svg('path', { class: 'solid', d: 'M6.4 1h7.2L19 6.4v7.2L13.6 19H6.4L1 13.6V6.4z' }),
        svg('path', { class: 'glyph', d: 'M10 5.2v6' }),
        svg('circle', { class: 'dot', cx: 10, cy: 14.6, r: 1.3 }),
      ];
    case 'caution':
      return [
        svg('path', { class: 'hollow', d: 'M10 2.2 18.6 17.2H1.4z' }),
        svg('path', { class: 'stroke', d: 'M10 7.6v4.4' }),
        svg('circle', { class: 'full', cx: 10, cy: 14.5, r: 1.15 }),
      ];
    case 'unchecked':
      return [
        svg('circle', { class: 'hollow', cx: 10, cy: 10, r: 8.2 }),
        svg('path', { class: 'stroke', d: 'M7.6 7.9a2.5 2.5 0 1 1 3.6 2.3c-.8.4-1.2.8-1.2 1.7' }),
        svg('circle', { class: 'full', cx: 10, cy: 14.4, r: 1.15 }),
      ];
  }
}
