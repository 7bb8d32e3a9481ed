import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { onLoopback } from './loopback.ts';
import { aWorkshop, NOON, spamlight } from './run-command.ts';

const MINUTE = 60;

/** A channel with one feed that is to be asked every half hour, and a count of what its host was asked. */
async function aPoliteWorkshop(everyMinutes: unknown = 30) {
  const workshop = await aWorkshop();
  const host = { asked: 0, fails: false };
  const server = createServer((_, response) => {
    host.asked++;
    if (host.fails) response.writeHead(404).end();
    else response.end(`https://h${host.asked}.example/x\nhttps://same.example/x\n`);
  });
  const { port } = await onLoopback(server);
  const feed = {
    name: 'polite',
    url: `http://127.0.0.1:${port}/feed`,
    format: 'url-list',
    category: 'phishing',
    licence: 'CC0-1.0',
    everyMinutes,
  };
  writeFileSync(workshop.feeds, JSON.stringify({ feeds: [feed] }));
  const askedAfter = async (minutes: number): Promise<number> => {
    const { code, notes } = await workshop.build({ now: NOON + minutes * MINUTE });
    expect([code, notes]).toEqual([0, []]);
    return host.asked;
  };
  return { workshop, host, askedAfter };
}

describe('everyMinutes', () => {
  test('builds between two times of everyMinutes go on with the last copy, and a minute early is in time', async () => {
    const { askedAfter } = await aPoliteWorkshop();
    expect(await askedAfter(0)).toBe(1);
    expect(await askedAfter(10)).toBe(1);
    expect(await askedAfter(28)).toBe(1);
    expect(await askedAfter(29)).toBe(2);
    expect(await askedAfter(50)).toBe(2);
    expect(await askedAfter(60)).toBe(3);
  });

  test('a feed without everyMinutes is asked by every build', async () => {
    const { askedAfter } = await aPoliteWorkshop(null);
    expect(await askedAfter(0)).toBe(1);
    expect(await askedAfter(1)).toBe(2);
  });

  test('a feed with everyMinutes that could not be had is asked again by the next build', async () => {
    const { host, askedAfter } = await aPoliteWorkshop();
    expect(await askedAfter(0)).toBe(1);
    host.fails = true;
    expect(await askedAfter(30)).toBe(2);
    host.fails = false;
    expect(await askedAfter(40)).toBe(3);
    expect(await askedAfter(50)).toBe(3);
  });

  test('a feed with everyMinutes is asked although its copy is of a time to come', async () => {
    const { askedAfter, workshop } = await aPoliteWorkshop();
    expect(await askedAfter(600)).toBe(1);
    const { code } = await workshop.build({ now: NOON }, '--allow-earlier');
    expect(code).toBe(0);
    expect(await askedAfter(1)).toBe(2);
  });

  test('a feed with everyMinutes that is not asked is said to be so by fetch', async () => {
    const { workshop, host } = await aPoliteWorkshop();
    const state = join(workshop.folder, 'state');
    const fetch = (minutes: number) =>
      spamlight(['fetch', '--feeds', workshop.feeds, '--state', state], { now: NOON + minutes * MINUTE });
    await fetch(0);
    expect(await fetch(5)).toMatchObject({
      code: 0,
      lines: [expect.stringMatching(/^polite: not asked again so soon, \d+/)],
    });
    expect(host.asked).toBe(1);
  });
});
