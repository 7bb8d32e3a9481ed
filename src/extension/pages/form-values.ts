/** Reads the event's form instead of the view's nodes: `redraw` keeps the older nodes, with the reader's input. */
export function formValues(event: Event): ReadonlyMap<string, string> {
  event.preventDefault();
  const values = new Map<string, string>();
  if (!(event.currentTarget instanceof HTMLFormElement)) return values;
  for (const [name, value] of new FormData(event.currentTarget)) {
    if (typeof value === 'string') values.set(name, value);
  }
  return values;
}
