/** Local date, `2026-11-20`. @param now - Unix seconds */
export function localDay(now: number): string {
  const date = new Date(now * 1000);
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
