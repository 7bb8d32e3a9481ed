/**
 * The address in a code, if it leads to a web page. Everything else, such as one-time passwords, wireless networks,
 * payments, tickets, contacts and telephone numbers, is nobody's business here and goes no further than this line.
 */
export function webAddress(text: string): string | null {
  const trimmed = text.trim();
  if (!/^https?:\/\//i.test(trimmed) || /\s/.test(trimmed)) return null;
  return URL.parse(trimmed)?.href ?? null;
}
