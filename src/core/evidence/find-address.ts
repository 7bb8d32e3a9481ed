const MAX_PLACES = 20;
const MAX_LOCAL_LENGTH = 64;

const LOCAL_CHARACTER = /[\w.+-]/;
const DOMAIN = /^[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,8}/i;

/** Finds the first mail address, with a plain or escaped (`%40`) `@`. */
export function findAddress(text: string): string | null {
  let at = -1;
  for (let place = 0; place < MAX_PLACES; place++) {
    at = nextSign(text, at + 1);
    if (at === -1) return null;
    const domain = DOMAIN.exec(text.slice(at + (text[at] === '@' ? 1 : 3)).slice(0, 600))?.[0];
    const local = localBefore(text, at);
    if (local !== '' && domain !== undefined) return `${local}@${domain}`;
  }
  return null;
}

function nextSign(text: string, from: number): number {
  const plain = text.indexOf('@', from);
  const escaped = text.indexOf('%40', from);
  if (plain === -1 || escaped === -1) return Math.max(plain, escaped);
  return Math.min(plain, escaped);
}

function localBefore(text: string, end: number): string {
  let start = end;
  while (start > 0 && end - start < MAX_LOCAL_LENGTH && LOCAL_CHARACTER.test(text.charAt(start - 1))) start--;
  return text.slice(start, end);
}
