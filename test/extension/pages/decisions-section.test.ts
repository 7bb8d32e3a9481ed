// @vitest-environment happy-dom
import { describe, expect, test, vi } from 'vitest';
import type { Rule } from '../../../src/core/verdict/rules.ts';
import { startDecisions } from '../../../src/extension/pages/options/decisions/start-decisions.ts';
import type { Correction } from '../../../src/extension/protocol/evidence-messages.ts';
import { allByRole, byRole, choose, press, textOf } from './by-role.ts';
import { backgroundThat, settled, type Answers, type FakeBackground } from './fake-background.ts';
import { aRule, contextIn, DAY, NOW } from './page-tools.ts';

vi.mock('../../../src/extension/platform/browser.ts', () => ({ browser: {} }));

const FINE: Correction = {
  id: 'address news@acme.example',
  correction: 'fine',
  scope: 'address',
  subject: 'news@acme.example',
  addedAt: NOW - 2 * DAY,
  sites: ['acme.example'],
};

interface Decided {
  readonly trusted?: readonly Rule[];
  readonly blocked?: readonly Rule[];
  readonly corrections?: readonly Correction[];
  readonly origins?: readonly string[];
  readonly senders?: number;
}

async function shown(
  decided: Decided,
  answers: Answers = {},
): Promise<{ body: HTMLElement; background: FakeBackground; decided: Decided }> {
  const now = { ...decided };
  const background = backgroundThat({
    'list-rules': ({ action }) => ({
      rules: (action === 'trust' ? now.trusted : now.blocked) ?? [],
    }),
    'list-corrections': () => ({ corrections: now.corrections ?? [] }),
    'list-pauses': () => ({ origins: now.origins ?? [] }),
    'get-correspondents': () => ({ senders: now.senders ?? 0, most: 2_000, days: null, asked: null }),
    ...answers,
  });
  const body = document.createElement('div');
  document.body.replaceChildren(body);
  await startDecisions(body, background, contextIn).load();
  return { body, background, decided: now };
}

const statusOf = (body: HTMLElement): Element | null => body.querySelector('[role="status"]');

const rowsOf = (body: HTMLElement): readonly string[] =>
  [...body.querySelectorAll('tbody tr')].map(({ textContent }) => textContent);

