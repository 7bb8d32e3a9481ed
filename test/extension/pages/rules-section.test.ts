// @vitest-environment happy-dom
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { Rule } from '../../../src/core/verdict/rules.ts';
import { MORE_ROWS, ROWS_AT_FIRST } from '../../../src/extension/pages/options/decisions/decisions-state.ts';
import type { BackgroundLink } from '../../../src/extension/pages/background-link.ts';
import { startDecisions } from '../../../src/extension/pages/options/decisions/start-decisions.ts';
import { BackgroundUnreachable } from '../../../src/extension/platform/message-bus.ts';
import { allByRole, byRole, choose, press, submit, textOf, type } from './by-role.ts';
import { type Answers, backgroundThat, settled, type FakeBackground } from './fake-background.ts';
import { aRule, contextIn, DAY, NOW } from './page-tools.ts';

vi.mock('../../../src/extension/platform/browser.ts', () => ({ browser: {} }));

// A new one for each test: what an earlier one still waits for must not draw here.
let body = document.createElement('div');

beforeEach(() => {
  body = document.createElement('div');
  document.body.replaceChildren(body);
});

/** Rules are all that was decided. */
const NOTHING_ELSE = {
  'list-corrections': () => ({ corrections: [] }),
  'list-pauses': () => ({ origins: [] }),
  'get-correspondents': () => ({ senders: 0, most: 2_000, days: null, asked: null }),
} as const satisfies Answers;

/** A background that keeps rules as the real one does, as far as this section can tell. */
function keeping(kept: Rule[]): FakeBackground {
  const background = backgroundThat({
    ...NOTHING_ELSE,
    'list-rules': ({ action }) => ({ rules: kept.filter((rule) => rule.action === action) }),
    'add-rule': ({ action, scope, subject, note, expiresAt }) => {
      if (subject === 'docs.google.com') return { refused: 'not-trustable' };
      const rule = aRule({ id: `new-${kept.length}`, action, scope, subject, note, expiresAt, addedAt: NOW });
      kept.unshift(rule);
      return { ruleId: rule.id, scope, subject };
    },
    'edit-rule': ({ ruleId, note, expiresAt }) => {
      const index = kept.findIndex(({ id }) => id === ruleId);
      const rule = kept[index];
      if (rule !== undefined) kept[index] = { ...rule, note, expiresAt };
      return { outcome: rule === undefined ? 'gone' : 'done' };
    },
    'add-rules': ({ action, lines }) => {
      const rules = lines.map((subject, place) => aRule({ id: `line-${place}`, action, subject }));
      const replaced = take([...kept].filter(({ subject }) => lines.includes(subject)).map(({ id }) => id));
      kept.unshift(...rules);
      return { ids: rules.map(({ id }) => id), replaced };
    },
    'undo-rule': ({ ruleId }) => ({
      outcome: take([ruleId]).length === 1 ? 'done' : 'gone',
    }),
    'remove-rules': ({ ids }) => ({ removed: take(ids) }),
    'restore-rules': ({ rules }) => {
      kept.unshift(...rules);
      return { outcome: 'done' };
    },
  });
  function take(ids: readonly string[]): Rule[] {
    const taken = kept.filter(({ id }) => ids.includes(id));
    for (const rule of taken) kept.splice(kept.indexOf(rule), 1);
    return taken;
  }
  return background;
}

/** The same, and a switch under which it gives no answer. */
function goingSilent(kept: Rule[], isSilent: () => boolean): BackgroundLink {
  const background = keeping(kept);
  return {
    ...background,
    ask: (request) =>
      request.type === 'list-rules' && isSilent()
        ? Promise.reject(new BackgroundUnreachable('no answer'))
        : background.ask(request),
  };
}

async function allowlist(kept: Rule[]): Promise<FakeBackground> {
  const background = keeping(kept);
  await startDecisions(body, background, contextIn).load();
  return background;
}

function subjects(): string[] {
  return [...body.querySelectorAll('tbody .row-title')].map(textOf);
}

/** The cells of each row. */
function rowTexts(): string[] {
  return [...body.querySelectorAll('tbody tr')].map((row) => [...row.children].map(textOf).join('|'));
}

