import { escapeOutsideText } from '../../../core/text/outside-text.ts';

/** One line; invisible and reordering characters are escaped: `\u{202e}`. */
export function plainText(text: string, maxCharacters = Number.POSITIVE_INFINITY): string {
  return escapeOutsideText(text.length > maxCharacters ? `${text.slice(0, maxCharacters)}…` : text);
}

/** For public reports: `hxxp` and `[.]` keep mail programs from linking a URL. */
export function defanged(url: string, maxCharacters = 200): string {
  return plainText(url, maxCharacters)
    .replaceAll(/(h)tt(ps?:)/gi, '$1xx$2')
    .replaceAll('.', '[.]')
    .replaceAll('@', '[at]');
}
