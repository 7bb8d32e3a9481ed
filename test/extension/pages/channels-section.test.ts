// @vitest-environment happy-dom
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { startChannels } from '../../../src/extension/pages/options/lists/start-channels.ts';
import type { ChannelStatus } from '../../../src/extension/protocol/channel-messages.ts';
import type { LookBackFinding } from '../../../src/extension/protocol/look-back-messages.ts';
import type { Outcome } from '../../../src/extension/protocol/outcome.ts';
import { allByRole, byRole, submit, textOf, type } from './by-role.ts';
import { backgroundThat, settled, type Answers, type FakeBackground } from './fake-background.ts';
import { aChannel, contextIn, DAY, NOW } from './page-tools.ts';

vi.mock('../../../src/extension/platform/browser.ts', () => ({ browser: {} }));

// A new one for each test: what an earlier one still waits for must not draw here.
let body = document.createElement('div');

beforeEach(() => {
  body = document.createElement('div');
  document.body.replaceChildren(body);
});

test('the settings can update each list by itself, where there is more than one that is fetched', async () => {
  const more: Answers = { 'update-now': () => null };
  const channels = [aChannel(), aChannel({ id: 'added', name: 'Office', origin: 'added' })];
  const { background } = await listsWith(channels, more);
  byRole(body, 'button', 'Update now: Office').click();
  await settled();
  expect(background.asked).toContainEqual({ type: 'update-now', channel: 'added' });
  body.replaceChildren();
  await listsWith([aChannel(), aChannel({ id: 'packaged', origin: 'packaged', url: null })], more);
  expect(allByRole(body, 'button', /^Update now/).map(textOf)).toEqual(['Update now']);
});

test.each([
  ['all', 'Update now'],
  ['one', 'Update now: Office'],
])(
  'the settings tell of an update that is over before anybody looks all the same: of %s',
  async (_, name) => {
    const channels = [aChannel(), aChannel({ id: 'added', name: 'Office', origin: 'added' })];
    await listsWith(channels, { 'update-now': () => null });
    byRole(body, 'button', name).click();
    await settled();
    expect(textOf(body)).toContain('There is no newer list yet.');
  },
);

const section = { kind: 'url', category: 'phishing', action: 'danger', group: 'OpenPhish' } as const;

async function listsWith(
  channels: ChannelStatus[],
  more: Answers = {},
  findings: LookBackFinding[] = [],
): Promise<{ background: FakeBackground; reload: () => Promise<void> }> {
  const background = backgroundThat({
    'get-status': () => ({ channels: [...channels] }),
    'get-look-back': () => ({ findings, mistakes: [] }),
    ...more,
  });
  const { load } = startChannels(body, background, contextIn);
  await load();
  return { background, reload: load };
}

test('an answer of the background that was asked for earlier and comes later does not bring back what was there before', async () => {
  const answers: ((channels: ChannelStatus[]) => void)[] = [];
  const background = backgroundThat({
    'get-status': () =>
      new Promise((resolve) => {
        answers.push((channels) => resolve({ channels }));
      }),
    'get-look-back': () => ({ findings: [], mistakes: [] }),
  });
  const { load } = startChannels(body, background, contextIn);
  const loads = [load(), load(), load()];
  const [first, second, third] = answers;
  second?.([aChannel({ name: 'As it is now' })]);
  await loads[1];
  first?.([aChannel({ name: 'As it was' })]);
  await loads[0];
  expect(textOf(body)).toContain('As it is now');
  expect(textOf(body)).not.toContain('As it was');
  third?.([aChannel({ name: 'As it came to be' })]);
  await loads[2];
  expect(textOf(body)).toContain('As it came to be');
});

