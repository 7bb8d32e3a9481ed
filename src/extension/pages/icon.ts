import { svg } from './element.ts';

export type IconName = 'danger' | 'caution' | 'unchecked' | 'settings' | 'code' | 'message';

/** Hidden from screen readers: adjacent words say the same. The three signs match those at links. */
export function icon(name: IconName): SVGElement {
  return svg(
    'svg',
    { class: `icon icon-${name}`, viewBox: '0 0 20 20', 'aria-hidden': 'true', focusable: 'false' },
    ...shapes(name),
  );
}

function shapes(name: IconName): readonly SVGElement[] {
  switch (name) {
    case 'danger':
      return [
        svg('path', { class: 'full', d: 'M6.4 1h7.2L19 6.4v7.2L13.6 19H6.4L1 13.6V6.4z' }),
        svg('path', { class: 'glyph', d: 'M10 5.2v6' }),
        svg('circle', { class: 'glyph-dot', cx: 10, cy: 14.6, r: 1.3 }),
      ];
    case 'caution':
      return [
        svg('path', { class: 'line', d: 'M10 2.2 18.6 17.2H1.4z' }),
        svg('path', { class: 'line', d: 'M10 7.6v4.4' }),
        svg('circle', { class: 'full', cx: 10, cy: 14.5, r: 1.15 }),
      ];
    case 'unchecked':
      return [
        svg('circle', { class: 'line', cx: 10, cy: 10, r: 8.2 }),
        svg('path', { class: 'line', d: 'M7.6 7.9a2.5 2.5 0 1 1 3.6 2.3c-.8.4-1.2.8-1.2 1.7' }),
        svg('circle', { class: 'full', cx: 10, cy: 14.4, r: 1.15 }),
      ];
    case 'settings':
      return [
        svg('path', { class: 'line', d: 'M2 6h9M16 6h2M2 14h2M9 14h9' }),
        svg('circle', { class: 'line', cx: 13.5, cy: 6, r: 2.3 }),
        svg('circle', { class: 'line', cx: 6.5, cy: 14, r: 2.3 }),
      ];
    case 'code':
      return [
        svg('path', { class: 'line', d: 'M2 2h6v6H2zM12 2h6v6h-6zM2 12h6v6H2z' }),
        svg('path', { class: 'line', d: 'M12 12h2v2M17 12v3h-2M12 17v1h2M17 18h1' }),
      ];
    case 'message':
      return [svg('path', { class: 'line', d: 'M2 4.5h16v11H2zM2.6 5.2 10 11l7.4-5.8' })];
  }
}
