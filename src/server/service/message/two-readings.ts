/** Fields that say how a part is read. */
const FIELD = /^content-(type|transfer-encoding)[ \t]*:[ \t]*([^\r\n;]*)/gim;
const CHARSET = /charset\*?\s*=\s*["']?([\w.:-]+)/gi;

/** Code pages of EBCDIC, where no letter is that of ASCII. */
const EBCDIC = new Set(
  (
    '37 273 275 277 278 280 281 284 285 290 297 420 423 424 500 870 871 880 905 918 924 930 933 935 937 939 ' +
    '1025 1026 1047 1140 1141 1142 1143 1144 1145 1146 1147 1148 1149'
  ).split(' '),
);

/**
 * Whether programs may read a part otherwise than it is read here: two fields of one name that differ, of which some take
 * the first and some the last, or a character set in which an address is written otherwise than in ASCII.
 *
 * @param mail - its bytes, one character each
 */
export function hasOtherReading(mail: string): boolean {
  const before = new Map<string, { readonly index: number; readonly value: string }>();
  for (const { index, 1: name = '', 2: given = '' } of mail.matchAll(FIELD)) {
    const key = name.toLowerCase();
    const value = given.trim().toLowerCase();
    const last = before.get(key);
    // An empty line ends a head.
    if (last !== undefined && last.value !== value && !/\n\r?\n/.test(mail.slice(last.index, index)))
      return true;
    before.set(key, { index, value });
  }
  for (const [, charset = ''] of mail.matchAll(CHARSET)) if (isNotAscii(charset)) return true;
  return false;
}

function isNotAscii(charset: string): boolean {
  if (/^(?:unicode-1-1-)?utf-?(?:7|32)|ebcdic/i.test(charset)) return true;
  const page = /^(?:cs)?(?:ibm|cp|x-ibm|x-cp)-?(\d+)$/i.exec(charset)?.[1];
  return page !== undefined && EBCDIC.has(page.replace(/^0+/, ''));
}
