import { describe, expect, test } from 'vitest';
import { LIST_PRESETS, voiceOfList } from '../../../src/core/feed/list-presets.ts';
import { readLink } from '../../../src/core/url/read-link.ts';
import type { ChannelMatches } from '../../../src/core/lookup/channel-matches.ts';
import type { ListVoice } from '../../../src/core/verdict/listing-support.ts';
import { judgeLink } from '../../../src/core/lookup/judge-link.ts';
import { supportOf } from '../../../src/core/verdict/listing-support.ts';
import { NO_RULES } from '../../../src/core/verdict/rules.ts';
import type { Category, Verdict } from '../../../src/core/verdict/verdict.ts';
import { aChannel } from '../verdict/links.ts';

const HREF = 'https://www.b.example/login?x=1';

const voice = (...origins: readonly string[]): ListVoice => ({ origins, isReviewed: true });

let lists = 0;
function aList(
  expression: string,
  from: ListVoice | null,
  change: Partial<ChannelMatches> & { readonly category?: Category } = {},
): ChannelMatches {
  const { category = 'phishing', ...rest } = change;
  lists += 1;
  return aChannel({
    channel: `list:${lists}`,
    kind: 'device-list',
    voice: from,
    matches: [
      { layer: 0, expression, section: { kind: 'url', category, action: 'caution', group: '2026-11-20' } },
    ],
    ...rest,
  });
}

const judge = (...channels: readonly ChannelMatches[]): Verdict =>
  judgeLink(readLink(HREF), { channels, rules: NO_RULES, sender: null });

const DANGER = { kind: 'flagged', level: 'danger', asks: true };
const CAUTION = { kind: 'flagged', level: 'caution', asks: false };