describe('channels', () => {
  test('channels in the settings show name, host, key fingerprint, number, age, entries, size and end of each', async () => {
    await listsWith([aChannel()]);
    const card = byRole(body, 'article', 'Community');
    const facts = [...card.querySelectorAll('dl > div')].map((fact) => [...fact.children].map(textOf));
    expect(facts).toEqual([
      ['Host', 'lists.example'],
      ['Key fingerprint', '3f2a 99c1'],
      ['Number', '7'],
      ['Published', 'today, 13:0555 minutes ago'],
      ['Entries', '812,345'],
      ['On this computer', '5.2 MB'],
      ['In memory', '1.5 MB'],
      ['Wrong hits, by chance', 'at most 1 in 1,073,741,824 look-ups'],
      ['Valid until', '4 December'],
    ]);
  });

  test('channels in the settings say when there is none', async () => {
    await listsWith([]);
    expect(textOf(body)).toContain('Not protected by a list yet');
    expect(allByRole(body, 'button', 'Update now')).toEqual([]);
  });

  test('channels in the settings say in plain words what happened at the last update, what it means and what to do', async () => {
    await listsWith([
      aChannel({ lastFailure: { kind: 'bad-signature', at: NOW - 60, detail: '', times: 1 } }),
    ]);
    const card = textOf(byRole(body, 'article', 'Community'));
    expect(card).toContain('The last update did not bring a new list');
    expect(card).toContain('does not carry the signature of this channel, so it was not used.');
    expect(card).toContain('The list stays in use and still flags links.');
    expect(card).toContain('Next try: 14:05.');
  });

  test('channels in the settings show how far an update is, keep the button focused, and tell its end once', async () => {
    const channels = [aChannel()];
    const { background, reload } = await listsWith(channels, { 'update-now': () => null });
    const button = byRole(body, 'button', 'Update now');
    expect(textOf(byRole(body, 'status'))).toBe('');
    button.focus();
    channels[0] = aChannel({
      activity: { kind: 'updating', step: 'download', receivedBytes: 1e6, totalBytes: 4e6 },
    });
    button.click();
    await settled();
    expect(background.asked).toContainEqual({ type: 'update-now' });
    const bar = byRole(body, 'progressbar');
    expect(bar).toMatchObject({ max: 4e6, value: 1e6 });
    expect(textOf(body)).toContain('Downloading: 1 MB of 4 MB');
    expect(document.activeElement).toBe(button);
    expect(textOf(button)).toBe('Updating…');

    channels[0] = aChannel({
      activity: { kind: 'updating', step: 'build', receivedBytes: 4e6, totalBytes: 4e6 },
    });
    await reload();
    expect(byRole(body, 'progressbar').hasAttribute('value')).toBe(false);
    expect(textOf(byRole(body, 'status'))).toBe('');

    channels[0] = aChannel({ serial: 8, publishedAt: NOW - 60 });
    await reload();
    expect(textOf(byRole(body, 'status'))).toBe('A new list is in use, with 812,345 entries.');
    expect(allByRole(body, 'progressbar')).toEqual([]);
  });

  test.each([
    [{}, 'There is no newer list yet.'],
    [
      { lastFailure: { kind: 'truncated', at: NOW, detail: '', times: 1 } },
      'No new list this time. The reason is below.',
    ],
  ] as const)('channels in the settings say what came of an update: %#', async (after, words) => {
    const channels = [
      aChannel({ activity: { kind: 'updating', step: 'index', receivedBytes: 0, totalBytes: 0 } }),
    ];
    const { reload } = await listsWith(channels);
    channels[0] = aChannel(after);
    await reload();
    expect(textOf(byRole(body, 'status'))).toBe(words);
  });

  test('channels in the settings ask once, however often the button is pressed', async () => {
    const channels = [aChannel()];
    const { background } = await listsWith(channels, { 'update-now': () => null });
    channels[0] = aChannel({
      activity: { kind: 'updating', step: 'index', receivedBytes: 0, totalBytes: 0 },
    });
    byRole(body, 'button', 'Update now').click();
    await settled();
    byRole(body, 'button', 'Updating…').click();
    await settled();
    expect(background.asked.filter((request) => request.type === 'update-now')).toHaveLength(1);
  });

  test('channels in the settings show the parts of a list with switches, and tell the background all that are off', async () => {
    const parts = [
      { ...section, entries: 500, on: true },
      { ...section, group: 'several', entries: 9, on: true },
      { ...section, category: 'spam', action: 'caution', group: 'crowd', entries: 1, on: false },
    ] as const;
    const { background } = await listsWith([aChannel({ sections: parts })], {
      'set-sections': () => ({ outcome: 'done' }),
    });
    const names = allByRole(body, 'checkbox', /—/).map((box) =>
      textOf(body.querySelector(`label[for="${box.id}"]`)),
    );
    expect(names).toEqual([
      'Phishing — OpenPhishDanger · links · 500 entries',
      'Phishing — several sources agreeDanger · links · 9 entries',
      'Spam — crowdCaution · links · 1 entry',
    ]);
    allByRole(body, 'checkbox', /—/)[0]?.dispatchEvent(new Event('change'));
    await settled();
    expect(background.asked).toContainEqual({
      type: 'set-sections',
      channel: 'default',
      off: [section, { kind: 'url', category: 'spam', action: 'caution', group: 'crowd' }],
    });
  });

  test('the list of channels names every source with its licence', async () => {
    await listsWith([
      aChannel({
        sources: [
          {
            name: 'OpenPhish',
            licence: 'own terms',
            entries: 500,
            fetchedAt: NOW - 7200,
            contact: 'mail@openphish.example',
          },
        ],
      }),
    ]);
    const sources = textOf(body.querySelector('[data-key="sources"]'));
    expect(sources).toContain('OpenPhish500 entries · downloaded 2 hours ago');
    expect(sources).toContain('Licence: own terms');
    expect(sources).toContain('mail@openphish.example');
  });

  test('channels in the settings offer to remove only what the reader has added', async () => {
    const { background } = await listsWith(
      [aChannel(), aChannel({ id: 'mine', name: 'Mine', origin: 'added' })],
      {
        'remove-channel': () => ({ removed: true }),
      },
    );
    const [button, ...others] = allByRole(body, 'button', /^Remove/);
    expect(others).toEqual([]);
    button?.click();
    await settled();
    expect(background.asked).toContainEqual({ type: 'remove-channel', channel: 'mine', isUndoable: true });
    expect(textOf(byRole(body, 'status'))).toMatch(
      /^The channel is removed\. You can undo this for ten minutes/,
    );
  });

  test('channels in the settings take a removal back, and say where that is not to be had any more', async () => {
    let outcome: Outcome = 'not-stored';
    const { background } = await listsWith([aChannel({ id: 'mine', name: 'Mine', origin: 'added' })], {
      'remove-channel': () => ({ removed: true }),
      'take-back-list': () => ({ outcome }),
    });
    byRole(body, 'button', /^Remove/).click();
    await settled();
    expect(document.activeElement?.id).toBe('channel-undo');
    byRole(body, 'button', 'Undo').click();
    await settled();
    expect(background.asked).toContainEqual({ type: 'take-back-list', list: 'mine' });
    expect(textOf(byRole(body, 'status'))).toContain('could not store this');
    outcome = 'gone';
    byRole(body, 'button', 'Undo').click();
    await settled();
    expect(textOf(byRole(body, 'status'))).toContain('no longer there');
    expect(allByRole(body, 'button', 'Undo')).toEqual([]);
  });

  test('channels in the settings are switched off and on whole, and say so', async () => {
    const sections = [
      { kind: 'url', category: 'phishing', action: 'danger', group: 'A', entries: 1, on: true },
      { kind: 'url', category: 'malware', action: 'danger', group: 'B', entries: 1, on: false },
    ] as const;
    const { background } = await listsWith([aChannel({ sections })], {
      'set-sections': () => ({ outcome: 'done' }),
    });
    const box = (): HTMLInputElement => byRole(body, 'checkbox', /^Look links up/) as HTMLInputElement;
    expect([box().checked, box().indeterminate]).toEqual([true, true]);
    box().click();
    await settled();
    const off = sections.map(({ kind, category, action, group }) => ({ kind, category, action, group }));
    expect(background.asked).toContainEqual(expect.objectContaining({ type: 'set-sections', off }));
  });

  test('channels in the settings cannot be disturbed by the name of a channel', async () => {
    await listsWith([aChannel({ name: 'a\u202eb', origin: 'added' })]);
    expect(textOf(byRole(body, 'heading'))).toBe('a\\u{202e}b');
    expect(allByRole(body, 'button', 'Remove the channel a\\u{202e}b')).toHaveLength(1);
  });

  test('channels in the settings tell once of a page that was opened before it was listed, with what to do', async () => {
    const finding = { id: 'f1', openedAt: NOW - 3 * DAY, foundAt: NOW, section, channelName: 'Community' };
    const { background } = await listsWith(
      [aChannel()],
      { 'dismiss-look-back': () => ({ outcome: 'done' }) },
      [finding],
    );
    expect(textOf(byRole(body, 'alert'))).toContain(
      'The page you opened on Tuesday, 17 Nov, 14:00, is now listed as phishing. If you typed a password there, change it now',
    );
    byRole(body, 'button', 'Got it').click();
    await settled();
    expect(background.asked).toContainEqual({ type: 'dismiss-look-back', ids: ['f1'] });
  });

  test('channels in the settings say so when the background does not answer', async () => {
    await startChannels(body, backgroundThat({}), contextIn).load();
    expect(textOf(byRole(body, 'alert'))).toContain('Spamlight did not answer this page.');
  });
});

