import { attributeOf, baseOf } from './unclobbered.ts';

/** The frame element of a window; null for the top window and below a cross-origin page. */
export function frameElementOf(view: Window): Element | null {
  try {
    return view.frameElement;
  } catch (error) {
    // Firefox throws where Chromium gives null.
    if (error instanceof DOMException) return null;
    throw error;
  }
}

/** The address in a frame's `src`, resolved; empty if there is none. */
export function sourceOf(frame: Element): string {
  if (attributeOf(frame, 'srcdoc') !== null) return 'about:srcdoc';
  return URL.parse(attributeOf(frame, 'src') ?? '', baseOf(frame))?.href ?? '';
}
