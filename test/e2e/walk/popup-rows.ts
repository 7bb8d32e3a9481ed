/** What can be pressed in the popup, in each of its states. */
import type { Protection } from '../../../src/core/verdict/protection.ts';
import type { PopupUnready, Ready, SiteState } from '../../../src/extension/pages/popup/popup-state.ts';
import type { FrameNote, TabReport } from '../../../src/extension/protocol/tab-messages.ts';
import type { Page } from '../harness/browser.ts';
import { CHANNEL_HOST } from '../harness/channel.ts';
import { eventually } from '../harness/browser.ts';
import type { World } from '../harness/fixtures.ts';
import { byId } from '../harness/own-parts.ts';
import { script } from '../harness/page-script.ts';
import { pressedElsewhere, row, type Press, type Row } from '../harness/walk.ts';
import { fold, hasFocus, isThere, putRecord, rulesOf, says, setRules } from './rows.ts';

declare global {
  interface Window {
    /** Whether the popup wanted to go, since `stays`. */
    walkClosed?: boolean;
  }
}

/** A state of the tab that is shown, of what was decided in it, or of something that is told. */
type PopupWalk =
  | 'no message'
  | 'missing'
  | 'flagged'
  | 'trusting'
  | 'trusting for longer'
  | 'blocked'
  | 'suspicious'
  | 'fine'
  | 'paused'
  | 'locked'
  | 'told'
  | FrameNote
  | 'put-back'
  | 'take-back'
  | SiteState['access']
  | Protection
  | PopupUnready['kind'];

/** In which state each member of what the popup shows is walked, for the compiler: a new one needs one. */
const WALKED_IN = {
  tab: 'flagged',
  channels: 'checks',
  findings: 'told',
  mistakes: 'told',
  site: 'none',
  host: 'paused',
  trusting: 'trusting',
  said: 'take-back',
  undo: 'put-back',
  codes: 'no message',
  messages: 'flagged',
  links: 'flagged',
  elsewhere: 'given',
  danger: 'flagged',
  caution: 'flagged',
  unchecked: 'expired',
  uncheckedBecause: 'expired',
  notes: 'no-message-found',
  isWebmail: 'none',
  webmail: 'no message',
  isPaused: 'paused',
  // Sentences, and nothing to press.
  refusedChanges: 'no message',
  isUnreached: 'held',
  flagged: 'flagged',
  suspicious: 'suspicious',
  fine: 'fine',
} as const satisfies Record<Exclude<keyof Ready, 'kind'> | keyof TabReport, PopupWalk>;
void WALKED_IN;

/** Waits until the popup shows what it is about. */
export async function untilShown(page: Page): Promise<void> {
  await page.until(
    () => document.querySelector('#tab') !== null && document.querySelector('#lists') !== null,
    { what: 'the popup' },
  );
  await page.run(({ one }) => {
    one<HTMLDetailsElement>('#list-details').open = true;
  });
}

export async function reloadPopup(page: Page): Promise<void> {
  await page.reload();
  await untilShown(page);
}

/** The popup goes, and a page opens; the one that is walked stays, to go on. */
export const leaves =
  ({ browser }: World, part: string) =>
  async ({ page, press }: Press): Promise<void> => {
    await stays(page);
    await press();
    await (await browser.pageAt(part)).close();
    await page.show();
    await page.until(() => window.walkClosed === true, { what: 'the popup to go' });
  };

function stays(page: Page): Promise<unknown> {
  return page.run(() => {
    window.walkClosed = false;
    window.close = () => {
      window.walkClosed = true;
    };
  });
}

export const settings = (world: World): Row => row('button', 'Settings', leaves(world, '/options.html'));

export const checkMessage = (world: World): Row =>
  row('button', 'Check a message from elsewhere…', leaves(world, '/check-message.html'));

export const codes = row('button', 'Look for QR codes in what is shown', async ({ page, press }) => {
  await press();
  await page.until(({ one }) => one('#found-codes').textContent.trim() !== '', {
    what: 'what was found',
  });
  await reloadPopup(page);
});

export const update = ({ proxy }: World): Row =>
  row('button', 'Update now', async ({ page, press }) => {
    proxy.forgetSeen();
    await press();
    await eventually('the list to be asked for', () =>
      proxy.seen.some(({ url }) => url.includes(CHANNEL_HOST)),
    );
    await page.until(({ one }) => one('#update-now').ariaDisabled === 'false', {
      what: 'the update to end',
    });
  });

/** One line, which unfolds to the lists: open in all states here, since the walk presses what is in it. */
export const lists = row('disclosure', /^(Protection on · .*|Lists)$/, fold(byId('list-details')));

export const always = (world: World): readonly Row[] => [
  settings(world),
  checkMessage(world),
  codes,
  lists,
  update(world),
];

export const missing = row('disclosure', 'Is something missing?', fold(byId('missing')));
export const selfTest = (world: World): Row =>
  row('button', 'Get the self-test message', leaves(world, '/options.html#self-test'));

export const pause = row('button', 'Pause on this site', says('Paused on this site'));
export const resume = row('button', 'Check mail here again', isThere('#pause'));

const UNBLOCK = 'Remove from the block list';

