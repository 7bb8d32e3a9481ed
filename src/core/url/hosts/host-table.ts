/** `a.{b,c}.d` is `a.b.d` and `a.c.d`. */
export function expandBraces(name: string): readonly string[] {
  const open = name.indexOf('{');
  if (open === -1) return [name];
  const close = name.indexOf('}', open);
  const before = name.slice(0, open);
  const after = expandBraces(name.slice(close + 1));
  return name
    .slice(open + 1, close)
    .split(',')
    .flatMap((choice) => after.map((rest) => before + choice + rest));
}

export function hostNames(cell: string): readonly string[] {
  return words(cell).flatMap(expandBraces);
}

export function words(cell: string): readonly string[] {
  return cell.split(/\s+/).filter((word) => word !== '');
}
