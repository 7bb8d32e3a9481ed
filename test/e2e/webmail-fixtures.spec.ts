import type { Runtime } from 'webextension-polyfill';
import type { HeadFacts } from '../../src/core/evidence/message-facts.ts';
import type { SendMessageFacts } from '../../src/extension/protocol/evidence-messages.ts';
import type { CheckLinks } from '../../src/extension/protocol/link-messages.ts';
import type { Request } from '../../src/extension/protocol/requests.ts';
import { FIXTURES, hostsIn, type Fixture } from '../extension/content/webmail/fixture.ts';
import type { Page } from './harness/browser.ts';
import { expect, test } from './harness/fixtures.ts';
import { tier } from './harness/tiers.ts';

/** With where it came from. */
type Heard<Message> = Message & { readonly tab: number | undefined; readonly frame: number | undefined };

declare global {
  /** What a page of the extension has heard of what frames send to the background. */
  interface Window {
    fixturesAsked: Heard<CheckLinks>[];
    /** By the key of the message. */
    fixturesTold: Map<string, Heard<SendMessageFacts>>;
  }
}

test.use({ installation: 'kept' });

/** Pages that a reader opens; the others are what these have in frames of other origins. */
const PAGES = FIXTURES.filter(({ facts }) => facts.wholeDocument !== true);

/** What a frame asks the background about, as the background hears it. */
interface Asked {
  readonly sender: string | null;
  readonly links: readonly { readonly href: string; readonly tag: string }[];
}

/** What the popup says of a tab, and all that was asked about from there. */
interface Seen {
  readonly messages: number;
  readonly links: number;
  readonly elsewhere: number;
  readonly asked: readonly Asked[];
  /** What evidence was told of heads of messages, the last of each. */
  readonly heads: readonly (HeadFacts | null)[];
  readonly texts: readonly string[];
}

/** A page of the extension hears what the background hears. */
async function listen(own: Page): Promise<void> {
  await own.run(({ api }) => {
    window.fixturesAsked = [];
    window.fixturesTold = new Map();
    api.runtime.onMessage.addListener((message: unknown, sender: Runtime.MessageSender) => {
      const heard = message as Request;
      const from = { tab: sender.tab?.id, frame: sender.frameId };
      if (heard.type === 'check-links') window.fixturesAsked.push({ ...heard, ...from });
      if (heard.type === 'message-facts' && (heard.facts.body?.links.length ?? 0) > 0)
        window.fixturesTold.set(heard.messageKey, { ...heard, ...from });
    });
  });
}

async function look(own: Page, url: string): Promise<Seen> {
  const { host } = new URL(url);
  return own.run(async ({ api, send }, wanted) => {
    const tabs = await api.tabs.query({});
    const id = tabs.find(({ url = '' }) => url !== '' && new URL(url).host === wanted)?.id;
    if (id === undefined) throw new Error(`no tab at ${wanted}`);
    const { messages, links, elsewhere } = await send({ type: 'get-tab', tabId: id });
    const ofTab = Array.from(window.fixturesTold.values()).filter(({ tab }) => tab === id);
    const heads = ofTab.map(({ facts }) => facts.head);
    const texts = ofTab.map(({ facts }) => facts.body?.text ?? '');
    // On a busy machine an answer may be so late that the same is asked again, also beside other links. A frame asks
    // about a link of a message under one number: once more, and not another time.
    const known = new Set<string>();
    const asked = window.fixturesAsked
      .filter(({ tab }) => tab === id)
      .map(({ sender, links, frame, messageKey }) => ({
        sender,
        links: links.filter(({ number }) => {
          const before = known.size;
          return known.add([frame, messageKey, number].join(' ')).size > before;
        }),
      }));
    return { messages, links, elsewhere, heads, texts, asked };
  }, host);
}

/** What the page shows of its message, as evidence wants it; null where that is in a page that cannot be reached. */
function headOf({ facts: { from, subject, reader, isRead, dmarc } }: Fixture): HeadFacts | null {
  if (subject === '' && isRead !== true) return null;
  const [, name = '', address = from] = /^(.*?) ?<(.*)>$/.exec(from) ?? [];
  const sender = from === '' ? { name: null, address: null } : { name, address };
  return {
    ...sender,
    replyTo: null,
    subject,
    reader: reader ?? null,
    ...(dmarc === undefined ? {} : { dmarc }),
  };
}

test(
  'every webmail: each link of a message is looked up, once, none around it, and its header and the reader are read',
  tier('core'),
  async ({ world }) => {
    test.setTimeout(60_000 + PAGES.length * 5_000);
    expect(PAGES.length).toBeGreaterThan(15);
    const own = await world.openOwn('src/extension/pages/options/options.html');
    // A new list makes every page ask again.
    await own.until(
      async ({ send }) => {
        const { channels } = await send({ type: 'get-status' });
        return channels.every(({ kind, activity }) => kind === 'fresh' && activity.kind === 'idle');
      },
      { what: 'the list' },
    );
    await listen(own);
    for (const fixture of PAGES) {
      const { name, webmail, facts } = fixture;
      const frames = FIXTURES.filter(
        (other) => other.webmail === webmail && other.facts.wholeDocument === true,
      );
      const all = [fixture, ...frames];
      for (const each of all) serve(each);
      const page = await world.openSite(facts.url);
      const hosts = all.flatMap(({ html }) => hostsIn(html, 'found'));
      await test.step(name, async () => {
        await expect
          .soft(async () => {
            const { messages, links, elsewhere, asked, heads: told, texts } = await look(own, facts.url);
            expect({ messages, links, elsewhere }).toEqual({
              messages: 1,
              links: hosts.length,
              elsewhere: facts.elsewhere ?? 0,
            });
            const ofMessages = asked.map((each) => ({
              ...each,
              links: each.links.filter(({ href }) => hostsIn(href, 'elsewhere').length === 0),
            }));
            const hrefs = ofMessages.flatMap(({ links }) => links.filter(({ tag }) => tag !== 'sender'));
            const joined = hrefs.map(({ href }) => href).join('\n');
            expect({ found: hostsIn(joined, 'found'), ignored: hostsIn(joined, 'ignored') }).toEqual({
              found: hosts.toSorted(),
              ignored: [],
            });
            expect(hrefs).toHaveLength(hosts.length);
            // The page around a frame of another origin knows the sender, and asks about that one by itself.
            const ofLinks = ofMessages.filter(({ links }) => links.some(({ tag }) => tag !== 'sender'));
            const head = headOf(fixture);
            expect(ofLinks.map(({ sender }) => sender)).toEqual(ofLinks.map(() => head?.address ?? null));
            expect(told).toEqual([head]);
            const { begins = '' } = facts;
            expect(texts.map((text) => text.slice(0, begins.length))).toEqual([begins]);
          }, name)
          .toPass({ timeout: 30_000, intervals: [50] });
      });
      await page.close();
    }

    function serve({ facts, html }: Fixture): void {
      world.proxy.serve(new URL(facts.url).hostname, (_request, response, { pathname }) => {
        const isStyle = pathname.endsWith('.css');
        response
          .writeHead(200, { 'content-type': isStyle ? 'text/css' : 'text/html; charset=utf-8' })
          .end(isStyle ? '' : html);
      });
    }
  },
);
