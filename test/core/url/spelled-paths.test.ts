/** Servers read a path that is spelled otherwise as the same path. */
import { expect, test } from 'vitest';
import { readLink } from '../../../src/core/url/read-link.ts';

const EVIL = encodeURIComponent('https://evil.example/x');

test.each([
  ['escaped letters', `www.google.com/%75rl?q=${EVIL}`],
  ['escaped letters in a path that holds the address', 'www.google.com/%61mp/s/evil.example/x'],
  ['an escaped letter near the end of the alphabet', `search.yahoo.com/_ylt=a/%52U=${EVIL}/RK=2`],
  ['an escaped dot', `www.facebook.com/l%2Ephp?u=${EVIL}`],
  ['an escaped dot in lower case', `mail.choir.example/util/go%2ephp?url=${EVIL}`],
  ['an escaped hyphen', `mailer.example/Prod/link%2Dtracker?redirectUrl=${EVIL}`],
  ['an escaped underline', `prod.example/salsa/track.jsp?%75rl=${EVIL}`],
  ['an escaped digit', `x.example/CL%30/${EVIL}/1/a`],
  ['the first letter, where any host may have such a path', `x.example/%43L0/${EVIL}/1/a`],
  ['two slashes', `www.google.com//url?q=${EVIL}`],
  ['many slashes', `www.google.com/////url?q=${EVIL}`],
  ['slashes further on', 'www.google.com/amp//s///evil.example/x'],
  ['an escaped colon', 'x.example/CL0/https%3A%2F%2Fevil.example%2Fx/1/a'],
  ['slashes in front, where any host may have such a path', `x.example//CL0/${EVIL}/1/a`],
  ['both', `deref-gmx.net/mail//cli%65nt/dereferrer/?redirectUrl=${EVIL}`],
])('a wrapper is known by its path in spite of %s', (_, address) => {
  expect(readLink(`https://${address}`).layers.map((layer) => layer.canonical)).toContain('evil.example/x');
});

test.each([
  ['is left as it is', 'https://12ft.io/https://evil.example/a%2Fb', 'https://evil.example/a%2Fb'],
  [
    'keeps its escapes of escapes',
    'https://12ft.io/https://evil.example/%2541',
    'https://evil.example/%2541',
  ],
  ['keeps its two slashes', 'https://r.jina.ai/https://evil.example/x', 'https://evil.example/x'],
])('a destination in the path of a wrapper is found: %s', (_, href, expected) => {
  expect(readLink(href).layers[1]?.url).toBe(expected);
});

test('a slash that is escaped divides no path: it may be part of a name', () => {
  expect(readLink(`https://www.google.com/%2Furl?q=${EVIL}`).layers).toHaveLength(1);
});
