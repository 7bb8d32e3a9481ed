import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readLink } from '../../../src/core/url/read-link.ts';
import { type LinkEvidence, judgeLink } from '../../../src/core/lookup/judge-link.ts';
import type { LinkMatch } from '../../../src/core/lookup/look-up-link.ts';
import { indexRules, NO_RULES, type Rule } from '../../../src/core/verdict/rules.ts';
import type { Verdict } from '../../../src/core/verdict/verdict.ts';
import { processorMs } from '../processor-time.ts';
import { aChannel, aRule, PHISHING, SPAM } from '../verdict/links.ts';

const HREF = 'https://www.b.example/login?x=1';
const WRAPPED = `https://eur01.safelinks.protection.outlook.com/?url=${encodeURIComponent(HREF)}&data=05`;

const phish = (layer = 0): LinkMatch => ({ layer, expression: 'b.example/', section: PHISHING });
const spam = (layer = 0): LinkMatch => ({ layer, expression: 'www.b.example/login', section: SPAM });

function judge(
  href: string,
  evidence: Partial<LinkEvidence> & { readonly all?: readonly Rule[] } = {},
): Verdict {
  const { all = [], ...rest } = evidence;
  return judgeLink(readLink(href), {
    channels: [aChannel()],
    sender: null,
    ...rest,
    rules: all.length === 0 ? NO_RULES : indexRules(all, 100),
  });
}

const listed = (...matches: readonly LinkMatch[]): { channels: LinkEvidence['channels'] } => ({
  channels: [aChannel({ matches })],
});

