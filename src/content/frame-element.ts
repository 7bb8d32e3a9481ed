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
