import type { SendMessageFacts } from '../../src/extension/protocol/evidence-messages.ts';
import type { CheckLinks } from '../../src/extension/protocol/link-messages.ts';
import type { Request } from '../../src/extension/protocol/requests.ts';
import { eventually, type Page } from './harness/browser.ts';
import { expect, test } from './harness/fixtures.ts';
import { mailPage } from './harness/mail-pages.ts';
import { ownPageWithList } from './harness/own-parts.ts';
import { tier } from './harness/tiers.ts';

test.use({ installation: 'kept' });

const MAIL = mailPage();
const CLEAN = 'https://www.example.org';

declare global {
  interface Window {
    messageFactsTold: readonly SendMessageFacts[];
    messageFactsAsked: readonly CheckLinks[];
  }
}

/** A page of the extension hears what the background hears. */
async function listen(own: Page): Promise<void> {
  await own.run(({ api }) => {
    const told: SendMessageFacts[] = [];
    const asked: CheckLinks[] = [];
    window.messageFactsTold = told;
    window.messageFactsAsked = asked;
    api.runtime.onMessage.addListener((message: unknown) => {
      const sent = message as Request;
      if (sent.type === 'message-facts') told.push(sent);
      if (sent.type === 'check-links') asked.push(sent);
    });
  });
}

const toldTo = (own: Page): Promise<readonly SendMessageFacts[]> => own.run(() => window.messageFactsTold);

test(
  'a message is told of once, after its links, as a reader sees it; and again when it changes',
  tier('core:chromium'),
  async ({ world }) => {
    const own = await ownPageWithList(world);
    await listen(own);
    const page = await world.openMail(
      MAIL.url,
      MAIL.html(
        `<img alt="Bank  logo" src="data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7">
       <p>Dear <b>cust</b>omer,<br>please  read.</p><div style="display:none">filler</div><div style="font-size:1px">filler</div>
       <div style="opacity:0">filler</div><p><a href="${CLEAN}/a">Go on</a> <a href="${CLEAN}/a"><img alt="A button" src="data:,"></a></p>
       <form>Answer below.<input type="password" name="checkVisibility"></form>
       <a href="#"><img alt="Second logo" src="data:,"></a>
       <blockquote><a href="${CLEAN}/old">of before</a></blockquote>`,
      ).replace(
        '</body>',
        '<a aria-label="Account: Alice (alice@mail.example)" href="https://accounts.google.com/SignOutOptions?x=1">A</a></body>',
      ),
    );
    const [first] = await eventually('the facts', async () => {
      const told = await toldTo(own);
      return told.length > 0 ? told : null;
    });
    expect(first?.revision).toBe(1);
    expect(first?.facts.head).toEqual({
      name: 'Sender',
      address: 'sender@news.example',
      replyTo: null,
      subject: 'Subject',
      reader: 'alice@mail.example',
    });
    expect(first?.facts.body).toEqual({
      text: 'Dear customer, please read. Go on Answer below. of before',
      end: '',
      hasQuote: true,
      alts: ['Bank logo', 'Second logo'],
      asksPassword: true,
      links: [{ href: 0 }, { href: 0, text: 'A button', alt: 'A button' }, { href: 1, isQuoted: true }],
    });
    const asked = await own.run(() =>
      window.messageFactsAsked.flatMap(({ links }) => links.map(({ href, number }) => [number, href])),
    );
    expect(asked).toContainEqual([1, `${CLEAN}/old`]);

    // What changes nothing is not told again; what changes something is, under the next number.
    const body = MAIL.body;
    await page.run((_, find) => find().append(document.createElement('span')), body);
    await page.run((_, find) => find().append('More of it.'), body);
    await eventually('the change', async () => (await toldTo(own)).length > 1);
    const [, second] = await toldTo(own);
    expect(second).toMatchObject({ revision: 2, messageKey: first?.messageKey });
    expect(second?.facts.body?.text).toContain('More of it.');
  },
);

test('of a long message the beginning and the end are told, and no more', async ({ world }) => {
  const own = await ownPageWithList(world);
  await listen(own);
  const lines = Array.from({ length: 400 }, (_, n) => `<p>line number ${n} of the letter</p>`).join('');
  const links = Array.from(
    { length: 100 },
    (_, n) => `<a href="${CLEAN}">${'another text '.repeat(20)}${n}</a>`,
  ).join(' ');
  const pictures = `<img alt="${'a logo '.repeat(50)}" src="data:,">`.repeat(20);
  const page = MAIL.html(
    `<p><a href="${CLEAN}">go</a></p>${lines}${pictures}<p>${links}</p><p>© Example Bank</p>`,
  );
  await world.openMail(
    MAIL.url,
    page
      .replaceAll('>Sender<', `>${'A long name '.repeat(90)}<`)
      .replaceAll('>Subject<', `>${'A long subject '.repeat(90)}<`),
  );
  // On a busy machine half of it may be there, and told of, before the rest.
  const { facts } = await eventually('the facts of all of it', async () => {
    const last = (await toldTo(own)).at(-1);
    if (last?.facts.body?.end.endsWith('© Example Bank') !== true) throw new Error(JSON.stringify(last));
    return last;
  });
  const { text, end } = facts.body ?? { text: '', end: '' };
  expect(text.length).toBe(1_500);
  expect(text.startsWith('go line number 0')).toBe(true);
  expect(end.length).toBeLessThanOrEqual(300);
  // Nothing goes to the background that is longer than what is looked at there.
  const { head, body } = facts;
  expect(head?.name?.length).toBe(200);
  expect(head?.subject?.length).toBe(300);
  expect(body?.alts).toHaveLength(8);
  expect(body?.links).toHaveLength(60);
  const labels = [...(body?.alts ?? []), ...(body?.links ?? []).map(({ text }) => text ?? '')];
  expect(Math.max(...labels.map(({ length }) => length))).toBe(80);
  expect(JSON.stringify(facts).length).toBeLessThanOrEqual(10_000);
});
