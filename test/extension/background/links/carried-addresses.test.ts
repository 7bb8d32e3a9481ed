import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { LinkVerdict } from '../../../../src/extension/protocol/link-messages.ts';
import { FakeBrowser, channelFile, fetchFromPackage } from '../fake-browser.ts';
import { PHISHING, snapshotOf, TestChannel } from '../lists/test-channel.ts';
import { freshProfile } from '../lists/update-harness.ts';
import { browserModule, linkRequest, Realm, until } from '../realm.ts';

vi.mock('../../../../src/extension/platform/browser.ts', () => browserModule);

const EVIL = 'https://evil.example/login';
const REDIRECTOR = `https://redir.example/go?zq=${encodeURIComponent(EVIL)}`;

let channel: TestChannel;
let realm: Realm;

beforeEach(async () => {
  freshProfile();
  channel = await TestChannel.start('main');
  const publishedAt = Math.floor(Date.now() / 1000) - 60;
  await channel.publish(
    snapshotOf([{ section: PHISHING, entries: ['evil.example/login'] }], { serial: 1, publishedAt }),
  );
  vi.stubGlobal('fetch', fetchFromPackage(new Map([channelFile(channel)])));
  vi.stubGlobal('navigator', { onLine: true });
  realm = new Realm(new FakeBrowser());
  await realm.start();
  await until(async () => expect(await answerTo(EVIL)).toMatchObject({ verdict: { level: 'danger' } }));
});

afterEach(async () => {
  await realm.idle();
  vi.unstubAllEnvs();
  await channel.stop();
});

const answerTo = async (href: string): Promise<LinkVerdict | undefined> =>
  (await realm.fromFrame(linkRequest([href]))).verdicts[0];

describe('a link that carries a listed address', () => {
  test('a link that carries a listed address is caution about its own page, which the reader may trust; what it carries is not shown as where it leads', async () => {
    const answer = await answerTo(REDIRECTOR);
    expect(answer).toMatchObject({
      verdict: {
        kind: 'flagged',
        level: 'caution',
        asks: true,
        reasons: [{ kind: 'listed', expression: 'evil.example/login', layer: 0, isCarried: true }],
      },
      layers: [{ host: 'redir.example' }],
    });
    expect(answer?.layers).toHaveLength(1);
    expect(answer?.scopes).toContainEqual({ scope: 'host', subject: 'redir.example' });
    expect(answer?.scopes).not.toContainEqual({ scope: 'host', subject: 'evil.example' });
  });

  test('a link that carries a listed address is clear once its page is trusted, and where what it carries is not listed', async () => {
    expect(await answerTo('https://redir.example/go?zq=https%3A%2F%2Fgood.example%2F')).toEqual({
      verdict: { kind: 'clear' },
      layers: [],
      scopes: [],
    });
    expect(await answerTo(REDIRECTOR)).toMatchObject({ verdict: { kind: 'flagged' } });
    const { messageKey } = linkRequest([]);
    await realm.fromFrame({
      type: 'trust-link',
      href: REDIRECTOR,
      messageKey,
      scope: 'host',
      forSeconds: null,
    });
    expect(await answerTo(REDIRECTOR)).toMatchObject({ verdict: { kind: 'allowed' } });
  });

  test('a link that carries a listed address in what a rule knows is shown, as nothing can be decided about the rest', async () => {
    const wrapped = `https://eur01.safelinks.protection.outlook.com/?url=https%3A%2F%2Fgood.example%2F&data=${Buffer.from(EVIL).toString('base64url')}`;
    const answer = await answerTo(wrapped);
    expect(answer).toMatchObject({
      verdict: { level: 'caution', asks: false, reasons: [{ layer: 2, isCarried: true }] },
    });
    expect(answer?.layers.map(({ host }) => host)).toEqual([
      'eur01.safelinks.protection.outlook.com',
      'good.example',
      'evil.example',
    ]);
    expect(answer?.scopes).toContainEqual({ scope: 'host', subject: 'evil.example' });
  });

  test('a link that carries a listed address on a page that shares addresses is clear', async () => {
    const href = `https://www.facebook.com/sharer/sharer.php?u=${encodeURIComponent(EVIL)}`;
    expect(await answerTo(href)).toMatchObject({ verdict: { kind: 'clear' } });
  });
});
