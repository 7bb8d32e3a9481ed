import { el } from './element.ts';

export function saveFile(name: string, text: string, type = 'application/json'): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  el('a', { href: url, download: name }).click();
  // Late, because the download may start after this turn.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
