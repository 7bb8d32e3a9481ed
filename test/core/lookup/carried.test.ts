import { describe, expect, test } from 'vitest';
import { withCarried } from '../../../src/core/url/carried-addresses.ts';
import { readLink } from '../../../src/core/url/read-link.ts';
import type { ChannelMatches } from '../../../src/core/lookup/channel-matches.ts';
import { judgeLink } from '../../../src/core/lookup/judge-link.ts';
import { destinationLayer, indexRules, type Rule } from '../../../src/core/verdict/rules.ts';
import type { Verdict } from '../../../src/core/verdict/verdict.ts';
import type { SectionName } from '../../../src/core/snapshot/snapshot.ts';
import { aChannel, aRule, PHISHING, SPAM } from '../verdict/links.ts';

const encoded = encodeURIComponent;
const EVIL = 'https://evil.example/login';
const REDIRECTOR = `https://redir.example/go?zq=${encoded(EVIL)}`;
const WRAPPED = `https://eur01.safelinks.protection.outlook.com/?url=${encoded('https://good.example/')}&data=${Buffer.from(EVIL).toString('base64url')}`;

interface Options {
  readonly section?: SectionName;
  /** Host whose entry is found, with whatever layer has it. */
  readonly listed?: string;
  readonly rules?: readonly Rule[];
  readonly sender?: string;
  readonly channel?: Partial<ChannelMatches>;
  readonly dangerStands?: boolean;
}

function judge(
  href: string,
  {
    section = PHISHING,
    listed = 'evil.example',
    rules = [],
    sender,
    channel = {},
    dangerStands = false,
  }: Options = {},
): Verdict {
  const link = withCarried(readLink(href));
  const matches = link.layers.flatMap(({ host }, layer) =>
    host === listed ? [{ layer, expression: `${listed}/`, section }] : [],
  );
  return judgeLink(link, {
    channels: [aChannel({ ...channel, matches })],
    rules: indexRules(rules, 100),
    sender: sender === undefined ? null : { address: sender },
    dangerStands,
  });
}

