import { attributeOf, baseOf } from './unclobbered.ts';

/** Null for the top window and below a cross-origin page. */
export function frameElementOf(view: Window): Element | null {
  try {
    return view.frameElement;
  } catch (error) {
    // Firefox throws where Chromium returns null.
    if (error instanceof DOMException) return null;
    throw error;
  }
}

/** The resolved `src`; may be empty. */
export function sourceOf(frame: Element): string {
  if (attributeOf(frame, 'srcdoc') !== null) return 'about:srcdoc';
  return URL.parse(attributeOf(frame, 'src') ?? '', baseOf(frame))?.href ?? '';
}