describe('the table of everything that was decided', () => {
  test('the table of everything that was decided has rules, corrections, pauses and what is remembered, pauses first, then the newest', async () => {
    const { body } = await shown({
      trusted: [aRule({ subject: 'bank.example' })],
      blocked: [aRule({ id: 'r2', action: 'block', subject: 'casino.example', addedAt: NOW - DAY })],
      corrections: [FINE],
      origins: ['https://mail.acme.example'],
      senders: 41,
    });
    const rows = rowsOf(body);
    expect(rows).toHaveLength(5);
    // Where it was paused is not kept.
    expect(rows[0]).toBe('Checking pausedhttps://mail.acme.exampleRemove');
    expect(rows[1]).toMatch(/Blocked.*casino\.example/);
    expect(rows[2]).toMatch(/“This is fine”.*news@acme\.example.*one address/);
    expect(rows[3]).toMatch(/Trusted.*bank\.example/);
    expect(rows[4]).toContain('41 senders whose mail you have opened');
  });

  test('the table of everything that was decided says so where nothing was decided, and where nobody answers', async () => {
    expect((await shown({})).body.querySelector('.empty')?.textContent).toMatch(
      /^You have not decided anything yet\./,
    );
    expect(document.querySelector('table')).toBeNull();
    const body = document.createElement('div');
    await startDecisions(body, backgroundThat({}), contextIn).load();
    expect(body.querySelector('[role="alert"]')).not.toBeNull();
  });

  test.each(['list-rules', 'list-corrections', 'list-pauses', 'get-correspondents'] as const)(
    'the table of everything that was decided is not drawn with what is missing of it where it cannot be read: %s',
    async (type) => {
      const { body } = await shown({ trusted: [aRule()] }, { [type]: () => ({ refused: 'not-stored' }) });
      expect(body.querySelector('table')).toBeNull();
      expect(body.textContent).toMatch(/^The browser could not read what Spamlight has stored\./);
    },
  );

  test.each([
    [
      'a rule',
      { trusted: [aRule()] },
      { 'remove-rules': () => ({ removed: [aRule()] }) },
      { type: 'remove-rules', ids: ['rule-1'] },
    ],
    [
      'a correction',
      { corrections: [FINE] },
      { 'undo-correction': () => ({ outcome: 'done' }) },
      { type: 'undo-correction', correctionId: 'address news@acme.example' },
    ],
    [
      'a pause',
      { origins: ['https://mail.acme.example'] },
      { 'end-pause': () => ({ outcome: 'done' }) },
      { type: 'end-pause', origin: 'https://mail.acme.example' },
    ],
  ] as const satisfies readonly (readonly [string, Decided, Answers, object])[])(
    'the table of everything that was decided takes back %s with one button',
    async (_, decided, answers, request) => {
      const { body, background } = await shown(decided, answers);
      byRole(body, 'button', /^Remove/).click();
      await settled();
      expect(background.asked).toContainEqual(request);
      expect(body.querySelector('[role="status"]')?.textContent).toMatch(/^Removed: /);
    },
  );

  test('the table of everything that was decided says what was not taken back, and why', async () => {
    const { body } = await shown(
      { corrections: [FINE] },
      { 'undo-correction': () => ({ outcome: 'not-stored' }) },
    );
    byRole(body, 'button', /^Remove/).click();
    await settled();
    expect(body.querySelector('[role="status"]')?.textContent).toContain('could not store');
    expect(rowsOf(body)).toHaveLength(1);
  });

  test('the table of decisions shows an undo for a rule that was removed, which has the focus', async () => {
    let trusted: readonly Rule[] = [aRule()];
    let outcome: 'not-stored' | 'done' = 'not-stored';
    const { body, background } = await shown(
      {},
      {
        'list-rules': ({ action }) => ({ rules: action === 'trust' ? trusted : [] }),
        'remove-rules': () => {
          const removed = trusted;
          trusted = [];
          return { removed };
        },
        'restore-rules': ({ rules }) => {
          if (outcome === 'done') trusted = rules;
          return { outcome };
        },
      },
    );
    press(byRole(body, 'button', /^Remove/));
    await settled();
    expect(textOf(statusOf(body))).toBe('Removed: bank.example. Undo');
    expect(document.activeElement).toBe(byRole(body, 'button', 'Undo'));
    press(byRole(body, 'button', 'Undo'));
    await settled();
    // It can be tried again.
    expect(textOf(statusOf(body))).toMatch(/could not store this.* Undo$/);
    expect(document.activeElement).toBe(byRole(body, 'button', 'Undo'));
    outcome = 'done';
    press(byRole(body, 'button', 'Undo'));
    await settled();
    expect(background.asked).toContainEqual({ type: 'restore-rules', rules: [aRule()] });
    expect(textOf(statusOf(body))).toBe('Put back as it was.');
    expect(rowsOf(body)).toHaveLength(1);
    expect(document.activeElement).toBe(byRole(body, 'button', 'Edit bank.example'));
  });

  test('the table of everything that was decided goes on with the next row where what was taken back has no undo, and ends with what it says', async () => {
    let origins = ['https://a.example', 'https://b.example', 'https://c.example'];
    const { body } = await shown(
      { senders: 3 },
      {
        'list-pauses': () => ({ origins }),
        'end-pause': ({ origin }) => {
          origins = origins.filter((each) => each !== origin);
          return { outcome: 'done' };
        },
      },
    );
    for (const [taken, next] of [
      ['b', 'c'],
      ['c', 'a'],
    ] as const) {
      press(byRole(body, 'button', `Remove: Checking paused, https://${taken}.example`));
      await settled();
      expect(document.activeElement).toBe(
        byRole(body, 'button', `Remove: Checking paused, https://${next}.example`),
      );
    }
    press(byRole(body, 'button', /^Remove/));
    await settled();
    expect(textOf(document.activeElement)).toBe('Removed: https://a.example.');
    expect(document.activeElement).toBe(statusOf(body));
  });

  test('the table of everything that was decided forgets whom it remembers only after a second thought', async () => {
    let senders = 3;
    const { body, background } = await shown(
      {},
      {
        'get-correspondents': () => ({ senders, most: 2_000, days: null, asked: null }),
        'clear-correspondents': () => {
          senders = 0;
          return { outcome: 'done' };
        },
      },
    );
    press(byRole(body, 'button', 'Forget all…'));
    expect(textOf(body)).toContain('Forget all of them? This cannot be undone.');
    expect(document.activeElement).toBe(byRole(body, 'button', 'Cancel'));
    press(byRole(body, 'button', 'Cancel'));
    await settled();
    expect(document.activeElement).toBe(byRole(body, 'button', 'Forget all…'));
    expect(background.asked).not.toContainEqual({ type: 'clear-correspondents' });
    press(byRole(body, 'button', 'Forget all…'));
    press(byRole(body, 'button', 'Forget all'));
    await settled();
    expect(background.asked).toContainEqual({ type: 'clear-correspondents' });
    expect(textOf(statusOf(body))).toMatch(/^Spamlight has forgotten/);
    expect(document.activeElement).toBe(statusOf(body));
  });

  test('the table of everything that was decided leaves an administrator’s rule without a button and without a day', async () => {
    const { body } = await shown({ trusted: [aRule({ by: 'administrator', addedAt: 0 })] });
    expect(allByRole(body, 'button', /bank/)).toEqual([]);
    expect(body.textContent).not.toContain('1970');
  });

  test.each([
    ['all', ['https://mail.acme.example', 'casino.example', 'news@acme.example', 'bank.example'], true],
    ['trust', ['bank.example'], false],
    ['block', ['casino.example'], false],
    ['messages', ['news@acme.example'], false],
    ['paused', ['https://mail.acme.example'], false],
  ] as const)(
    'the table of everything that was decided shows %s of it',
    async (filter, subjects, hasRemembered) => {
      const { body } = await shown({
        trusted: [aRule({ subject: 'bank.example' })],
        blocked: [aRule({ id: 'r2', action: 'block', subject: 'casino.example', addedAt: NOW - DAY })],
        corrections: [FINE],
        origins: ['https://mail.acme.example'],
        senders: 41,
      });
      choose(byRole(body, 'combobox', 'Show'), filter);
      expect([...body.querySelectorAll('tbody .row-title')].map(textOf)).toEqual(subjects);
      expect(textOf(body).includes('41 senders')).toBe(hasRemembered);
    },
  );

  test.each([
    ['newest', ['https://mail.acme.example', 'z.example', 'a.example', 'm.example']],
    ['name', ['a.example', 'https://mail.acme.example', 'm.example', 'z.example']],
    ['end', ['m.example', 'a.example', 'https://mail.acme.example', 'z.example']],
  ] as const)('the table of everything that was decided is put in order: %s', async (order, subjects) => {
    const { body } = await shown({
      trusted: [
        aRule({ id: '1', subject: 'a.example', addedAt: NOW - 2 * DAY }),
        aRule({ id: '2', subject: 'm.example', addedAt: NOW - 3 * DAY, expiresAt: NOW + DAY }),
      ],
      blocked: [aRule({ id: '3', action: 'block', subject: 'z.example', addedAt: NOW - DAY })],
      origins: ['https://mail.acme.example'],
    });
    // The one that is chosen at first is not chosen by hand.
    if (order !== 'newest') choose(byRole(body, 'combobox', 'Order'), order);
    expect([...body.querySelectorAll('tbody .row-title')].map(textOf)).toEqual(subjects);
  });
});
