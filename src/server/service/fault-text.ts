/** Omits the message, which may hold request data. */
export function faultText(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  return `${error.name} ${frames.slice(0, 3).join(' ').trim()}`;
}
