import { latin1 } from './latin1.ts';

/** `untold`: the part has no valid type. */
export type PartKind =
  | 'mail'
  | 'markup'
  | 'text'
  | 'untold'
  | 'pdf'
  | 'encrypted'
  | 'outlook-form'
  | 'elsewhere'
  | 'file';

const ENCRYPTED = /^application\/(?:(?:x-)?pkcs7-mime|pgp-encrypted)$/;
const OUTLOOK_FORM = /^application\/(?:vnd\.)?ms-tnef$/;
const ELSEWHERE = /^message\/(?:partial|external-body)$/;
const MAIL = /^(?:message\/(?:rfc822|global)|multipart\/related)$/;
const MARKUP = /^(?:text\/(?:html|x-amp-html|xml)|application\/(?:[\w.+-]*xhtml\+xml|xml)|image\/svg\+xml)$/;
const TEXT = /^(?:text|message)\/|^application\/(?:ics|rtf|json)$/;

/** Programs open files by these endings, whatever their type. */
const ENDINGS: readonly (readonly [RegExp, PartKind])[] = [
  [/\.(?:p7m|p7c)$/i, 'encrypted'],
  [/^winmail\.dat$/i, 'outlook-form'],
  [/\.(?:eml|mht|mhtml)$/i, 'mail'],
  [/\.(?:[xsdp]?html?|hta|xht|svg|xml)$/i, 'markup'],
  [/\.(?:txt|ics|vcf|csv|url|rtf|webloc)$/i, 'text'],
];

/** @param declared - lower case */
export function kindOfPart(declared: string, name: string, real: string | null): PartKind {
  if (ENCRYPTED.test(declared)) return 'encrypted';
  if (OUTLOOK_FORM.test(declared)) return 'outlook-form';
  if (ELSEWHERE.test(declared)) return 'elsewhere';
  if (MAIL.test(declared)) return 'mail';
  if (MARKUP.test(declared)) return 'markup';
  const named = ENDINGS.find(([ending]) => ending.test(name.trim()));
  if (named !== undefined) return named[1];
  if (real === 'application/pdf') return 'pdf';
  // Types without a slash, such as `text` alone.
  if (!isType(declared)) return real === null || real === 'text/html' ? 'untold' : 'file';
  if (real === 'text/html') return 'markup';
  return TEXT.test(declared) ? 'text' : 'file';
}

export function isType(declared: string): boolean {
  return /^[^\s/]+\/[^\s/]+$/.test(declared);
}

/** How many first bytes identify a file. */
const SNIFFED = 1024;
/** One character per byte. Sources: the formats' specifications; WHATWG, MIME Sniffing, 6 and 7. */
const BEGINNINGS: readonly (readonly [string, string])[] = [
  ['PK\u0003\u0004', 'application/zip'],
  ['\u0089PNG', 'image/png'],
  ['\u00FF\u00D8\u00FF', 'image/jpeg'],
  ['GIF8', 'image/gif'],
  ['{\\rtf', 'application/rtf'],
  ['\u00D0\u00CF\u0011\u00E0', 'application/x-ole-storage'],
  ['MZ', 'application/vnd.microsoft.portable-executable'],
  ['\u001F\u008B', 'application/gzip'],
  ['7z\u00BC\u00AF', 'application/x-7z-compressed'],
  ['Rar!', 'application/vnd.rar'],
  ['bplist', 'application/x-bplist'],
];
const PAGE = /^[\s\uFEFF]*<(?:!doctype html|!--|html|head|body|script|meta|svg|\?xml)\b/i;

export function realTypeOf(bytes: Uint8Array): string | null {
  const start = bytes.subarray(0, SNIFFED);
  const text = latin1(start);
  // PDF readers search the first 1,024 bytes for this.
  if (text.includes('%PDF-')) return 'application/pdf';
  if (text.startsWith('RIFF') && text.startsWith('WEBP', 8)) return 'image/webp';
  const known = BEGINNINGS.find(([beginning]) => text.startsWith(beginning));
  if (known !== undefined) return known[1];
  return PAGE.test(decodedText(start)) ? 'text/html' : null;
}

/** Only UTF-16 is told apart: in all other supported character sets, addresses have the same bytes. */
export function decodedText(bytes: Uint8Array): string {
  const [first, second] = bytes;
  const isLittle = second === 0 || (first === 0xff && second === 0xfe);
  const isBig = first === 0 || (first === 0xfe && second === 0xff);
  return new TextDecoder(isLittle ? 'utf-16le' : isBig ? 'utf-16be' : 'utf-8').decode(bytes);
}
