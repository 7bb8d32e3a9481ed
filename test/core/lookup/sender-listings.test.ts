import { describe, expect, test } from 'vitest';
import type { SectionName } from '../../../src/core/snapshot/snapshot.ts';
import { readLink } from '../../../src/core/url/read-link.ts';
import type { ChannelMatches } from '../../../src/core/lookup/channel-matches.ts';
import { judgeLink } from '../../../src/core/lookup/judge-link.ts';
import type { LinkMatch } from '../../../src/core/lookup/look-up-link.ts';
import { NO_RULES } from '../../../src/core/verdict/rules.ts';
import { aChannel, PHISHING, SPAM } from '../verdict/links.ts';

const ADDRESS: SectionName = { kind: 'address', category: 'phishing', action: 'caution', group: 'a crowd' };
const match = (section: SectionName): LinkMatch => ({ layer: 0, expression: 'shop@b.example', section });
const list = (voice: ChannelMatches['voice'], channelName = 'A list'): ChannelMatches =>
  aChannel({
    kind: 'device-list',
    voice,
    channelName,
    matches: [match({ ...ADDRESS, action: 'danger', group: channelName })],
  });

function judge(channels: readonly ChannelMatches[], isSender = true): string {
  const verdict = judgeLink(readLink('mailto:shop@b.example'), {
    channels: [aChannel({ channel: 'base' }), ...channels],
    rules: NO_RULES,
    sender: { address: 'shop@b.example' },
    isSender,
  });
  return verdict.kind === 'flagged' ? verdict.level : verdict.kind;
}

describe('a listed sender', () => {
  test.each([
    [
      'caution, though its listing is danger',
      [aChannel({ matches: [match({ ...ADDRESS, action: 'danger' })] })],
    ],
    [
      'caution where several groups agree',
      [aChannel({ matches: [match({ ...ADDRESS, group: 'several' })] })],
    ],
    [
      'caution where two groups of two channels agree',
      [
        aChannel({ matches: [match(ADDRESS)] }),
        aChannel({ channel: 'b', matches: [match({ ...ADDRESS, group: 'another' })] }),
      ],
    ],
    ['caution by its site, listed as caution', [aChannel({ matches: [match(SPAM)] })]],
    ['caution by its site, which is listed', [aChannel({ matches: [match(PHISHING)] })]],
    ['caution by a reviewed list of this device', [list({ origins: ['a'], isReviewed: true })]],
    ["caution by a list of the reader's own", [list(null)]],
  ] as const)('a listed sender makes a verdict: %s', (_, channels) => {
    expect(judge(channels)).toBe('caution');
  });

  test.each([
    ['one crowd-fed group', [aChannel({ matches: [match(ADDRESS)] })]],
    [
      'one group in two channels',
      [aChannel({ matches: [match(ADDRESS)] }), aChannel({ channel: 'b', matches: [match(ADDRESS)] })],
    ],
    [
      'two groups that name two addresses',
      [
        aChannel({ matches: [match(ADDRESS)] }),
        aChannel({
          channel: 'b',
          matches: [{ ...match({ ...ADDRESS, group: 'another' }), expression: 'other@b.example' }],
        }),
      ],
    ],
    [
      'two groups that name it in two layers',
      [
        aChannel({ matches: [match(ADDRESS)] }),
        aChannel({ channel: 'b', matches: [{ ...match({ ...ADDRESS, group: 'another' }), layer: 1 }] }),
      ],
    ],
    ['one list of this device that nobody reviews', [list({ origins: ['a'], isReviewed: false })]],
  ] as const)('a listed sender is not believed by the word of %s', (_, channels) => {
    expect(judge(channels)).toBe('clear');
  });

  test('a listed sender is told as what it is listed for', () => {
    const section = { ...ADDRESS, action: 'danger' } as const;
    const verdict = judgeLink(readLink('mailto:shop@b.example'), {
      channels: [aChannel({ matches: [match(section)] })],
      rules: NO_RULES,
      sender: null,
      isSender: true,
    });
    expect(verdict).toMatchObject({
      asks: false,
      reasons: [{ category: 'phishing', group: 'a crowd', level: 'caution' }],
    });
  });

  test('a listed sender is danger still as a link that writes to it', () => {
    expect(judge([aChannel({ matches: [match({ ...ADDRESS, action: 'danger' })] })], false)).toBe('danger');
  });
});
