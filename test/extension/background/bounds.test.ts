import { beforeEach, describe, expect, test, vi } from 'vitest';
// Before what imports the module that it stands in for.
import { browserModule, Realm } from './realm.ts';
import { FakeBrowser, fetchFromPackage } from './fake-browser.ts';
import { freshProfile } from './lists/update-harness.ts';
import { Corrections } from '../../../src/extension/background/reader/corrections.ts';
import { OnceTrust } from '../../../src/extension/background/reader/once-trust.ts';
import { FrameMemories } from '../../../src/extension/background/links/frame-memory.ts';
import { OpenMessages } from '../../../src/extension/background/links/open-messages.ts';
import type { EvidenceStore } from '../../../src/extension/platform/storage/evidence-store.ts';

vi.mock('../../../src/extension/platform/browser.ts', () => browserModule);

/** Bounds of the background that only a flood reaches, and what then happens. */
describe('at its bound', () => {
  beforeEach(async () => {
    freshProfile();
    vi.stubGlobal('fetch', fetchFromPackage(new Map()));
    vi.stubGlobal('navigator', { onLine: false });
    // It makes this browser the one that the module gives.
    await new Realm(new FakeBrowser()).start();
  });

  test('at the bound of links trusted once the oldest goes, so that its link is flagged again', async () => {
    const once = new OnceTrust({
      hashOf: (href) => Promise.resolve(href),
      shownIn: () => Promise.resolve(new Set<string>()),
      headOf: () => null,
      now: () => 0,
    });
    const place = (n: number) => ({ tabId: 1, frameId: 0, messageKey: `m${n}` });
    for (let n = 0; n <= 200; n++) await once.add([{ ...place(n), href: 'h', subject: 's' }]);
    expect((await once.rulesAt(place(0))).size).toBe(0);
    expect((await once.rulesAt(place(1))).size).toBe(1);
    expect((await once.rulesAt(place(200))).size).toBe(1);
  });

  test('at the bound of links of a frame the oldest are as if never judged: trust in them makes the frame ask again', async () => {
    const frames = new FrameMemories();
    const hrefs = Array.from({ length: 5_001 }, (_, n) => `https://a.example/${n}`);
    await frames.rememberJudged({ tabId: 1, frameId: 0, messageKey: 'm' }, hrefs, null);
    expect(await frames.judged(1, 0, 'https://a.example/0', 'm')).toBeNull();
    expect(await frames.judged(1, 0, 'https://a.example/1', 'm')).toEqual({ sender: null });
  });

  test('at the bound of decisions a frame takes back its latest, and older ones are left to the settings', async () => {
    const frames = new FrameMemories();
    for (let n = 0; n <= 200; n++) await frames.rememberRule(1, 0, `rule ${n}`);
    const { ruleIds } = await frames.frame(1, 0);
    expect([ruleIds.length, ruleIds[0], ruleIds.at(-1)]).toEqual([200, 'rule 1', 'rule 200']);
  });

  test('the message that a tab told of longest ago is forgotten, so that its frame is asked for it again', () => {
    const messages = new OpenMessages();
    const links = [{ number: 0, href: 'https://a.example/', text: '', tag: 'a' }];
    for (let n = 0; n <= 100; n++) messages.rememberLinks(1, 0, `m${n}`, links);
    expect(messages.framesOf(1, 'm0')).toEqual([]);
    expect(messages.framesOf(1, 'm1')).toHaveLength(1);
  });

  test('of the links of a message, those beyond the bound are not judged together with it', () => {
    const messages = new OpenMessages();
    const links = Array.from({ length: 5_001 }, (_, number) => ({
      number,
      href: `https://h${number}.example/`,
      text: '',
      tag: 'a',
    }));
    messages.rememberLinks(1, 0, 'm', links);
    const [[, seen] = []] = messages.framesOf(1, 'm');
    expect([seen?.links.size, seen?.links.has(4_999), seen?.links.has(5_000)]).toEqual([5_000, true, false]);
  });

  test('at the bound of corrections no further word on a message is taken, and the reader is told', async () => {
    const said = Array.from({ length: 2_000 }, (_, n) => ({
      id: `address a${n}@b.example`,
      correction: 'fine',
      scope: 'address',
      subject: `a${n}@b.example`,
      domain: null,
      sites: [],
      addedAt: 1,
    }));
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- nothing else of it is asked for
    const store = {
      corrections: () => Promise.resolve({ ok: true, value: said }),
    } as unknown as EvidenceStore;
    const corrections = new Corrections({
      store,
      isMailboxProvider: () => false,
      now: () => 1,
      onChange: () => Promise.resolve(),
    });
    const head = { name: null, address: 'new@c.example', replyTo: null, subject: null, reader: null };
    const verdict = { revision: 1, kind: 'clear', asks: false, reasons: [], linkIndices: [] } as const;
    expect(await corrections.add('fine', 'address', { head, links: [], verdict })).toEqual({
      ok: false,
      failure: 'too-many',
    });
  });
});