const said = (): string => allByRole(body, 'status').map(textOf)[0] ?? '';

describe('the allowlist', () => {
  test('the allowlist lists what is trusted, with scope, dates and note', async () => {
    await allowlist([aRule({ note: 'My bank', expiresAt: NOW + 3 * DAY })]);
    expect(rowTexts()).toEqual([
      'Trusted|bank.examplesite|My bank|11 Novemberuntil 23 November at 14:00|EditRemove',
    ]);
  });

  test('the allowlist says so when there is nothing yet', async () => {
    await allowlist([]);
    expect(textOf(body)).toContain('You have not decided anything yet.');
    expect(allByRole(body, 'searchbox')).toEqual([]);
  });

  test('the allowlist is not said to be empty when it cannot be read', async () => {
    await startDecisions(
      body,
      backgroundThat({ 'list-rules': () => ({ refused: 'not-stored' }) }),
      contextIn,
    ).load();
    expect(textOf(body)).toMatch(/^The browser could not read what Spamlight has stored\./);
  });

  test('the allowlist says so when the background does not answer', async () => {
    await startDecisions(body, backgroundThat({}), contextIn).load();
    expect(textOf(byRole(body, 'alert'))).toContain('Spamlight did not answer this page.');
  });

  test('the allowlist says at once what a typed address would cover', async () => {
    await allowlist([]);
    type(byRole(body, 'textbox', 'Address'), 'https://www.bank.example/login');
    await vi.waitFor(() => expect(textOf(body)).toContain('Covers'), { timeout: 20_000 });
    expect(textOf(body)).toContain('Covers bank.example and every host under it.');
    choose(byRole(body, 'combobox', 'What'), 'host');
    await settled();
    expect(textOf(body)).toContain('Covers exactly the host www.bank.example.');
  });

  test('the allowlist adds, empties the form, and offers to take it back', async () => {
    const kept: Rule[] = [];
    const background = await allowlist(kept);
    choose(byRole(body, 'combobox', 'How long'), '7');
    type(byRole(body, 'textbox', 'Address'), 'shop.example');
    type(byRole(body, 'textbox', 'Note (optional)'), 'newsletter');
    submit(byRole(body, 'button', 'Trust'));
    await settled();
    expect(background.asked).toContainEqual({
      type: 'add-rule',
      action: 'trust',
      scope: 'site',
      subject: 'shop.example',
      note: 'newsletter',
      expiresAt: NOW + 7 * DAY,
    });
    expect(subjects()).toEqual(['shop.example']);
    expect(said()).toBe('Trusted: shop.example. Undo');
    expect(byRole(body, 'textbox', 'Address')).toHaveProperty('value', '');
    byRole(body, 'button', 'Undo').click();
    await settled();
    expect(kept).toEqual([]);
    expect(said()).toBe('Put back as it was.');
  });

  test('the allowlist explains a refusal at the field, and keeps what was typed', async () => {
    await allowlist([]);
    const field = byRole(body, 'textbox', 'Address');
    type(field, 'docs.google.com');
    submit(byRole(body, 'button', 'Trust'));
    await settled();
    expect(textOf(byRole(body, 'alert'))).toMatch(
      /^docs\.google\.com is used by many people, so it cannot be trusted/,
    );
    expect(byRole(body, 'textbox', 'Address')).toBe(field);
    expect(field).toHaveProperty('value', 'docs.google.com');
    expect(field.getAttribute('aria-invalid')).toBe('true');
    expect(field.getAttribute('aria-describedby')).toContain(byRole(body, 'alert').id);
    expect(document.activeElement).toBe(field);
  });

  test('the allowlist says a refusal once', async () => {
    await allowlist([]);
    type(byRole(body, 'textbox', 'Address'), 'docs.google.com');
    await settled();
    submit(byRole(body, 'button', 'Trust'));
    await settled();
    expect(textOf(body).match(/is used by many people/g)).toHaveLength(1);
  });

  test('the allowlist offers the part of a pasted address that is one person’s', async () => {
    await allowlist([]);
    const form = 'docs.google.com/forms/d/e/1FAIpQLSabc/';
    type(byRole(body, 'textbox', 'Address'), `https://${form}viewform?usp=sf_link`);
    await vi.waitFor(() => byRole(body, 'button', `Only ${form}`));
    byRole(body, 'button', `Only ${form}`).click();
    await settled();
    await vi.waitFor(() => expect(textOf(body)).toContain(`Covers everything below ${form}`));
    expect(allByRole(body, 'button').map(textOf)).not.toContain(`Only ${form}`);
    submit(byRole(body, 'button', 'Trust'));
    await settled();
    expect(subjects()).toEqual([`https://${form}viewform?usp=sf_link`]);
  });

  test('the allowlist removes with an undo that has the focus', async () => {
    await allowlist([aRule(), aRule({ id: 'rule-2', subject: 'shop.example' })]);
    byRole(body, 'button', 'Remove: Trusted, shop.example').click();
    await settled();
    expect(subjects()).toEqual(['bank.example']);
    const undo = byRole(body, 'button', 'Undo');
    expect(document.activeElement).toBe(undo);
    undo.click();
    await settled();
    expect(subjects().sort()).toEqual(['bank.example', 'shop.example']);
  });

  test('the allowlist keeps the undo while the background does not answer', async () => {
    let isSilent = false;
    const kept = [aRule({ id: 'a', subject: 'shop.example' })];
    const section = startDecisions(
      body,
      goingSilent(kept, () => isSilent),
      contextIn,
    );
    await section.load();
    isSilent = true;
    byRole(body, 'button', 'Remove: Trusted, shop.example').click();
    await settled();
    expect(allByRole(body, 'button', 'Undo')).toEqual([]);
    isSilent = false;
    await section.load();
    byRole(body, 'button', 'Undo').click();
    await settled();
    expect(kept.map(({ id }) => id)).toEqual(['a']);
  });

  test('the allowlist edits note and end, and leaves the end alone unless another one is chosen', async () => {
    const kept = [aRule({ expiresAt: NOW + DAY })];
    await allowlist(kept);
    byRole(body, 'button', 'Edit bank.example').click();
    const note = document.getElementById('edit-note');
    expect(document.activeElement).toBe(note);
    if (note !== null) type(note, 'still my bank');
    submit(byRole(body, 'button', 'Save'));
    await settled();
    expect(kept[0]).toMatchObject({ note: 'still my bank', expiresAt: NOW + DAY });

    byRole(body, 'button', 'Edit bank.example').click();
    const holds = document.getElementById('edit-holds');
    if (holds !== null) choose(holds, '0');
    submit(byRole(body, 'button', 'Save'));
    await settled();
    expect(kept[0]?.expiresAt).toBeNull();
  });

  test('the allowlist shows what the administrator has set, and no button for it', async () => {
    await allowlist([aRule({ by: 'administrator' })]);
    expect(rowTexts()).toEqual(['Trusted|bank.examplesite|||set by your administrator']);
    expect(allByRole(body, 'button', /bank\.example/)).toEqual([]);
  });

  test('the allowlist finds by subject and note', async () => {
    await allowlist([
      aRule(),
      aRule({ id: '2', subject: 'shop.example', note: 'the Bank of shops' }),
      aRule({ id: '3', subject: 'other.example' }),
    ]);
    type(byRole(body, 'searchbox', 'Search'), 'BANK');
    expect(subjects()).toEqual(['bank.example', 'shop.example']);
    expect(textOf(body)).toContain('2 of 3 found');
  });

  test('the allowlist draws a long list in parts', async () => {
    const many = Array.from({ length: ROWS_AT_FIRST + MORE_ROWS + 20 }, (_, index) =>
      aRule({ id: `r${index}`, subject: `s${index}.example` }),
    );
    await allowlist(many);
    expect(subjects()).toHaveLength(ROWS_AT_FIRST);
    press(byRole(body, 'button', `Show ${MORE_ROWS} more`));
    const firstOf = (row: number): Element | null | undefined =>
      body.querySelectorAll('tbody tr')[row]?.querySelector('button');
    expect(document.activeElement).toBe(firstOf(ROWS_AT_FIRST));
    press(byRole(body, 'button', 'Show 20 more'));
    expect(subjects()).toHaveLength(many.length);
    // The button that had the focus is gone.
    expect(document.activeElement).toBe(firstOf(ROWS_AT_FIRST + MORE_ROWS));
  });

  test('the allowlist goes on with the first of the new rows where that has no button', async () => {
    await allowlist(
      Array.from({ length: ROWS_AT_FIRST + 1 }, (_, index) =>
        aRule({ id: `r${index}`, subject: `s${index}.example`, by: 'administrator' }),
      ),
    );
    press(byRole(body, 'button', 'Show 1 more'));
    expect(document.activeElement).toBe(body.querySelectorAll('tbody tr')[ROWS_AT_FIRST]);
  });

  test('the allowlist adds pasted lines to the list that they were looked at for, whatever is chosen since', async () => {
    const background = await allowlist([]);
    type(byRole(body, 'textbox', 'One address per line'), 'shop.example');
    submit(byRole(body, 'button', 'Preview'));
    await vi.waitFor(() => byRole(body, 'button', 'Add 1 entry'), { timeout: 20_000 });
    choose(byRole(body, 'combobox', 'Add to'), 'block');
    byRole(body, 'button', 'Add 1 entry').click();
    await settled();
    expect(background.asked).toContainEqual({ type: 'add-rules', action: 'trust', lines: ['shop.example'] });
  });

  test('the allowlist reads pasted lines, names those that cannot be added with the reason, and takes all back at once', async () => {
    const kept = [aRule()];
    const background = await allowlist(kept);
    const lines = [
      '# mine',
      'bank.example',
      'www.shop.example',
      '',
      '*.evil.example',
      'co.uk',
      'anna@b.example',
    ];
    type(byRole(body, 'textbox', 'One address per line'), lines.join('\n'));
    submit(byRole(body, 'button', 'Preview'));
    await vi.waitFor(() => expect(textOf(body)).toContain('2 entries would be added.'), { timeout: 20_000 });
    expect(textOf(body)).toContain('1 was there already.');
    expect(textOf(body)).toContain('2 lines cannot be added:');
    expect(textOf(body)).toMatch(/“\*\.evil\.example” contains a \*/);
    expect(textOf(body)).toMatch(/co\.uk is used by many people, so it cannot be trusted as a whole/);
    byRole(body, 'button', 'Add 2 entries').click();
    await settled();
    expect(background.asked).toContainEqual({
      type: 'add-rules',
      action: 'trust',
      lines: ['www.shop.example', 'anna@b.example'],
    });
    expect(said()).toBe('2 entries added. Undo');
    byRole(body, 'button', 'Undo').click();
    await settled();
    expect(kept.map(({ subject }) => subject)).toEqual(['bank.example']);
  });

  test('the undo of pasted lines brings back what those replaced that are still there', async () => {
    const blocked = ['bank.example', 'shop.example'].map((subject) =>
      aRule({ id: `blocked ${subject}`, action: 'block', subject }),
    );
    const kept = [...blocked];
    await allowlist(kept);
    type(byRole(body, 'textbox', 'One address per line'), 'bank.example\nshop.example');
    submit(byRole(body, 'button', 'Preview'));
    await vi.waitFor(() => byRole(body, 'button', 'Add 2 entries'), { timeout: 20_000 });
    byRole(body, 'button', 'Add 2 entries').click();
    await settled();
    // Blocked again meanwhile, at its card.
    const later = aRule({ id: 'later', action: 'block', subject: 'bank.example' });
    kept.splice(
      kept.findIndex(({ subject }) => subject === 'bank.example'),
      1,
      later,
    );
    byRole(body, 'button', 'Undo').click();
    await settled();
    expect(kept).toEqual([blocked[1], later]);
    expect(said()).toBe('Put back as it was.');
  });

  test('the allowlist says of more lines than a list can hold that they are to be pasted in parts', async () => {
    await allowlist([]);
    type(byRole(body, 'textbox', 'One address per line'), 'b.example\n'.repeat(20_001));
    submit(byRole(body, 'button', 'Preview'));
    await settled();
    expect(said()).toBe('These are more than 20,000 lines. Paste them in parts.');
  });

  test('the allowlist sorts by name, by end and newest first', async () => {
    await allowlist([
      aRule({ id: '1', subject: 'b.example', addedAt: NOW - 1, expiresAt: NOW + 2 * DAY }),
      aRule({ id: '2', subject: 'c.example', addedAt: NOW - 2, expiresAt: NOW + DAY }),
      aRule({ id: '3', subject: 'a.example', addedAt: NOW - 3 }),
    ]);
    const sorted = (order: string): string[] => {
      choose(byRole(body, 'combobox', 'Order'), order);
      return subjects();
    };
    expect(sorted('name')).toEqual(['a.example', 'b.example', 'c.example']);
    expect(sorted('end')).toEqual(['c.example', 'b.example', 'a.example']);
    expect(sorted('newest')).toEqual(['b.example', 'c.example', 'a.example']);
  });

  test('the allowlist says where a rule was made', async () => {
    await allowlist([aRule({ from: 'menu' })]);
    expect(rowTexts()).toEqual(['Trusted|bank.examplesite|in the context menu|11 November|EditRemove']);
  });

  test('the allowlist does not let a subject disturb the names of its buttons', async () => {
    await allowlist([aRule({ subject: 'a\u202eb.example' })]);
    expect(allByRole(body, 'button', 'Remove: Trusted, a\\u{202e}b.example')).toHaveLength(1);
  });
});

