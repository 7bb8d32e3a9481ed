import type { ServerResponse } from 'node:http';
/** Channels in the options: what can be pressed in each state of them. */
import type { ChannelFormState } from '../../../src/extension/pages/options/lists/channel-form.tsx';
import type { ChannelsUnready } from '../../../src/extension/pages/options/lists/channels-view.tsx';
import { PHISHING, snapshotOf, SPAM, TestChannel } from '../../extension/background/lists/test-channel.ts';
import { eventually, type Page } from '../harness/browser.ts';
import { channelFiles, CHANNEL_HOST, CHANNEL_NAME, FOLDERS } from '../harness/channel.ts';
import type { World } from '../harness/fixtures.ts';
import { type PageScript, script } from '../harness/page-script.ts';
import { ask, serveChannel, statusesOf } from '../harness/pinned-channel.ts';
import { pressedElsewhere, row, type Press, type Row, type State } from '../harness/walk.ts';
import {
  clickByScript,
  fold,
  has,
  hasFocus,
  isGone,
  isUsed,
  putRecord,
  reloadOptions as reload,
  switches,
} from './rows.ts';

const SECOND_HOST = 'second.lists.test';
const SECOND_NAME = 'Second opinion';
const SECOND = `added:https://${SECOND_HOST}/`;

type Channels =
  | 'one'
  | 'parts'
  | 'two'
  | 'removed'
  | 'updating'
  | 'found'
  | Exclude<ChannelFormState['kind'], 'closed'>;