describe('a list compiled on the device', () => {
  test('a list compiled on the device makes danger, which asks, for an exact page that a reviewed preset names', () => {
    expect(judge(aList('www.b.example/login', voice('Maker')))).toMatchObject(DANGER);
  });

  test.each([
    ['a whole host', 'www.b.example/', voice('Maker'), 'phishing'],
    ['a page of a list that nobody has reviewed', 'www.b.example/login', null, 'phishing'],
    ['spam', 'www.b.example/login', voice('Maker'), 'spam'],
  ] as const)('a list compiled on the device makes caution for %s', (_what, expression, from, category) => {
    expect(judge(aList(expression, from, { category }))).toMatchObject(CAUTION);
  });

  // Waves like those that lists tested by a program have had: innocent pages of sites that everybody uses.
  const WAVES = [
    ...'docs.google.com/document/d/1x drive.google.com/file/d/1x sites.google.com/view/x forms.gle/x'.split(
      ' ',
    ),
    ...'script.google.com/macros/s/x storage.googleapis.com/b/x www.google.com/maps/x accounts.google.com/x'.split(
      ' ',
    ),
    ...'www.notion.so/x x.notion.site/x addons.mozilla.org/firefox/x www.mozilla.org/x github.com/a/b'.split(
      ' ',
    ),
    ...'raw.githubusercontent.com/a/b/c alice.github.io/x gitlab.com/a/b alice.gitlab.io/x pastebin.com/x'.split(
      ' ',
    ),
    ...'www.dropbox.com/s/x we.tl/x onedrive.live.com/x forms.office.com/r/x login.live.com/x'.split(' '),
    ...'alice.sharepoint.com/x x.blob.core.windows.net/x alice.weebly.com/login alice.wixsite.com/x'.split(
      ' ',
    ),
    ...'alice.wordpress.com/x alice.blogspot.com/x medium.com/@x/y alice.substack.com/p/x'.split(' '),
    ...'x.web.app/login x.firebaseapp.com/x x.pages.dev/x x.workers.dev/x x.netlify.app/x x.vercel.app/x'.split(
      ' ',
    ),
    ...'x.s3.amazonaws.com/x www.amazon.com/gp/x www.paypal.com/x www.ebay.com/itm/x www.apple.com/x'.split(
      ' ',
    ),
    ...'www.facebook.com/x www.instagram.com/x x.com/a www.linkedin.com/in/x t.me/x bit.ly/x'.split(' '),
    ...'www.youtube.com/watch www.reddit.com/r/x archive.org/details/x en.wikipedia.org/wiki/x'.split(' '),
  ];

  test('a list compiled on the device makes caution for a page on a site of many people, and danger where two of different origin name it', () => {
    expect(WAVES.length).toBeGreaterThanOrEqual(50);
    for (const page of WAVES) {
      const of = (...channels: readonly ChannelMatches[]): unknown =>
        judgeLink(readLink(`https://${page}`), { channels, rules: NO_RULES, sender: null });
      const one = aList(page, voice('Phishing.Database', 'OpenPhish', 'PhishTank'));
      expect([page, of(one)]).toEqual([page, expect.objectContaining(CAUTION)]);
      expect([page, of(one, aList(page, voice('OpenPhish')))]).toEqual([
        page,
        expect.objectContaining(CAUTION),
      ]);
      expect([page, of(one, aList(page, voice('abuse.ch')))]).toEqual([
        page,
        expect.objectContaining(DANGER),
      ]);
      // Nobody knows whose entries those are.
      expect([page, of(one, aList(page, voice()))]).toEqual([page, expect.objectContaining(CAUTION)]);
    }
  });

  test('a list compiled on the device makes danger for a host that another list of different origin names too', () => {
    const verdict = judge(aList('b.example/', voice('One')), aList('b.example/', voice('Two')));
    expect(verdict).toMatchObject(DANGER);
    if (verdict.kind === 'flagged')
      expect(verdict.reasons.map((reason) => 'level' in reason && reason.level)).toEqual([
        'danger',
        'danger',
      ]);
  });

  test.each([
    ['its own copy', voice('One'), voice('Two', 'One')],
    ['two copies of a third', voice('One', 'Three'), voice('Two', 'Three')],
    ['a list that nobody has reviewed', voice('One'), null],
  ])('a list compiled on the device does not agree with %s', (_what, one, other) => {
    expect(judge(aList('b.example/', one), aList('b.example/', other))).toMatchObject(CAUTION);
  });

  test('a list compiled on the device does not agree with a list that has expired, nor about another host, layer or category', () => {
    const own = aList('b.example/', voice('One'));
    expect(judge(own, aList('b.example/', voice('Two'), { status: 'expired' }))).toMatchObject(CAUTION);
    expect(judge(own, aList('www.b.example/', voice('Two')))).toMatchObject(CAUTION);
    expect(judge(own, aList('b.example/', voice('Two'), { category: 'spam' }))).toMatchObject(CAUTION);
    const elsewhere = aList('b.example/', voice('Two'));
    const inside = { ...elsewhere, matches: elsewhere.matches.map((match) => ({ ...match, layer: 1 })) };
    expect(judge(own, inside)).toMatchObject(CAUTION);
  });

  test('a list compiled on the device agrees about a host by any of its pages', () => {
    const unreviewed = (origin: string): ListVoice => ({ origins: [origin], isReviewed: false });
    const page = aList('www.b.example/login', unreviewed('One'));
    expect(judge(page)).toMatchObject(CAUTION);
    expect(judge(page, aList('www.b.example/', unreviewed('Two')))).toMatchObject(DANGER);
  });

  test('a list compiled on the device has no part in what two others agree on', () => {
    const levels = (verdict: Verdict): readonly string[] =>
      verdict.kind === 'flagged'
        ? verdict.reasons.map((reason) =>
            reason.kind === 'listed' ? `${reason.level} ${reason.channelName}` : '',
          )
        : [];
    const agreed = [aList('b.example/', voice('One')), aList('b.example/', voice('Two'))];
    const own = aList('b.example/', null, { channelName: 'Own' });
    expect(levels(judge(...agreed, own))).toContain('caution Own');
    const junk = aList('b.example/', voice('Three'), { channelName: 'Junk', category: 'spam' });
    expect(levels(judge(...agreed, junk))).toContain('caution Junk');
  });

  test('a list compiled on the device agrees about an address with the same address alone', () => {
    const write = (...channels: readonly ChannelMatches[]): Verdict =>
      judgeLink(readLink('mailto:shop@b.example'), { channels, rules: NO_RULES, sender: null });
    const unreviewed = (origin: string): ListVoice => ({ origins: [origin], isReviewed: false });
    const one = aList('shop@b.example', unreviewed('One'));
    expect(write(one, aList('shop@b.example', unreviewed('Two')))).toMatchObject(DANGER);
    expect(write(one, aList('shop@b.exampla', unreviewed('Two')))).toMatchObject(CAUTION);
    expect(write(one, aList('b.example/', unreviewed('Two')))).toMatchObject(CAUTION);
  });

  test('a list compiled on the device does not agree with a channel: the publisher has weighed that one', () => {
    const channel = aChannel({ matches: aList('b.example/', voice('Two')).matches });
    expect(judge(aList('b.example/', voice('One')), channel)).toMatchObject(CAUTION);
    const spoken = { ...channel, voice: voice('Two'), matches: [] };
    const matches = channel.matches.map((match) => ({
      ...match,
      section: { ...match.section, action: 'caution' } as const,
    }));
    expect(judge(aList('b.example/', voice('One')), { ...spoken, matches })).toMatchObject(CAUTION);
  });

  test('a list compiled on the device clears nothing, and neither do packaged test pages', () => {
    const list = aChannel({ kind: 'device-list', channel: 'list:x' });
    const packaged = aChannel({ kind: 'test-pages', channel: 'packaged' });
    expect(judge(packaged)).toEqual({ kind: 'unchecked', because: 'no-snapshot', asks: false });
    expect(judge(list, packaged)).toEqual({ kind: 'unchecked', because: 'no-channel', asks: false });
    expect(judge(list, packaged, aChannel())).toEqual({ kind: 'clear' });
    expect(judge(list, aChannel(), aChannel({ channel: 'other', status: 'expired' }))).toEqual({
      kind: 'unchecked',
      because: 'expired',
      asks: false,
    });
  });
});

describe('the support of an entry', () => {
  const by = (category: Category, isReviewed: boolean, ...origins: readonly string[]) => ({
    category,
    isReviewed,
    origins,
  });

  test.each([
    ['none', []],
    ['none', [by('spam', true, 'a'), by('spam', true, 'b')]],
    ['one', [by('scam', false, 'a')]],
    // Who has said nothing of where it is from agrees with nobody.
    ['one', [by('scam', false)]],
    ['one', [by('scam', false), by('scam', false, 'a')]],
    ['one', [by('scam', false), by('scam', false)]],
    ['one', [by('scam', false, 'a'), by('spam', true, 'b')]],
    ['reviewed', [by('malware', false, 'a'), by('phishing', true, 'a')]],
    ['agreed', [by('malware', false, 'a'), by('phishing', false, 'b')]],
  ] as const)('the support of an entry is %s', (support, accusers) => {
    expect(supportOf(accusers)).toBe(support);
  });
});

describe('the presets', () => {
  test('a preset speaks with a voice of its own by its address alone, and no other list does', () => {
    for (const { url, maker } of LIST_PRESETS) expect(voiceOfList(url)?.origins[0]).toBe(maker);
    expect(voiceOfList('https://lists.example/')).toBeNull();
    expect(voiceOfList(null)).toBeNull();
  });
});