describe('the block list', () => {
  test('the block list says why a whole wrapper cannot be blocked', async () => {
    const background = backgroundThat({
      ...NOTHING_ELSE,
      'list-rules': () => ({ rules: [] }),
      'add-rule': () => ({ refused: 'not-trustable' }),
    });
    await startDecisions(body, background, contextIn).load();
    choose(byRole(body, 'combobox', 'Add to'), 'block');
    type(byRole(body, 'textbox', 'Address'), 'com');
    submit(byRole(body, 'button', 'Block'));
    await settled();
    expect(textOf(byRole(body, 'alert'))).toMatch(/^com is used by many people, so blocking it/);
  });

  test('the block list gets what is added to it, and says what that covers as its own', async () => {
    const kept: Rule[] = [];
    const background = await allowlist(kept);
    type(byRole(body, 'textbox', 'Address'), 'docs.google.com');
    await vi.waitFor(() => expect(textOf(body)).toContain('so it cannot be trusted'), { timeout: 20_000 });
    choose(byRole(body, 'combobox', 'Add to'), 'block');
    await vi.waitFor(() => expect(textOf(body)).not.toContain('so it cannot be trusted'));
    type(byRole(body, 'textbox', 'Address'), 'casino.example');
    submit(byRole(body, 'button', 'Block'));
    await settled();
    expect(background.asked).toContainEqual(
      expect.objectContaining({ type: 'add-rule', action: 'block', subject: 'casino.example' }),
    );
    expect(said()).toBe('Blocked: casino.example. Undo');
  });

  test('the block list is shown without the other, and what is added to the other is not hidden', async () => {
    await allowlist([aRule(), aRule({ id: '2', action: 'block', subject: 'casino.example' })]);
    const filter = byRole(body, 'combobox', 'Show');
    expect([...filter.children].map(textOf)).toEqual([
      'Everything (2)',
      'Allowlist (1)',
      'Block list (1)',
      'Messages (0)',
      'Checking paused (0)',
    ]);
    choose(filter, 'block');
    expect(subjects()).toEqual(['casino.example']);
    type(byRole(body, 'searchbox', 'Search'), 'cas');
    type(byRole(body, 'textbox', 'Address'), 'shop.example');
    submit(byRole(body, 'button', 'Trust'));
    await settled();
    expect(subjects()).toHaveLength(3);
    expect(byRole(body, 'searchbox', 'Search')).toHaveProperty('value', '');
    expect(byRole(body, 'combobox', 'Show')).toHaveProperty('value', 'all');
  });
});
