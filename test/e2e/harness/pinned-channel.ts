import { readKeyFile } from '../../../src/server/node/keys/key-file.ts';
import { PHISHING, snapshotOf, SPAM, TestChannel } from '../../extension/background/lists/test-channel.ts';
import { expect } from './fixtures.ts';
import type { Page } from './browser.ts';
import { CHANNEL_HOST, CHANNEL_NAME, FOLDERS } from './channel.ts';
import type { Proxy } from './proxy.ts';

export const OPTIONS = 'src/extension/pages/options/options.html';

/** Listed at every serial. */
export const ALWAYS = 'https://bank-check.example/login';

/** Listed at serial n, and no longer from n + 1 on. */
export const only = (serial: number): string => `https://only-${serial}.example/`;

/** What these tests read of a channel's status. */
export interface Status {
  readonly id: string;
  readonly kind: string;
  readonly serial: number;
  readonly activity: { readonly kind: string };
  readonly lastFailure: { readonly kind: string } | null;
}

/** A channel with the keys that the test builds pin, published from within the test. */
export async function pinnedChannel(proxy: Proxy): Promise<TestChannel> {
  const keys = await readKeyFile(FOLDERS.key);
  if (!keys.ok || keys.value.root === null || keys.value.snapshot === null) throw new Error('no keys');
  const channel = await TestChannel.start(CHANNEL_NAME, {
    root: keys.value.root,
    snapshot: keys.value.snapshot,
  });
  // Newer than the one that the tests begin with, whose number is the time it was made: on a busy machine the extension
  // may have seen that one already.
  channel.keyListNumber = Math.floor(Date.now() / 1000);
  serveChannel(proxy, CHANNEL_HOST, channel);
  return channel;
}

export function serveChannel(proxy: Proxy, host: string, channel: TestChannel): void {
  proxy.serve(host, (_request, response, url) => {
    const file = channel.files.get(url.pathname.slice(1));
    response.writeHead(file === undefined ? 404 : 200, { 'access-control-allow-origin': '*' }).end(file);
  });
}

/** @param publishedAt - Unix time, seconds */
export async function publishSerial(
  channel: TestChannel,
  serial: number,
  more: readonly string[] = [],
  publishedAt = Math.floor(Date.now() / 1000) - 60,
): Promise<void> {
  const snapshot = snapshotOf(
    [
      { section: PHISHING, entries: ['bank-check.example', `only-${serial}.example`, ...more] },
      // Enough that a delta is the cheaper way.
      { section: SPAM, entries: Array.from({ length: 2_000 }, (_, index) => `pills-${index}.example`) },
    ],
    { serial, publishedAt },
  );
  await channel.publish(snapshot);
}

export function ask(options: Page, message: unknown): Promise<unknown> {
  return options.run(({ api }, asked) => api.runtime.sendMessage(asked), message);
}

export async function statusesOf(options: Page): Promise<readonly Status[]> {
  const { channels } = (await ask(options, { type: 'get-status' })) as { channels: readonly Status[] };
  return channels;
}

export async function statusOf(options: Page): Promise<Status> {
  const [status] = await statusesOf(options);
  if (status === undefined) throw new Error('no channel');
  return status;
}

/** Longer than a browser may take over one stored file before the background gives it up, which is 25 seconds for the largest. */
export const UPDATE_PATIENCE = 60_000;

export async function untilSerial(options: Page, serial: number, timeout = UPDATE_PATIENCE): Promise<void> {
  await expect
    .poll(
      async () => {
        const { serial, activity, lastFailure } = await statusOf(options);
        // When it stays busy, what it is busy with is the news.
        const isIdle = activity.kind === 'idle';
        return { serial, activity: isIdle ? 'idle' : activity, lastFailure };
      },
      { timeout, intervals: [50, 50, 100] },
    )
    .toEqual({ serial, activity: 'idle', lastFailure: null });
}

export const links = (hrefs: readonly string[]): string =>
  hrefs.map((href) => `<p><a href="${href}">x</a></p>`).join('');

/** A list, with serial 1,000, that names nothing but one sender. */
export async function publishSender(channel: TestChannel, address: string): Promise<void> {
  const section = { kind: 'address', category: 'scam', action: 'danger', group: 'test feed' } as const;
  const publishedAt = Math.floor(Date.now() / 1000) - 60;
  await channel.publish(snapshotOf([{ section, entries: [address] }], { serial: 1_000, publishedAt }));
}
