/** A sender that lists name: caution at the sender, in the popup, on the toolbar, in the sign and in the statistics. */
import { FIXTURES } from '../extension/content/webmail/fixture.ts';
import type { SendMessageFacts } from '../../src/extension/protocol/evidence-messages.ts';
import type { Request } from '../../src/extension/protocol/requests.ts';
import type { Page } from './harness/browser.ts';
import { LISTED } from './harness/channel.ts';
import type { World } from './harness/fixtures.ts';
import { expect, test } from './harness/fixtures.ts';
import { at, ownPageWithList } from './harness/own-parts.ts';
import { script } from './harness/page-script.ts';
import { ask, OPTIONS, pinnedChannel, publishSender, untilSerial } from './harness/pinned-channel.ts';
import { tier } from './harness/tiers.ts';

declare global {
  interface Window {
    /** What a page of the extension has heard of what frames tell of messages. */
    listedTold: SendMessageFacts[];
  }
}

test.use({ installation: 'kept' });

const SENDER = 'notice@parcel.example';

/** Of each kind of webmail: body in the page, in a frame of the same origin, in a frame of another one, header in a frame too. */
const PAGES = ['gmail-2026-11', 'proton-2026-11', 'gmx-2026-11', 'gmx-2026-11 in a frame'];

/** Plays the fixture at its address, with the frames that it has at theirs. */
async function openFixture(
  world: World,
  name: string,
  {
    changed = (html: string): string => html,
    isFramed = false,
  }: { readonly changed?: (html: string) => string; readonly isFramed?: boolean } = {},
): Promise<{ page: Page; host: string }> {
  const [webmail] = name.split('-');
  const fixture = FIXTURES.find((each) => each.name === name);
  if (fixture === undefined) throw new RangeError(name);
  const frames = FIXTURES.filter((each) => each.webmail === webmail && each.facts.wholeDocument === true);
  for (const { facts, html } of [fixture, ...frames]) {
    world.proxy.serve(new URL(facts.url).hostname, (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(changed(html));
    });
  }
  const { hostname: host, origin } = new URL(fixture.facts.url);
  if (!isFramed) return { page: await world.openSite(fixture.facts.url), host };
  // The webmail's own page around it, as GMX has it.
  world.proxy.serve(host, (_request, response, { pathname }) => {
    const around = `<!doctype html><iframe src="${fixture.facts.url}" width="1200" height="700"></iframe>`;
    response
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
      .end(pathname === '/around' ? around : fixture.html);
  });
  return { page: await world.openSite(`${origin}/around`), host };
}

/** The mark that is drawn over whatever shows the sender. */
const MARK_AT_SENDER = script(({ all }, sender) => {
  const root = document.querySelector('spamlight-marks')?.shadowRoot;
  const shown = all(`[title="${sender}"], [email="${sender}"]`);
  return all('.mark.caution', root ?? null).some((mark) => {
    if (!mark.matches(':popover-open')) return false;
    const box = (mark.querySelector('.frame') ?? mark).getBoundingClientRect();
    const x = box.left + box.width / 2;
    const y = box.top + box.height / 2;
    return shown.some((element) => {
      const { left, right, top, bottom } = element.getBoundingClientRect();
      return x >= left && x <= right && y >= top && y <= bottom;
    });
  });
}, SENDER);

for (const name of PAGES) {
  test(
    `${name}: a listed sender is marked, named in the popup, counted on the toolbar and in the statistics`,
    tier(name === PAGES[0] ? 'core:chromium' : name === PAGES.at(-1) ? 'core:firefox' : 'all'),
    async ({ world, network }) => {
      const channel = await pinnedChannel(network);
      await publishSender(channel, SENDER);
      const options = await world.openOwn(OPTIONS);
      await ask(options, { type: 'update-now' });
      await untilSerial(options, 1_000);
      const before = await cautions(options);
      const [fixture = '', around] = name.split(' in ');
      const { page, host } = await openFixture(world, fixture, { isFramed: around !== undefined });
      if (around === undefined) await page.until(MARK_AT_SENDER, { what: 'the mark at the sender' });
      else await page.untilInFrame(at('iframe'), MARK_AT_SENDER);

      await expect
        .poll(() =>
          options.run(async ({ api, send }, wanted) => {
            const tabs = await api.tabs.query({});
            const id = tabs.find(({ url = '' }) => url !== '' && new URL(url).hostname === wanted)?.id;
            if (id === undefined) throw new Error(`no tab at ${wanted}`);
            const { danger, caution, flagged } = await send({ type: 'get-tab', tabId: id });
            return {
              danger,
              caution,
              flagged: flagged.map(({ href, verdict }) => {
                if (verdict.kind !== 'flagged') return [href, verdict.kind];
                const [reason] = verdict.reasons;
                return [href, verdict.level, reason?.kind === 'listed' && reason.group];
              }),
              badge: await api.action.getBadgeText({ tabId: id }),
            };
          }, host),
        )
        .toEqual({
          danger: 0,
          caution: 1,
          flagged: [[`mailto:${SENDER}`, 'caution', 'test feed']],
          badge: '1',
        });
      await expect.poll(() => cautions(options)).toBe(before + 1);
      await channel.stop();
    },
  );
}

/** Webmails whose body is in a frame of another origin, which sees no header; its address is the same for every message of iCloud. */
for (const name of ['gmx-2026-11', 'icloud-2026-11']) {
  test(
    `${name}: head and body in different frames are one message, and the reader’s word on the sender counts in the body`,
    tier(name === 'gmx-2026-11' ? 'core:chromium' : 'all'),
    async ({ world }) => {
      const own = await ownPageWithList(world);
      await own.run(({ api }) => {
        window.listedTold = [];
        api.runtime.onMessage.addListener((message: unknown) => {
          const heard = message as Request;
          if (heard.type === 'message-facts') window.listedTold.push(heard);
        });
      });
      await own.run(
        ({ send }, subject) =>
          send({ type: 'add-rule', action: 'trust', scope: 'sender', subject, note: '', expiresAt: null }),
        SENDER,
      );
      const { page } = await openFixture(world, name, {
        changed: (html) =>
          html
            .replaceAll('https://found-1.example/', `https://${LISTED.spamHost}/`)
            .replaceAll('https://found-2.example/', LISTED.phishingUrl),
      });
      const frame = at('iframe');
      // A sender that is trusted silences caution, never a danger.
      await page.untilInFrame(frame, ({ root }) => root().querySelector('.mark.danger'));
      await page.untilInFrame(frame, ({ root }) => root().querySelector('.mark.caution') === null);
      await expect
        .poll(async () => {
          const told = await own.run(() => window.listedTold);
          const body = told.findLast(({ facts }) => facts.body !== null);
          const head = told.findLast(({ facts }) => facts.head !== null);
          return {
            isOne: body !== undefined && body.messageKey === head?.messageKey,
            address: head?.facts.head?.address,
            inBody: body?.facts.head ?? null,
          };
        })
        .toEqual({ isOne: true, address: SENDER, inBody: null });
    },
  );
}

async function cautions(options: Page): Promise<number> {
  const { days } = (await ask(options, { type: 'get-statistics' })) as {
    days: readonly { readonly caution: number }[];
  };
  return days.reduce((sum, { caution }) => sum + caution, 0);
}
