import * as fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parseChannelFile } from '../../../../src/extension/background/lists/default-channel.ts';

const KEY = 'Pvq4kLSG1oCQPAb0hyCmJpvXPQBo0xpCS5QkfqUYE2c';
const GOOD = { url: 'https://lists.example/spamlight', name: 'lists', rootKeys: [KEY] };

describe('the packaged file that names the default channel', () => {
  test('the packaged file that names the default channel names a channel, whose address ends in a slash', () => {
    expect(parseChannelFile({ channel: GOOD })).toEqual({
      ok: true,
      value: {
        id: 'default:https://lists.example/spamlight/',
        name: 'lists',
        url: 'https://lists.example/spamlight/',
        rootKeys: [KEY],
        pinnedName: 'lists',
        origin: 'default',
      },
    });
  });

  test('the packaged file that names the default channel without a name takes any, and shows the host', () => {
    const read = parseChannelFile({ channel: { url: GOOD.url, rootKeys: [KEY] } });
    expect(read).toMatchObject({ ok: true, value: { name: 'lists.example', pinnedName: null } });
  });

  test('the packaged file that names the default channel may be on loopback without TLS, as the demo is', () => {
    const read = parseChannelFile({ channel: { ...GOOD, url: 'http://127.0.0.1:8080/' } });
    expect(read).toMatchObject({ ok: true, value: { url: 'http://127.0.0.1:8080/' } });
  });

  test('the packaged file that names the default channel names none in this repository', () => {
    const file: unknown = JSON.parse(readFileSync('public/channel.json', 'utf8'));
    expect(parseChannelFile(file)).toEqual({ ok: true, value: null });
  });

  test.each([
    ['no object', 'https://lists.example/', 'not-an-object'],
    ['no channel', {}, 'not-an-object'],
    ['a channel that is a text', { channel: 'https://lists.example/' }, 'not-an-object'],
    ['no address', { channel: { ...GOOD, url: undefined } }, 'no-address'],
    ['an address that is none', { channel: { ...GOOD, url: 'lists' } }, 'no-address'],
    ['credentials', { channel: { ...GOOD, url: 'https://me:word@lists.example/' } }, 'no-address'],
    ['a query', { channel: { ...GOOD, url: 'https://lists.example/?a' } }, 'no-address'],
    ['plain http', { channel: { ...GOOD, url: 'http://lists.example/' } }, 'not-https'],
    ['another scheme on loopback', { channel: { ...GOOD, url: 'ftp://127.0.0.1/' } }, 'not-https'],
    ['no keys', { channel: { ...GOOD, rootKeys: [] } }, 'no-keys'],
    ['keys that are no list', { channel: { ...GOOD, rootKeys: KEY } }, 'no-keys'],
    ['one bad key of two', { channel: { ...GOOD, rootKeys: [KEY, 'key'] } }, 'no-keys'],
    ['five keys', { channel: { ...GOOD, rootKeys: [KEY, KEY, KEY, KEY, KEY] } }, 'no-keys'],
    ['an empty name', { channel: { ...GOOD, name: '' } }, 'bad-name'],
    ['a long name', { channel: { ...GOOD, name: 'x'.repeat(101) } }, 'bad-name'],
    ['a name that is a number', { channel: { ...GOOD, name: 7 } }, 'bad-name'],
  ])('the packaged file that names the default channel is refused with %s', (_what, file, failure) => {
    expect(parseChannelFile(file)).toEqual({ ok: false, failure });
  });

  test('the packaged file that names the default channel never throws, whatever it holds', () => {
    const field = fc.oneof(fc.webUrl(), fc.constant(KEY), fc.array(fc.constant(KEY)), fc.jsonValue());
    const channel = fc.record({ url: field, name: field, rootKeys: field }, { requiredKeys: [] });
    fc.assert(
      fc.property(
        fc.oneof(fc.jsonValue(), fc.record({ channel: fc.oneof(channel, fc.jsonValue()) })),
        (file) => {
          const read = parseChannelFile(file);
          if (read.ok && read.value !== null) expect(read.value.url).toMatch(/^https?:\/\/.*\/$/);
        },
      ),
    );
  });
});
