/** What to focus: an element, or its id. */
type Place = string | Element | null | undefined;

/** Focuses the first of these that is there: what was pressed is gone, and with it the reader's place in the page. */
export function focusFirst(...places: readonly Place[]): void {
  for (const place of places) {
    const element = typeof place === 'string' ? document.getElementById(place) : place;
    if (!(element instanceof HTMLElement)) continue;
    element.focus();
    if (document.activeElement === element) return;
  }
}

/**
 * Where to go on in a list when a row of it goes. To be called before.
 *
 * @param rows - as they are at the moment
 * @param key - `data-key` of the row
 * @returns the button of the row that has come into its place by now, or of the last one; null if there is none
 */
export function nextRow(rows: () => Iterable<Element>, key: string): () => Element | null {
  const place = [...rows()].findIndex((row) => row.getAttribute('data-key') === key);
  return () => {
    const buttons = [...rows()].map((row) => row.querySelector('button'));
    const isThere = (button: Element | null): boolean => button !== null;
    return buttons.slice(Math.max(0, place)).find(isThere) ?? buttons.findLast(isThere) ?? null;
  };
}
