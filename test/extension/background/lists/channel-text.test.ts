import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseChannelText } from '../../../../src/extension/background/lists/channel-text.ts';
import { isPrivateHost } from '../../../../src/core/url/hosts/private-address.ts';

const KEY = '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo';
const OTHER = '60r-5lSmtfPAbQsJKx8y_5iV4tQ9oX6wO7C0P5rXwLI';
const URL_TEXT = 'https://lists.example/spamlight/';

describe('parseChannelText', () => {
  test.each([
    ['address and key on two lines', `${URL_TEXT}\nroot-key: ${KEY}\n`, [KEY]],
    ['the key first', `${KEY} ${URL_TEXT}`, [KEY]],
    ['labels without a space', `url:${URL_TEXT} key=${KEY}`, [KEY]],
    ['two keys', `${URL_TEXT}, ${KEY}, ${OTHER}`, [KEY, OTHER]],
    ['the same key twice', `${URL_TEXT} ${KEY} ${KEY}`, [KEY]],
    ['no slash at the end', `https://lists.example/spamlight ${KEY}`, [KEY]],
  ])('parseChannelText reads %s', (_, text, rootKeys) => {
    expect(parseChannelText(text)).toEqual({ ok: true, value: { url: URL_TEXT, rootKeys } });
  });

  test.each([
    ['nothing', '', 'not-a-channel'],
    ['no key', URL_TEXT, 'not-a-channel'],
    ['no address', KEY, 'not-a-channel'],
    ['two addresses', `${URL_TEXT} https://b.example/ ${KEY}`, 'not-a-channel'],
    ['other words', `please add ${URL_TEXT} ${KEY}`, 'not-a-channel'],
    ['a key that is too short', `${URL_TEXT} ${KEY.slice(1)}`, 'not-a-channel'],
    ['a key that is none in its last bits', `${URL_TEXT} ${KEY.slice(0, -1)}p`, 'not-a-channel'],
    ['a password', `https://me:secret@lists.example/ ${KEY}`, 'not-a-channel'],
    ['a query', `https://lists.example/?id=7 ${KEY}`, 'not-a-channel'],
    ['plain http', `http://lists.example/ ${KEY}`, 'not-https'],
    ['another scheme', `ftp://lists.example/ ${KEY}`, 'not-https'],
    ['an IPv4 address', `https://192.168.0.1/ ${KEY}`, 'private-host'],
    ['an IPv4 address in one number', `https://3232235521/ ${KEY}`, 'private-host'],
    ['an IPv6 address', `https://[fe80::1]/ ${KEY}`, 'private-host'],
    ['localhost', `https://localhost/ ${KEY}`, 'private-host'],
    ['a name without a dot', `https://intranet/ ${KEY}`, 'private-host'],
    ['a .local name', `https://nas.local/ ${KEY}`, 'private-host'],
  ])('parseChannelText refuses %s', (_, text, failure) => {
    expect(parseChannelText(text)).toEqual({ ok: false, failure });
  });

  test('parseChannelText never throws, and what it reads it reads the same again', () => {
    const word = fc.oneof(fc.string(), fc.webUrl(), fc.constantFrom(KEY, OTHER, URL_TEXT, 'root-key:'));
    fc.assert(
      fc.property(fc.array(word, { maxLength: 5 }), (words) => {
        const read = parseChannelText(words.join(' '));
        if (!read.ok) return;
        expect(read.value.url).toMatch(/^https:\/\/.*\/$/);
        expect(isPrivateHost(new URL(read.value.url).hostname)).toBe(false);
        expect(parseChannelText([read.value.url, ...read.value.rootKeys].join('\n'))).toEqual(read);
      }),
    );
  });
});
