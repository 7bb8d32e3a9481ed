import { MAIL_BOUNDS } from '../content/mail-bounds.ts';
import { PICTURE_TYPES, type MailPicture } from '../content/mail-attachment.ts';

/** Per mail. */
const MAX_PICTURES = 50;

const START = /data:(image\/(?:png|jpe?g|gif|webp));base64,/gi;
const LETTERS = /[A-Za-z0-9+/=\s]*/y;

/** Inlined pictures (`src="data:image/png;base64,…"`): phishing hides QR codes in them. */
export function picturesIn(markups: readonly string[]): readonly MailPicture[] {
  const found = new Map<string, MailPicture>();
  for (const html of markups) {
    const read = html.slice(0, MAIL_BOUNDS.markup);
    for (const { index, 0: start, 1: named = '' } of read.matchAll(START)) {
      if (found.size >= MAX_PICTURES) return [...found.values()];
      LETTERS.lastIndex = index + start.length;
      const written = LETTERS.exec(read)?.[0].replaceAll(/\s+/g, '') ?? '';
      const type = PICTURE_TYPES.find((each) => each === named.toLowerCase().replace('jpg', 'jpeg'));
      const bytes = bytesOf(written);
      if (type !== undefined && bytes !== null && !found.has(written))
        found.set(written, { name: '', type, bytes });
    }
  }
  return [...found.values()];
}

function bytesOf(base64: string): Uint8Array | null {
  try {
    return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  } catch {
    return null;
  }
}
