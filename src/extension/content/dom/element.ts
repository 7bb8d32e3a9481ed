import { elementMaker } from '../../platform/element-maker.ts';
import { newElement, newSvgElement } from './unclobbered.ts';

export type { Child } from '../../platform/element-maker.ts';

export const { el, svg } = elementMaker({ newElement, newSvgElement });
