/** Encoded word (RFC 2047, 2). */
const WORD = /=\?([^?\s]+)\?([bq])\?([^?\s]*)\?=/gi;
const TWO_WORDS = /\?=\s+=\?/;

/**
 * Joins adjacent words of one character set: against RFC 2047, some programs split a character between two words, and
 * mail programs show it nevertheless.
 */
export function withJoinedWords(field: string): string {
  if (!TWO_WORDS.test(field)) return field;
  let joined = '';
  let end = 0;
  let open: { readonly charset: string; bytes: string } | null = null;
  const close = (): void => {
    if (open !== null) joined += `=?${open.charset}?B?${btoa(open.bytes)}?=`;
    open = null;
  };
  for (const { index, 0: word, 1: charset = '', 2: encoding = '', 3: payload = '' } of field.matchAll(WORD)) {
    const bytes = bytesOf(payload, encoding);
    const between = field.slice(end, index);
    end = index + word.length;
    if (bytes === null) {
      close();
      joined += between + word;
      continue;
    }
    if (open?.charset.toLowerCase() === charset.toLowerCase() && between.trim() === '') {
      open.bytes += bytes;
      continue;
    }
    close();
    joined += between;
    open = { charset, bytes };
  }
  close();
  return joined + field.slice(end);
}

function bytesOf(payload: string, encoding: string): string | null {
  if (encoding.toLowerCase() === 'b') {
    try {
      return atob(payload.replaceAll('=', ''));
    } catch {
      return null;
    }
  }
  if (/[^!-~]/.test(payload)) return null;
  return payload
    .replaceAll('_', ' ')
    .replaceAll(/=([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}