export async function channelStates(
  world: World,
): Promise<Record<Channels | ChannelsUnready['kind'], State | null>> {
  const second = await TestChannel.start(SECOND_NAME);
  serveChannel(world.proxy, SECOND_HOST, second);
  const publishedAt = Math.floor(Date.now() / 1000) - 60;
  await second.publish(
    snapshotOf(
      [
        { section: PHISHING, entries: ['second.example'] },
        { section: SPAM, entries: ['third.example'] },
      ],
      {
        publishedAt,
      },
    ),
  );
  const text = `https://${SECOND_HOST}/\nroot-key: ${second.rootKey.x}`;

  const untilIdle = (page: Page, count: number): Promise<unknown> =>
    eventually(`${count} channels at rest`, async () => {
      const all = (await statusesOf(page)).filter(({ id }) => id !== 'packaged');
      return (
        all.length === count &&
        all.every(({ kind, activity }) => kind === 'fresh' && activity.kind === 'idle')
      );
    });
  /** Requests that are not answered, for an update that lasts. */
  const held: ServerResponse[] = [];
  async function one(page: Page): Promise<void> {
    world.proxy.serve(CHANNEL_HOST, channelFiles(FOLDERS.channel));
    // Otherwise the update that waits for them ends after a minute.
    for (const response of held.splice(0)) response.destroy();
    await ask(page, { type: 'remove-channel', channel: SECOND, isUndoable: false });
    await untilIdle(page, 1);
    await reload(page);
  }
  async function two(page: Page): Promise<void> {
    await ask(page, { type: 'remove-channel', channel: SECOND, isUndoable: false });
    await ask(page, { type: 'add-channel', text });
    await untilIdle(page, 2);
    await reload(page);
  }
  async function paste(page: Page): Promise<void> {
    await one(page);
    await clickByScript(page, '#channel-open');
  }
  async function preview(page: Page): Promise<void> {
    await page.run(({ one }, said) => {
      const field = one<HTMLTextAreaElement>('#channel-text');
      field.value = said;
      field.form?.requestSubmit();
    }, text);
  }

  const card = (name: string): PageScript<HTMLElement | undefined> =>
    script(
      ({ one, all }, wanted) =>
        all('#channels article').find((each) => one('h3', each).textContent === wanted),
      name,
    );
  const detailsOf = (name: string, place: number): PageScript<HTMLDetailsElement | undefined> =>
    script(({ all }, find, index) => all('details', find() ?? null)[index], card(name), place);
  const isAsked = (host: string) => (): boolean => world.proxy.seen.some(({ url }) => url.includes(host));
  const fetches =
    (host: string) =>
    async ({ page, press }: Press): Promise<void> => {
      world.proxy.forgetSeen();
      await press();
      await eventually('the list to be asked for', isAsked(host));
      await page.until(has('channels', 'There is no newer list yet.'));
    };
  const use = (name: string): Row =>
    row('checkbox', `Look links up in this list: ${name}`, switches(isUsed(name, false), isUsed(name, true)));

  const update = row('button', 'Update now', fetches(CHANNEL_HOST));
  const addOne = row('button', 'Add a channel…', hasFocus('channel-text'));
  const save = row(
    'checkbox',
    'Save data',
    switches(
      script(async ({ send }) => (await send({ type: 'get-preferences' })).saveData),
      script(async ({ send }) => !(await send({ type: 'get-preferences' })).saveData),
    ),
  );
  const cardRows = (name: string, sections: number, sources: number): readonly Row[] => [
    use(name),
    row('disclosure', `${sections} parts`, fold(detailsOf(name, 0))),
    row(
      'disclosure',
      sources === 1 ? '1 source and its licence' : `${sources} sources and their licences`,
      fold(detailsOf(name, 1)),
    ),
    row('disclosure', 'Technical details', fold(detailsOf(name, 2))),
  ];
  /** Where there is more than one that is fetched. */
  const updateOne = (name: string, host: string): Row => row('button', `Update now: ${name}`, fetches(host));
  const first = cardRows(CHANNEL_NAME, 4, 4);
  const ofSecond = [
    ...cardRows(SECOND_NAME, 2, 1),
    updateOne(SECOND_NAME, SECOND_HOST),
    updateOne(CHANNEL_NAME, CHANNEL_HOST),
    row('button', `Remove the channel ${SECOND_NAME}`, has('channels', 'The channel is removed.')),
  ];
  const nothing = async ({ page, element, press }: Press): Promise<void> => {
    const before = await page.run(({ one }) => one('#channels').innerText);
    await press();
    await page.until(
      script(
        ({ one }, find, words) => find().ariaDisabled === 'true' && one('#channels').innerText === words,
        element,
        before,
      ),
    );
  };
  const ready = [update, ...first, addOne, save];

  return {
    loading: null,
    'no-answer': null,
    one: { open: one, rows: ready },
    parts: {
      async open(page) {
        await one(page);
        await page.run(({ one }, find) => {
          one('details', find() ?? null).open = true;
        }, card(CHANNEL_NAME));
      },
      rows: [
        ...pressedElsewhere(ready),
        ...[
          'Phishing — Test phishing',
          'Phishing — Test phishing hosts',
          'Malware — Test malware',
          'Spam — Test spam',
        ].map((name) => {
          const group = name.slice(name.indexOf('— ') + 2);
          const is = (on: boolean): PageScript<Promise<boolean>> =>
            script(
              async ({ send }, named, wanted) => {
                const { channels } = await send({ type: 'get-status' });
                return (
                  channels.flatMap(({ sections }) => sections).find((each) => each.group === named)?.on ===
                  wanted
                );
              },
              group,
              on,
            );
          return row('checkbox', new RegExp(`^${name} ?(?:Danger|Caution) ·`), switches(is(false), is(true)));
        }),
      ],
    },
    two: {
      open: two,
      rows: [...pressedElsewhere(ready), ...ofSecond],
    },
    removed: {
      async open(page) {
        await two(page);
        await page.run(
          ({ all }, find) =>
            all('button', find() ?? null)
              .at(-1)
              ?.click(),
          card(SECOND_NAME),
        );
      },
      rows: [
        ...pressedElsewhere(ready),
        row('button', 'Undo', has('channels', 'The channel is back, with everything kept of it.')),
      ],
    },
    paste: {
      open: paste,
      rows: [
        ...pressedElsewhere(ready.filter((each) => each !== addOne)),
        row('textbox', 'Text from the publisher', async ({ page, enter }) => {
          await enter(text.replaceAll('\n', ' '));
          await page.run(({ one }) => one<HTMLTextAreaElement>('#channel-text').form?.requestSubmit());
          await page.until(has('channels', 'Is this the channel you mean?'));
        }),
        row('button', 'Show what it says', async ({ page, press }) => {
          await page.run(({ one }) => {
            one<HTMLTextAreaElement>('#channel-text').value = 'nothing';
          });
          await press();
          await page.until(has('channels', 'This text must contain exactly one address'));
        }),
        row('button', 'Cancel', hasFocus('channel-open')),
      ],
    },
    confirm: {
      async open(page) {
        await paste(page);
        await preview(page);
      },
      rows: [
        ...pressedElsewhere(ready.filter((each) => each !== addOne)),
        row(
          'button',
          'Add this channel',
          has('channels', 'The channel is added. Its list is being downloaded.'),
        ),
        row('button', 'Cancel', hasFocus('channel-open')),
      ],
    },
    updating: {
      async open(page) {
        await one(page);
        world.proxy.serve(CHANNEL_HOST, (_request, response) => void held.push(response));
        await ask(page, { type: 'update-now' });
      },
      rows: [
        ...pressedElsewhere(ready.filter(({ name }) => !String(name).startsWith('Update now'))),
        row('button', 'Updating…', nothing),
      ],
    },
    found: {
      async open(page) {
        await one(page);
        await putFinding(page);
        await reload(page);
      },
      rows: [...pressedElsewhere(ready), row('button', 'Got it', isGone('#look-back'))],
    },
  };
}

/** As if a page that the reader opened were listed since; how that comes about is in `channels.spec.ts`. */
export async function putFinding(page: Page): Promise<void> {
  await putRecord(
    page,
    'findings',
    script(() => ({
      id: crypto.randomUUID(),
      openedAt: Math.floor(Date.now() / 1000) - 86_400,
      foundAt: Math.floor(Date.now() / 1000),
      channel: 'default',
      channelName: 'spamlight',
      seen: false,
      section: { kind: 'url', category: 'phishing', action: 'danger', group: 'Test phishing' },
    })),
  );
}
