import { escapeOutsideText } from '../../../core/text/outside-text.ts';

/** Text from outside in one line that says what it holds: `\u{202e}` in place of a character that turns the line. */
export function plainText(text: string, maxCharacters = Number.POSITIVE_INFINITY): string {
  return escapeOutsideText(text.length > maxCharacters ? `${text.slice(0, maxCharacters)}…` : text);
}

/**
 * A URL for public reports that no one can click and no mail program turns into a link: `hxxp` and `[.]`. Feed
 * parsers read this spelling back.
 */
export function defanged(url: string, maxCharacters = 200): string {
  return plainText(url, maxCharacters)
    .replaceAll(/(h)tt(ps?:)/gi, '$1xx$2')
    .replaceAll('.', '[.]')
    .replaceAll('@', '[at]');
}
