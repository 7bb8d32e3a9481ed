const CHARSET = /charset\*?\s*=\s*["']?([\w.:-]+)/gi;

/** EBCDIC code pages, where no letter equals ASCII. */
const EBCDIC = new Set(
  (
    '37 273 275 277 278 280 281 284 285 290 297 420 423 424 500 870 871 880 905 918 924 930 933 935 937 939 ' +
    '1025 1026 1047 1140 1141 1142 1143 1144 1145 1146 1147 1148 1149'
  ).split(' '),
);

/** Whether the header names a character set in which web addresses have other bytes than in ASCII. */
export function namesNonAsciiCharset(head: string): boolean {
  for (const [, charset = ''] of head.matchAll(CHARSET)) if (isNotAscii(charset)) return true;
  return false;
}

function isNotAscii(charset: string): boolean {
  if (/^(?:unicode-1-1-)?utf-?(?:7|32)|ebcdic/i.test(charset)) return true;
  const page = /^(?:cs)?(?:ibm|cp|x-ibm|x-cp)-?(\d+)$/i.exec(charset)?.[1];
  return page !== undefined && EBCDIC.has(page.replace(/^0+/, ''));
}