describe('judgeLink', () => {
  test('judgeLink clears what no list names', () => {
    expect(judge(HREF)).toEqual({ kind: 'clear' });
  });

  test('judgeLink says so when the destination is hidden', () => {
    const verdict = judge('https://bit.ly/3xYz');
    expect(verdict).toEqual({ kind: 'clear', hidden: { by: readLink('https://bit.ly/3xYz').hidden?.by } });
    expect(verdict).toMatchObject({ hidden: { by: expect.stringMatching(/bit/i) as unknown } });
  });

  test('a wrapper that leads nowhere is no destination, and no verdict is missing', () => {
    for (const empty of ['?data=05', '?url=https%3A%2F%2F&data=05']) {
      const href = `https://eur01.safelinks.protection.outlook.com/${empty}`;
      expect(readLink(href).layers).toHaveLength(1);
      expect(judge(href)).toEqual({ kind: 'clear' });
    }
  });

  test('the page of the self-test is danger, whatever lists say, and comes first', () => {
    const href = 'https://self-test.spamlight.test/plain';
    expect(judge(href)).toEqual({
      kind: 'flagged',
      level: 'danger',
      asks: true,
      reasons: [{ kind: 'self-test', level: 'danger', layer: 0 }],
    });
    expect(judge(href, { channels: [] })).toMatchObject({ reasons: [{ kind: 'self-test' }] });
    const wrapped = `https://www.google.com/url?q=${encodeURIComponent(href)}`;
    expect(judge(wrapped, listed(phish()))).toMatchObject({
      reasons: [{ kind: 'self-test', layer: 1 }, { kind: 'listed' }],
    });
  });

  test('trust of one destination of two clears no other while a list is too old', () => {
    const two = `https://www.google.com/url?q=${encodeURIComponent('https://b.example/')}&url=${encodeURIComponent('https://c.example/')}`;
    expect(readLink(two).layers.map(({ host }) => host)).toEqual([
      'www.google.com',
      'b.example',
      'c.example',
    ]);
    const trusted = (...subjects: readonly string[]): Verdict =>
      judge(two, {
        all: subjects.map((subject) => aRule({ subject })),
        channels: [aChannel({ status: 'expired' })],
      });
    expect(trusted('b.example')).toEqual({ kind: 'unchecked', because: 'expired', asks: false });
    expect(trusted('b.example', 'c.example')).toMatchObject({
      kind: 'allowed',
      by: { subject: 'b.example' },
    });
  });

  test('judgeLink of two blocks, the one of the layer that comes first is named first', () => {
    const blocks = ['b.example', 'outlook.com'].map((subject) => aRule({ subject, action: 'block' }));
    const verdict = judge(WRAPPED, { all: blocks });
    expect(
      verdict.kind === 'flagged' && verdict.reasons.map((reason) => 'layer' in reason && reason.layer),
    ).toEqual([0, 1]);
  });

  test('judgeLink flags at the worst level, with every reason, worst first', () => {
    const verdict = judge(HREF, listed(spam(), phish()));
    expect(verdict).toMatchObject({ kind: 'flagged', level: 'danger' });
    if (verdict.kind !== 'flagged') return;
    expect(verdict.reasons.map((reason) => reason.kind === 'listed' && reason.category)).toEqual([
      'phishing',
      'spam',
    ]);
    expect(verdict.reasons[0]).toEqual({
      kind: 'listed',
      category: 'phishing',
      level: 'danger',
      expression: 'b.example/',
      group: 'a feed',
      channel: 'default',
      channelName: 'Lists',
      serial: 7,
      publishedAt: 1_795_000_000,
      layer: 0,
    });
  });

  test('judgeLink puts reasons in order: what was decided, danger, caution; by category; the longest expression', () => {
    const entry = (
      expression: string,
      category: 'phishing' | 'malware' | 'scam' | 'spam',
      action: 'danger' | 'caution',
    ): LinkMatch => ({ layer: 0, expression, section: { kind: 'url', category, action, group: 'g' } });
    const inOrder = [
      entry('www.b.example/login', 'phishing', 'danger'),
      entry('b.example/', 'phishing', 'danger'),
      entry('b.example/', 'malware', 'danger'),
      entry('b.example/', 'scam', 'danger'),
      entry('www.b.example/login?x=1', 'phishing', 'caution'),
      entry('b.example/', 'spam', 'caution'),
    ];
    const sender = { address: 'shop@b.example' };
    const all = [aRule({ action: 'block', scope: 'sender', subject: sender.address })];
    fc.assert(
      fc.property(fc.shuffledSubarray(inOrder, { minLength: inOrder.length }), (matches) => {
        const verdict = judge(HREF, { ...listed(...matches), all, sender });
        if (verdict.kind !== 'flagged') throw new Error(verdict.kind);
        const [first, ...rest] = verdict.reasons;
        expect(first).toMatchObject({ kind: 'blocked', scope: 'sender', layer: 0 });
        expect(
          rest.map((reason) => reason.kind === 'listed' && [reason.expression, reason.category]),
        ).toEqual(inOrder.map(({ expression, section }) => [expression, section.category]));
      }),
      { numRuns: 50 },
    );
  });

  test('a channel only adds reasons: another that has none clears nothing', () => {
    const channels = [aChannel({ channel: 'a' }), aChannel({ channel: 'b', matches: [spam()] })];
    expect(judge(HREF, { channels })).toMatchObject({ kind: 'flagged', level: 'caution' });
    expect(judge(HREF, { channels: channels.toReversed() })).toMatchObject({ kind: 'flagged' });
  });

  test('an expired list flags, and clears nothing', () => {
    const expired = aChannel({ status: 'expired' });
    expect(judge(HREF, { channels: [expired] })).toEqual({
      kind: 'unchecked',
      because: 'expired',
      asks: false,
    });
    expect(judge(HREF, { channels: [{ ...expired, matches: [phish()] }] })).toMatchObject({
      kind: 'flagged',
    });
    // A list that came later knows nothing of what the older one would have told meanwhile.
    expect(judge(HREF, { channels: [expired, aChannel({ status: 'stale' })] })).toEqual({
      kind: 'unchecked',
      because: 'expired',
      asks: false,
    });
  });

  test('judgeLink clears nothing without any list', () => {
    expect(judge(HREF, { channels: [] })).toEqual({ kind: 'unchecked', because: 'no-snapshot', asks: false });
  });

  test('a link that cannot be read is unchecked', () => {
    expect(judge('https://[::/')).toEqual({ kind: 'unchecked', because: 'unreadable', asks: false });
  });

  test('a link of which one layer cannot be read is unchecked', () => {
    const link = readLink(WRAPPED);
    const layers = link.layers.map((layer, index) =>
      index === 1 ? { ...layer, failure: 'not-a-web-address' as const } : layer,
    );
    const evidence = { channels: [aChannel()], rules: NO_RULES, sender: null };
    expect(judgeLink(link, evidence)).toEqual({ kind: 'clear' });
    expect(judgeLink({ ...link, layers }, evidence)).toEqual({
      kind: 'unchecked',
      because: 'unreadable',
      asks: false,
    });
  });

  describe('a link that a limit cut short', () => {
    const nested = (inner: string): string => {
      let href = inner;
      for (let count = 0; count < 6; count++)
        href = `https://eur01.safelinks.protection.outlook.com/?url=${encodeURIComponent(href)}`;
      return href;
    };
    const tooLong = `https://www.b.example/login?x=${'a'.repeat(66_000)}`;
    const unchecked = { kind: 'unchecked', because: 'truncated', asks: true };

    test('a link that a limit cut short is never clear: it is unchecked, and a click asks first', () => {
      expect(judge(nested(HREF))).toEqual(unchecked);
      expect(judge(tooLong)).toEqual(unchecked);
      expect(judge(nested(HREF), { channels: [] })).toEqual(unchecked);
      expect(judge(nested(HREF), { channels: [aChannel({ status: 'expired' })] })).toEqual(unchecked);
    });

    test('a link that a limit cut short stays flagged for what was found before the cut, with the cut beside it', () => {
      const layer = 5;
      expect(judge(nested(HREF), listed(phish(layer)))).toMatchObject({
        kind: 'flagged',
        level: 'danger',
        asks: true,
        reasons: [
          { kind: 'listed', layer },
          { kind: 'truncated', level: 'caution', limit: 'depth', layer },
        ],
      });
      expect(judge(tooLong, listed(phish()))).toMatchObject({
        kind: 'flagged',
        level: 'danger',
        reasons: [{ kind: 'listed' }, { kind: 'truncated', limit: 'length', layer: 0 }],
      });
    });

    test('a link that a limit cut short asks although its list says caution', () => {
      expect(judge(tooLong, listed(spam()))).toMatchObject({ kind: 'flagged', level: 'caution', asks: true });
      expect(judge(HREF, listed(spam()))).toMatchObject({ kind: 'flagged', level: 'caution', asks: false });
    });

    test('a link that a limit cut short is let through by no trust, of the site or of the sender, and blocked by a block', () => {
      expect(judge(tooLong, { all: [aRule()] })).toEqual(unchecked);
      const sender = { address: 'shop@b.example' };
      const all = [aRule({ scope: 'sender', subject: sender.address })];
      expect(judge(tooLong, { all, sender })).toEqual(unchecked);
      expect(judge(tooLong, { ...listed(spam()), all, sender })).toEqual(unchecked);
      expect(judge(tooLong, { all: [aRule({ action: 'block' })] })).toMatchObject({
        kind: 'flagged',
        reasons: [{ kind: 'blocked', subject: 'b.example' }, { kind: 'truncated' }],
      });
    });
  });

  describe('rules', () => {
    test.each([
      ['site', 'b.example'],
      ['host', 'www.b.example'],
      ['link', 'www.b.example/login?x=1'],
    ] as const)('trust of the %s allows a link', (scope, subject) => {
      expect(judge(HREF, { ...listed(phish()), all: [aRule({ scope, subject })] })).toEqual({
        kind: 'allowed',
        by: { who: 'reader', scope, subject },
      });
    });

    test.each([
      ['site', 'example'],
      ['host', 'b.example'],
      ['link', 'www.b.example/login'],
      ['path', 'www.b.example/login/'],
    ] as const)('trust of another %s does not allow a link', (scope, subject) => {
      expect(judge(HREF, { ...listed(phish()), all: [aRule({ scope, subject })] }).kind).toBe('flagged');
    });

    test('a rule of the reader that has run out does nothing', () => {
      expect(judge(HREF, { ...listed(phish()), all: [aRule({ expiresAt: 100 })] }).kind).toBe('flagged');
      expect(judge(HREF, { ...listed(phish()), all: [aRule({ expiresAt: 101 })] }).kind).toBe('allowed');
    });

    test('a block is danger, and comes first among the reasons', () => {
      const verdict = judge(HREF, { ...listed(phish()), all: [aRule({ action: 'block' })] });
      expect(verdict).toMatchObject({ kind: 'flagged', level: 'danger' });
      if (verdict.kind === 'flagged') {
        expect(verdict.reasons.map(({ kind }) => kind)).toEqual(['blocked']);
      }
    });

    test('the narrower of two rules for a link counts', () => {
      const page = aRule({ scope: 'link', subject: 'www.b.example/login?x=1' });
      const site = aRule({ action: 'block' });
      expect(judge(HREF, { all: [site, page] }).kind).toBe('allowed');
      expect(judge('https://www.b.example/', { all: [site, page] }).kind).toBe('flagged');
    });

    test('of two rules of one subject the block counts', () => {
      const both = [aRule(), aRule({ id: 'r2', action: 'block' })];
      expect(judge(HREF, { all: both }).kind).toBe('flagged');
      expect(judge(HREF, { all: both.toReversed() }).kind).toBe('flagged');
    });

    test('a reader may be stricter than the administrator, never laxer', () => {
      const adminBlock = aRule({ action: 'block', by: 'administrator' });
      const adminTrust = aRule({ by: 'administrator' });
      const ownTrust = aRule({ scope: 'link', subject: 'www.b.example/login?x=1' });
      const ownBlock = aRule({ action: 'block' });
      expect(judge(HREF, { all: [adminBlock, ownTrust] }).kind).toBe('flagged');
      expect(judge(HREF, { all: [adminTrust, ownBlock] }).kind).toBe('flagged');
      expect(judge(HREF, { ...listed(phish()), all: [adminTrust] }).kind).toBe('allowed');
    });

    test('trust covers only the layer it names', () => {
      const inner = readLink(WRAPPED).layers.findIndex(({ host }) => host === 'www.b.example');
      expect(inner).toBe(1);
      const wrapper = aRule({ scope: 'host', subject: 'eur01.safelinks.protection.outlook.com' });
      expect(judge(WRAPPED, { ...listed(phish(inner)), all: [wrapper] }).kind).toBe('flagged');
      expect(judge(WRAPPED, { ...listed(phish(inner)), all: [aRule()] }).kind).toBe('allowed');
    });

    test('trust of one layer decides for that layer alone', () => {
      const gateway = 'eur01.safelinks.protection.outlook.com';
      const wrapped = `https://www.google.com/url?q=${encodeURIComponent(HREF)}&x=https://c.example/`;
      expect(readLink(wrapped).layers.map(({ host }) => host)).toEqual([
        'www.google.com',
        'www.b.example',
        'c.example',
      ]);
      const expired = { channels: [aChannel({ status: 'expired' })] } as const;
      const inner = aRule();
      const other = aRule({ id: 'r2', subject: 'c.example' });
      // The layer that nobody decided about needs a list, and there is none that is current.
      expect(judge(wrapped, { ...expired, all: [inner] })).toMatchObject({
        kind: 'unchecked',
        because: 'expired',
      });
      expect(judge(wrapped, { ...expired, all: [inner, other] })).toMatchObject({
        kind: 'allowed',
        by: { subject: 'b.example' },
      });
      expect(judge(wrapped, { ...listed(phish(2)), all: [inner] })).toMatchObject({ kind: 'flagged' });
      // A wrapper alone decides nothing.
      expect(judge(WRAPPED, { ...expired, all: [aRule({ scope: 'host', subject: gateway })] })).toMatchObject(
        { kind: 'unchecked', because: 'expired' },
      );
    });

    // It was allowed, so that what the message gives away was no longer heard of a link to anybody's page.
    test('trust of one layer leaves a link clear whose other layers nobody decided about', () => {
      const wrapped = `https://www.google.com/url?q=${encodeURIComponent(HREF)}&x=https://c.example/`;
      expect(judge(wrapped, { all: [aRule()] })).toEqual({ kind: 'clear' });
      for (const href of [
        'https://evil.example/CL0/https:%2F%2Fwww.b.example/1/x',
        'https://www.b.example/fmlurlsvc/?url=https://evil.example/x',
      ]) {
        expect(new Set(readLink(href).layers.map(({ host }) => host))).toEqual(
          new Set(['evil.example', 'www.b.example']),
        );
        expect(judge(href, { all: [aRule()] })).toEqual({ kind: 'clear' });
        expect(judge(href, { all: [aRule(), aRule({ id: 'r2', subject: 'evil.example' })] })).toMatchObject({
          kind: 'allowed',
        });
      }
      const hidden = `https://www.google.com/url?q=${encodeURIComponent(HREF)}&x=https://bit.ly/3xYz`;
      expect(judge(hidden, { all: [aRule()] })).toMatchObject({ kind: 'clear', hidden: {} });
    });

    test('trust of every layer allows, by whoever trusts', () => {
      expect(judge(WRAPPED, { all: [aRule()] })).toEqual({
        kind: 'allowed',
        by: { who: 'reader', scope: 'site', subject: 'b.example' },
      });
      const both = [aRule({ id: 'r2', by: 'administrator' }), aRule()];
      expect(judge(HREF, { all: both })).toMatchObject({ by: { who: 'reader' } });
    });

    test('of two blocks the administrator’s is told, and it comes first', () => {
      const both = [aRule({ action: 'block' }), aRule({ id: 'r2', action: 'block', by: 'administrator' })];
      expect(judge(HREF, { all: both })).toMatchObject({ reasons: [{ by: 'administrator' }] });
      const wrapper = aRule({
        action: 'block',
        scope: 'host',
        subject: 'eur01.safelinks.protection.outlook.com',
      });
      const inner = aRule({ id: 'r2', action: 'block', by: 'administrator' });
      const verdict = judge(WRAPPED, { all: [wrapper, inner], ...listed(phish(0)) });
      expect(verdict).toMatchObject({
        reasons: [
          { by: 'administrator', layer: 1 },
          { by: 'reader', layer: 0 },
        ],
      });
      const sender = { address: 'shop@b.example' };
      const ofSender = aRule({ id: 'r3', action: 'block', scope: 'sender', subject: sender.address });
      const three = judge('https://c.example/', { all: [ofSender], sender, ...listed(phish(0)) });
      expect(three).toMatchObject({ reasons: [{ kind: 'blocked' }, { kind: 'listed' }] });
    });

    test('the narrower folder counts, and a host before its site', () => {
      const page = 'https://www.b.example/a/b/c';
      const narrow = aRule({ scope: 'path', subject: 'www.b.example/a/b/' });
      const wide = aRule({ id: 'r2', action: 'block', scope: 'path', subject: 'www.b.example/a/' });
      expect(judge(page, { all: [narrow, wide] }).kind).toBe('allowed');
      const host = aRule({ scope: 'host', subject: 'b.example' });
      const site = aRule({ id: 'r2', action: 'block', scope: 'site', subject: 'b.example' });
      expect(judge('https://b.example/', { all: [host, site] }).kind).toBe('allowed');
    });

    test.each([
      'https://uni.example/~evil/x.php/%252e%252e/%252e%252e/~good/',
      'https://uni.example/~evil/x.php/%2e%2e%2f%2e%2e%2f~good/',
      'https://uni.example/~good/..%5c~evil/x',
      'https://uni.example/~good%2fx/',
    ])('trust of a folder or page does not cover %s, of which a server sees another folder', (href) => {
      for (const [scope, subject] of [
        ['path', 'uni.example/~good/'],
        ['link', readLink(href).layers[0]?.canonical ?? ''],
      ] as const) {
        expect(judge(href, { all: [aRule({ scope, subject })] })).toEqual({ kind: 'clear' });
        expect(judge(href, { all: [aRule({ scope, subject, action: 'block' })] }).kind).toBe('flagged');
      }
      expect(judge(href, { all: [aRule({ subject: 'uni.example' })] }).kind).toBe('allowed');
    });

    test.each([
      'https://uni.example/~evil/x.php/%252e%252e/%252e%252e/~good/',
      'https://uni.example/~evil/x.php/%2e%2e%2f%2e%2e%2f~good/',
      'https://uni.example/~evil/%252e%252e',
      // The way there is by such dots as well.
      'https://uni.example/~good/..%2f~evil/x.php/%252e%252e/%252e%252e/~good/',
      'https://uni.example/%252e%252e/a//%252e/..%2f~%65vil/x/%252e%252e/%252e%252e/~good/?q',
    ])('a block of a folder holds on %s, which leaves it by dots that the server reads', (href) => {
      expect(readLink(href).layers[0]?.canonical).not.toContain('evil');
      const evil = { scope: 'path', subject: 'uni.example/~evil/' } as const;
      const block = aRule({ ...evil, action: 'block' });
      const siteTrusted = aRule({ id: 'r2', subject: 'uni.example' });
      expect(judge(href, { all: [block] })).toMatchObject({
        kind: 'flagged',
        reasons: [{ kind: 'blocked', by: 'reader', ...evil, layer: 0 }],
      });
      expect(judge(href, { all: [block, siteTrusted] }).kind).toBe('flagged');
      expect(judge(href, { all: [aRule({ ...block, by: 'administrator' }), siteTrusted] })).toMatchObject({
        reasons: [{ by: 'administrator' }],
      });
      // Trust is of what a server is asked for by every reading.
      expect(judge(href, { all: [aRule(evil)] })).toEqual({ kind: 'clear' });
      expect(judge(href, { all: [{ ...block, subject: 'uni.example/~evi/' }] })).toEqual({ kind: 'clear' });
    });

    test('a block of one person’s part of a shared site holds on a link that leaves it so', () => {
      const href = 'https://sites.google.com/view/evil/%252e%252e/good';
      const block = aRule({ action: 'block', scope: 'path', subject: 'sites.google.com/view/evil/' });
      expect(judge(href, { all: [block] }).kind).toBe('flagged');
      expect(judge(href, { all: [{ ...block, action: 'trust' }] }).kind).toBe('clear');
    });

    test('a block of a folder holds on no link that the browser itself leads out of it', () => {
      const block = aRule({ action: 'block', scope: 'path', subject: 'uni.example/~evil/' });
      for (const href of ['https://uni.example/~evil/../~good/', 'https://uni.example/~evil/%2e%2e/~good/'])
        expect(judge(href, { all: [block] })).toEqual({ kind: 'clear' });
    });

    test.each([
      ['into one folder and out of it', 'x%2f..%2f', 'uni.example/x/'],
      ['deeper and deeper', 'x%2f', 'uni.example/x/'],
      ['to and fro in the deep', 'x%2f..%2f', `uni.example/${'d/'.repeat(1_900)}x/`],
    ])('rules take time in proportion to a link that leads %s by escaped dots', (_, step, subject) => {
      const rules = indexRules([aRule({ id: 'r2', action: 'block', scope: 'path', subject })], 100);
      const start = subject.replace('uni.example', '').replace(/x\/$/, '');
      const time = (length: number): number => {
        const path = start + step.repeat(Math.floor((length - start.length) / step.length));
        const link = readLink(`https://uni.example${path}/~good/`);
        const runs = Array.from({ length: 5 }, () =>
          processorMs(() => judgeLink(link, { channels: [aChannel()], sender: null, rules })),
        );
        return Math.min(...runs);
      };
      const small = time(8_000);
      // As the reading of a link: quadratic time would be sixty-four times as long.
      expect(time(64_000)).toBeLessThan(30 * small + 50);
    });

    test.each([
      'https://uni.example/~good/',
      'https://uni.example//~g%6fod//x%20y',
      'uni.example/%7Egood/a/../b',
    ])('trust of a folder covers %s', (href) => {
      expect(judge(href, { all: [aRule({ scope: 'path', subject: 'uni.example/~good/' })] }).kind).toBe(
        'allowed',
      );
    });

    test('rules are looked for by what they name, however many folders a link is in', () => {
      class Counting extends Map<string, readonly Rule[]> {
        asked = 0;
        override get(key: string): readonly Rule[] | undefined {
          this.asked++;
          return super.get(key);
        }
      }
      const folders = '/a'.repeat(1_900);
      const inner = Array.from({ length: 14 }, (_, at) => `u=https://h${at}.example${folders}`);
      const link = readLink(`https://www.avast.com/?${inner.join('&')}`);
      expect(link.layers).toHaveLength(15);
      const block = aRule({
        action: 'block',
        scope: 'path',
        subject: `h3.example${folders.slice(0, 1_001)}`,
      });
      const rules = indexRules([aRule({ id: 'r2', subject: 'unrelated.example' }), block], 100);
      const bySubject = new Counting(rules.bySubject);
      const verdict = judgeLink(link, {
        channels: [aChannel()],
        sender: null,
        rules: { ...rules, bySubject },
      });
      expect(verdict).toMatchObject({ kind: 'flagged', reasons: [{ kind: 'blocked', layer: 4 }] });
      expect(bySubject.asked).toBeLessThanOrEqual(link.layers.length * 4);
    });

    describe('where an administrator lets no danger be trusted away', () => {
      const stands = { dangerStands: true } as const;

      test('where an administrator lets no danger be trusted away, a danger stays, alone, and caution is silenced', () => {
        const verdict = judge(HREF, { ...listed(spam(), phish()), ...stands, all: [aRule()] });
        expect(verdict).toMatchObject({ kind: 'flagged', level: 'danger', asks: true });
        if (verdict.kind === 'flagged')
          expect(verdict.reasons.map((reason) => reason.kind === 'listed' && reason.category)).toEqual([
            'phishing',
          ]);
        expect(judge(HREF, { ...listed(spam()), ...stands, all: [aRule()] }).kind).toBe('allowed');
        expect(judge(HREF, { ...listed(phish()), all: [aRule()] }).kind).toBe('allowed');
      });

      test('where an administrator lets no danger be trusted away, the danger of one layer is none of another’s', () => {
        const verdict = judge(WRAPPED, { ...listed(phish(1)), ...stands, all: [aRule()] });
        expect(verdict).toMatchObject({ reasons: [{ layer: 1 }] });
      });

      test('where an administrator lets no danger be trusted away, the administrator’s own trust holds', () => {
        const all = [aRule({ by: 'administrator' })];
        expect(judge(HREF, { ...listed(phish()), ...stands, all }).kind).toBe('allowed');
      });
    });

    test('a block names the layer that it is about', () => {
      expect(judge(WRAPPED, { all: [aRule({ action: 'block' })] })).toMatchObject({
        reasons: [{ kind: 'blocked', layer: 1, subject: 'b.example', by: 'reader' }],
      });
    });

    test('a trusted sender silences caution, never danger', () => {
      const sender = { address: 'shop@b.example' };
      const all = [aRule({ scope: 'sender', subject: 'shop@b.example' })];
      expect(judge(HREF, { ...listed(spam()), all, sender })).toMatchObject({
        kind: 'allowed',
        by: { scope: 'sender' },
      });
      expect(judge(HREF, { ...listed(spam(), phish()), all, sender }).kind).toBe('flagged');
      expect(judge(HREF, { ...listed(spam()), all, sender: { address: 'x@b.example' } }).kind).toBe(
        'flagged',
      );
      expect(judge(HREF, { channels: [], all, sender }).kind).toBe('unchecked');
    });

    test('a blocked sender makes every link of the message danger', () => {
      const all = [aRule({ action: 'block', scope: 'sender', subject: 'shop@b.example' })];
      expect(judge('https://c.example/', { all, sender: { address: 'shop@b.example' } })).toMatchObject({
        kind: 'flagged',
        level: 'danger',
        reasons: [{ kind: 'blocked', scope: 'sender' }],
      });
    });
  });

  test('judgeLink never clears what a fresh list names, whatever else is there', () => {
    const match = fc.record({
      layer: fc.nat(1),
      expression: fc.string(),
      section: fc.constantFrom(PHISHING, SPAM),
    });
    const channel = fc.record({
      status: fc.constantFrom('fresh', 'stale', 'expired'),
      matches: fc.array(match, { maxLength: 3 }),
    });
    fc.assert(
      fc.property(
        fc.webUrl(),
        fc.array(channel, { maxLength: 3 }),
        fc.boolean(),
        (href, channels, hasSender) => {
          const link = readLink(href);
          const verdict = judgeLink(link, {
            channels: channels.map((change) => aChannel(change)),
            rules: NO_RULES,
            sender: hasSender ? { address: 'a@b.example' } : null,
          });
          const isListed = channels.some(({ matches }) =>
            matches.some(({ layer }) => layer < link.layers.length),
          );
          expect(verdict.kind === 'flagged').toBe(isListed);
          const canClear = channels.some(({ status }) => status !== 'expired');
          if (verdict.kind === 'clear') expect(canClear).toBe(true);
        },
      ),
      { numRuns: 500 },
    );
  });
});