describe('judgeLink, of an address that a link carries', () => {
  test('an address that a link carries makes caution of the page that carries it, and asks where the listing is danger', () => {
    expect(judge(REDIRECTOR)).toEqual({
      kind: 'flagged',
      level: 'caution',
      asks: true,
      reasons: [
        expect.objectContaining({
          kind: 'listed',
          level: 'caution',
          category: 'phishing',
          expression: 'evil.example/',
          layer: 0,
          isCarried: true,
        }),
      ],
    });
  });

  test('an address that a link carries does not ask where the listing is caution', () => {
    expect(judge(REDIRECTOR, { section: SPAM })).toMatchObject({ level: 'caution', asks: false });
  });

  test('an address that a link carries does not ask where the page is known to lead elsewhere, and is about the address itself', () => {
    expect(judge(WRAPPED)).toMatchObject({
      level: 'caution',
      asks: false,
      reasons: [{ isCarried: true, layer: 2 }],
    });
  });

  test('an address that a link carries is about the page that carries it, where that is wrapped itself', () => {
    const wrapped = `https://www.google.com/url?q=${encoded(REDIRECTOR)}`;
    expect(judge(wrapped)).toMatchObject({ asks: true, reasons: [{ isCarried: true, layer: 1 }] });
  });

  test('an address that a link carries leaves a link clear, if it cannot be read itself', () => {
    const { layers, ...link } = withCarried(readLink(REDIRECTOR));
    const spoilt = layers.map((layer) =>
      layer.isCarried === true ? { ...layer, failure: 'bad-host' as const } : layer,
    );
    const evidence = { channels: [aChannel()], rules: indexRules([], 100), sender: null };
    expect(judgeLink({ ...link, layers: spoilt }, evidence)).toMatchObject({ kind: 'clear' });
  });

  test('an address that a link carries is danger behind a rule, as before', () => {
    const href = `https://www.google.com/url?q=${encoded(EVIL)}`;
    expect(judge(href)).toMatchObject({
      level: 'danger',
      asks: true,
      reasons: [{ level: 'danger', layer: 1 }],
    });
    expect(JSON.stringify(judge(href))).not.toContain('isCarried');
  });

  test('an address that a link carries is not said again of a site that is listed itself', () => {
    const href = `https://evil.example/go?zq=${encoded(EVIL)}`;
    expect(judge(href)).toMatchObject({ level: 'danger', reasons: [{ level: 'danger', layer: 0 }] });
    expect((judge(href) as { readonly reasons: readonly unknown[] }).reasons).toHaveLength(1);
  });

  test('an address that a link carries is said once, however often it is carried', () => {
    const href = `https://redir.example/go?a=${encoded(EVIL)}&b=${encoded(`${EVIL}/x`)}`;
    expect((judge(href) as { readonly reasons: readonly unknown[] }).reasons).toHaveLength(1);
  });

  test('an address that a link carries comes behind what is listed of the link', () => {
    const link = withCarried(readLink(REDIRECTOR));
    const verdict = judgeLink(link, {
      channels: [
        aChannel({
          matches: [
            { layer: 1, expression: 'evil.example/', section: PHISHING },
            { layer: 0, expression: 'redir.example/', section: PHISHING },
          ],
        }),
      ],
      rules: indexRules([], 100),
      sender: null,
    });
    expect(verdict).toMatchObject({
      level: 'danger',
      reasons: [{ layer: 0, level: 'danger' }, { isCarried: true }],
    });
  });

  test.each<readonly [string, Partial<Rule>, string]>([
    ['the page that carries it', { scope: 'host', subject: 'redir.example' }, 'allowed'],
    ['the address', { scope: 'host', subject: 'evil.example' }, 'clear'],
    ['another page', { scope: 'host', subject: 'other.example' }, 'flagged'],
  ])('an address that a link carries is gone once the reader trusts it or its page: %s', (_, rule, kind) => {
    expect(judge(REDIRECTOR, { rules: [aRule(rule)] })).toMatchObject({ kind });
    expect(judge(REDIRECTOR, { rules: [aRule(rule)], dangerStands: true })).toMatchObject({ kind });
  });

  test('an address that a link carries is not gone for a sender who is trusted, where a click asks: anybody can write any sender', () => {
    const rules = [aRule({ scope: 'sender', subject: 'jane@firm.example' })];
    expect(judge(REDIRECTOR, { rules, sender: 'jane@firm.example' })).toMatchObject({ asks: true });
    expect(judge(REDIRECTOR, { rules, sender: 'jane@firm.example', section: SPAM })).toMatchObject({
      kind: 'allowed',
    });
  });

  test('an address that a link carries says nothing for a link: neither that it is trusted, nor that it is unreadable', () => {
    const trusted = [aRule({ scope: 'host', subject: 'redir.example' })];
    expect(judge(REDIRECTOR, { listed: 'none.example', rules: trusted })).toMatchObject({ kind: 'allowed' });
    expect(judge(REDIRECTOR, { listed: 'none.example' })).toEqual({ kind: 'clear' });
    const broken = `https://redir.example/go?zq=${encoded('https://good.example:port/')}`;
    expect(judge(broken, { listed: 'none.example' })).toEqual({ kind: 'clear' });
  });

  test('an address that a link carries is no destination that the reader decides about', () => {
    const trusted = indexRules([aRule({ scope: 'host', subject: 'redir.example' })], 100);
    expect(destinationLayer(withCarried(readLink(REDIRECTOR)), trusted)).toBe(0);
  });

  test('an address that a link carries of a public list on the device is no more than the list may say', () => {
    const channel = { kind: 'device-list', voice: null } as const;
    expect(judge(REDIRECTOR, { channel })).toMatchObject({ level: 'caution', asks: false });
  });

  test('of more carried addresses than are read, what is found stands, and otherwise the link is not checked', () => {
    const many = Array.from(
      { length: 60 },
      (_, index) => `a${index}=${encoded(`https://e${index}.example/`)}`,
    );
    const decoys = `https://redir.example/go?${many.join('&')}&zq=${encoded(EVIL)}`;
    expect(judge(decoys)).toEqual({ kind: 'unchecked', because: 'truncated', asks: true });
    const first = `https://redir.example/go?zq=${encoded(EVIL)}&${many.join('&')}`;
    expect(judge(first)).toMatchObject({
      level: 'caution',
      asks: true,
      reasons: [{ isCarried: true }, { kind: 'truncated' }],
    });
  });
});
