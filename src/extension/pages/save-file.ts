import { el } from './element.ts';

/** Offers `text` as a file to save; nothing leaves the computer. */
export function saveFile(name: string, text: string, type = 'application/json'): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  el('a', { href: url, download: name }).click();
  // The download has its own reference once it has begun, which may be after this turn.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
