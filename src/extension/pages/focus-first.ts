type Place = string | Element | null | undefined;

/** Moves focus to the first place that exists, after the focused element was removed. */
export function focusFirst(...places: readonly Place[]): void {
  for (const place of places) {
    const element = typeof place === 'string' ? document.getElementById(place) : place;
    if (!(element instanceof HTMLElement)) continue;
    element.focus();
    if (document.activeElement === element) return;
  }
}

/**
 * Focus target after a row is removed. Call before the removal.
 *
 * @param key - `data-key` of the row
 * @returns a function that finds the button of the row now in that place, or of the last row
 */
export function nextRow(rows: () => Iterable<Element>, key: string): () => Element | null {
  const place = [...rows()].findIndex((row) => row.getAttribute('data-key') === key);
  return () => {
    const buttons = [...rows()].map((row) => row.querySelector('button'));
    const isThere = (button: Element | null): boolean => button !== null;
    return buttons.slice(Math.max(0, place)).find(isThere) ?? buttons.findLast(isThere) ?? null;
  };
}