describe('adding a channel', () => {
  const text = 'https://lists.corp.example/v1/ KEY';
  const preview = {
    url: 'https://lists.corp.example/v1/',
    host: 'lists.corp.example',
    rootKeyFingerprints: ['91bc 07de'],
  };

  async function openForm(more: Answers): Promise<FakeBackground> {
    const { background } = await listsWith([aChannel()], more);
    expect(allByRole(body, 'textbox')).toEqual([]);
    byRole(body, 'button', 'Add a channel…').click();
    expect(document.activeElement).toBe(byRole(body, 'textbox', 'Text from the publisher'));
    return background;
  }

  async function paste(pasted: string): Promise<void> {
    type(byRole(body, 'textbox', 'Text from the publisher'), pasted);
    submit(byRole(body, 'button', 'Show what it says'));
    await settled();
  }

  test('adding a channel shows host and key fingerprint first, and adds exactly what was shown', async () => {
    const background = await openForm({
      'preview-channel': () => preview,
      'add-channel': () => ({ channel: 'new' }),
    });
    await paste(text);
    expect(background.asked.some((request) => request.type === 'add-channel')).toBe(false);
    expect(document.activeElement).toBe(byRole(body, 'heading', 'Is this the channel you mean?'));
    expect(textOf(body)).toContain('Hostlists.corp.example');
    expect(textOf(body)).toContain('Key fingerprint91bc 07de');
    byRole(body, 'button', 'Add this channel').click();
    await settled();
    expect(background.asked).toContainEqual({ type: 'add-channel', text });
    expect(textOf(byRole(body, 'status'))).toBe('The channel is added. Its list is being downloaded.');
    expect(document.activeElement).toBe(byRole(body, 'button', 'Add a channel…'));
  });

  test.each([
    ['not-a-channel', /exactly one address and at least one key/],
    ['not-https', /does not begin with https/],
    ['private-host', /private network/],
    ['already-there', /already have this channel, with the same key/],
    ['key-changed', /Nobody has signed the change/],
    ['too-many', /already have 8 channels/],
    ['not-stored', /could not store this/],
  ] as const)(
    'adding a channel says in plain words why %s is refused, and keeps the text',
    async (refused, words) => {
      await openForm({ 'preview-channel': () => ({ refused }) });
      await paste(text);
      expect(textOf(byRole(body, 'alert'))).toMatch(words);
      expect(byRole(body, 'textbox', 'Text from the publisher')).toHaveProperty('value', text);
    },
  );

  test('adding a channel leaves nothing behind when it is cancelled', async () => {
    await openForm({ 'preview-channel': () => preview });
    await paste(text);
    byRole(body, 'button', 'Cancel').click();
    expect(textOf(body)).not.toContain('lists.corp.example');
    expect(document.activeElement).toBe(byRole(body, 'button', 'Add a channel…'));
  });
});