/** It is drawn before the message is judged anew: only then is the popup what it stays. */
const undo = (isBlocked: boolean): Row =>
  row(
    'button',
    'Undo',
    script(
      (_, isBack, isOffered, wanted) => isBack() && isOffered() === wanted,
      says('Put back as it was.'),
      says(UNBLOCK),
      isBlocked,
    ),
  );

export async function decideNothing(page: Page): Promise<void> {
  await setRules(page, 'trust', []);
  await setRules(page, 'block', []);
  await reloadPopup(page);
}

/** The popup goes out of the way of the link's card. */
export const showRow = (mail: Page, text: string): Row =>
  row('button', `Show in the message: ${text}`, async ({ page, press }) => {
    await mail.show();
    await eventually('no card', async () => {
      await mail.press('Escape');
      return mail.run(({ card }) => card() === null);
    });
    await page.show();
    await stays(page);
    await press();
    await page.until(() => window.walkClosed === true, { what: 'the popup to go' });
    await mail.show();
    await mail.until(({ card }) => card() !== null, { what: 'the card of the link' });
    await page.show();
  });

/** The host all whose pages are listed, and one that is listed as spam. */
interface Flagged {
  readonly danger: string;
  readonly spam: string;
  /** Texts of links to the one: three, and those that are folded. */
  readonly shown: readonly string[];
  readonly folded: readonly string[];
  readonly mail: Page;
}

export function flaggedRows(world: World, { danger, spam, shown, folded, mail }: Flagged) {
  const show = (text: string): Row => showRow(mail, text);
  const links = row(
    'disclosure',
    `${folded.length} more links`,
    fold(script(({ one, all }) => one('details', all('#tab li.flagged')[0] ?? null))),
  );
  const trust = (name: string): Row => row('button', `Trust ${name}…`, hasFocus('trust-holds'));
  const block = (name: string): Row => row('button', `Block ${name}`, says(`Blocked: ${name}.`));
  const unblock = row('button', UNBLOCK, says(`Removed: ${spam}.`));
  const page = (rows: readonly Row[]): readonly Row[] => [
    ...pressedElsewhere([...always(world), missing, pause]),
    ...rows,
  ];
  const ofSpam: readonly Row[] = [show('spam'), trust(spam), block(spam)];
  const cancel = row('button', 'Cancel', hasFocus('trust-0'));
  const holds = row('combobox', 'How long', async ({ page: popup, enter }) => {
    await enter('86400');
    await popup.run(({ one }) => one<HTMLFormElement>('form.trust').requestSubmit());
    await popup.until(
      script(async (_, rules) => ((await rules())[0]?.expiresAt ?? 0) > 0, rulesOf('trust')),
      { what: 'a rule for one day' },
    );
  });
  const scopes = ['host', 'site'].map((scope) =>
    row('radio', new RegExp(`^${scope} `), async ({ page: popup, press, element }) => {
      await popup.run(({ all }, find) => {
        const choice = find() as HTMLInputElement;
        all(`input[name=${choice.name}]`)
          .find((each) => each !== choice)
          ?.click();
      }, element);
      await press();
      await popup.until(script((_, find) => (find() as HTMLInputElement).checked, element));
    }),
  );
  return {
    flagged: page([...shown.map(show), links, trust(danger), block(danger), ...ofSpam]),
    trusting: page([
      ...pressedElsewhere([...shown.map(show), links, ...ofSpam]),
      holds,
      row('button', 'Trust', async ({ page: popup, press }) => {
        await press();
        await popup.until(says('Trusted until you open another message:'));
        await popup.run(({ one }) => one('#undo').click());
        await popup.until(says('Put back as it was.'));
      }),
      cancel,
    ]),
    'trusting for longer': page([
      ...pressedElsewhere([...shown.map(show), links, ...ofSpam, holds, cancel]),
      ...scopes,
      row('button', 'Trust', says(`Trusted: ${danger}.`)),
    ]),
    blocked: page([
      ...pressedElsewhere([...shown.map(show), links, trust(danger), block(danger), show('spam')]),
      unblock,
    ]),
    'take-back': page([
      ...pressedElsewhere([...shown.map(show), links, trust(danger), block(danger), show('spam')]),
      ...pressedElsewhere([unblock]),
      undo(false),
    ]),
    'put-back': page([
      ...pressedElsewhere([...shown.map(show), links, trust(danger), block(danger), ...ofSpam]),
      undo(true),
    ]),
  };
}

/** By a script, once it is there: a message is judged anew after each decision. */
export async function pressNamed(page: Page, name: string): Promise<void> {
  const button = script(
    ({ all }, wanted) =>
      all('button').find(
        (each) => (each.ariaLabel ?? each.textContent).replaceAll(/[\u2066-\u2069]/g, '') === wanted,
      ),
    name,
  );
  await page.until(button, { what: name });
  await page.run((_, find) => find()?.click(), button);
}

/** As the background keeps them: how each comes about is in tests of its own. */
export async function putWithdrawn(page: Page): Promise<void> {
  await putRecord(
    page,
    'seen',
    script(() => ({
      id: 'walked',
      channel: 'default',
      epochKey: '00',
      day: new Date().toISOString().slice(0, 10),
      category: 'phishing',
      group: 'Test phishing',
      channelName: 'spamlight',
      hashes: Uint32Array.of(1, 2),
      isWithdrawn: true,
    })),
  );
}
