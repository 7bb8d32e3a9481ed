/**
 * What the reader has entered, by field name. From the event, not from the nodes a view has drawn: `redraw` keeps
 * the older ones, with what was typed into them.
 */
export function formValues(event: Event): ReadonlyMap<string, string> {
  event.preventDefault();
  const values = new Map<string, string>();
  if (!(event.currentTarget instanceof HTMLFormElement)) return values;
  for (const [name, value] of new FormData(event.currentTarget)) {
    if (typeof value === 'string') values.set(name, value);
  }
  return values;
}
