import { attributeOf, baseOf } from './unclobbered.ts';

/** The frame that a window is in; null at the top and where the page around is of another origin. */
export function frameElementOf(view: Window): Element | null {
  try {
    return view.frameElement;
  } catch (error) {
    // Firefox throws where Chromium gives null.
    if (error instanceof DOMException) return null;
    throw error;
  }
}

/** The address that a frame begins with, as its document sees it; empty if it is none. */
export function sourceOf(frame: Element): string {
  if (attributeOf(frame, 'srcdoc') !== null) return 'about:srcdoc';
  return URL.parse(attributeOf(frame, 'src') ?? '', baseOf(frame))?.href ?? '';
}
