import { describe, expect, test } from 'vitest';
import { FlaggedJumps } from '../../../../src/extension/background/tabs/flagged-jumps.ts';
import type { ReportFrame } from '../../../../src/extension/protocol/tab-messages.ts';
import type { ContentMessage } from '../../../../src/extension/protocol/background-messages.ts';
import { aReport } from '../a-report.ts';

type Told = readonly [href: string, entersCard: boolean, frameId: number | undefined];

/** Frames of one tab by their ids, each with the links that it shows as flagged. */
function jumpsIn(frames: Readonly<Record<number, readonly string[]>>): {
  readonly jumps: () => FlaggedJumps;
  readonly told: readonly Told[];
} {
  const told: Told[] = [];
  let session: unknown;
  const report = (hrefs: readonly string[]): ReportFrame =>
    aReport({
      links: hrefs.length,
      flagged: { danger: hrefs.length, caution: 0 },
      shown: hrefs.map((href) => ({ href, text: '', messageKey: 'm' })),
      messageKeys: ['m'],
    });
  // A new one each time: the realm may be stopped between two keys.
  const jumps = (): FlaggedJumps =>
    new FlaggedJumps({
      frames: {
        reports: async () =>
          Object.entries(frames).map(([id, hrefs]) => ({ frameId: Number(id), report: report(hrefs) })),
      },
      tell: (message: ContentMessage, _tabId, frameId) => {
        if (message.type === 'show-link') told.push([message.href, message.entersCard, frameId]);
      },
      session: {
        // As Chromium does: fields come back in the order of their names.
        read: async () =>
          typeof session === 'object' && session !== null
            ? Object.fromEntries(Object.entries(session).sort(([a], [b]) => (a < b ? -1 : 1)))
            : session,
        write: async (value) => {
          session = structuredClone(value);
        },
      },
    });
  return { jumps, told };
}

describe('the key for the reasons', () => {
  test('enters the card of the flagged link that was shown last, in whichever frame', async () => {
    const { jumps, told } = jumpsIn({
      0: ['https://a.example/'],
      7: ['https://b.example/', 'https://b.example/'],
    });
    await jumps().show(3, 'https://b.example/');
    await jumps().why(3);
    await jumps().why(3);
    expect(told).toEqual([
      ['https://b.example/', false, 7],
      ['https://b.example/', true, 7],
      ['https://b.example/', true, 7],
    ]);
  });

  test('enters the card of the first flagged link if none was shown or that one is gone, and none where nothing is flagged', async () => {
    const frames: Record<number, readonly string[]> = { 0: ['https://a.example/', 'https://b.example/'] };
    const { jumps, told } = jumpsIn(frames);
    await jumps().why(3);
    await jumps().show(3, 'https://b.example/');
    frames[0] = ['https://a.example/', 'https://c.example/'];
    await jumps().why(3);
    frames[0] = [];
    await jumps().why(3);
    expect(told).toEqual([
      ['https://a.example/', true, 0],
      ['https://b.example/', false, 0],
      ['https://a.example/', true, 0],
    ]);
  });
});

describe('a link that the popup names', () => {
  test('a link that the popup names is shown only if a frame of that tab shows it', async () => {
    const { jumps, told } = jumpsIn({ 4: ['https://a.example/'] });
    expect(await jumps().show(3, 'https://other.example/')).toBe('gone');
    expect(await jumps().show(3, 'https://a.example/')).toBe('done');
    expect(told).toEqual([['https://a.example/', false, 4]]);
  });
});
