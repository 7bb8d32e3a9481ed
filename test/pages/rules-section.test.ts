// @vitest-environment happy-dom
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { Rule } from '../../src/core/verdict/rules.ts';
import { rulesOnly } from '../../src/pages/options/rules-file.ts';
import { ROWS_AT_ONCE } from '../../src/pages/options/rules-state.ts';
import type { BackgroundLink } from '../../src/pages/background-link.ts';
import { startRules } from '../../src/pages/options/start-rules.ts';
import { BackgroundUnreachable } from '../../src/platform/message-bus.ts';
import { allByRole, byRole, choose, submit, textOf, type } from './by-role.ts';
import { backgroundThat, settled, type FakeBackground } from './fake-background.ts';
import { aRule, contextIn, DAY, NOW } from './page-tools.ts';

vi.mock('../../src/platform/browser.ts', () => ({ browser: {} }));

// A new one for each test: what an earlier one still waits for must not draw here.
let body = document.createElement('div');

beforeEach(() => {
  body = document.createElement('div');
  document.body.replaceChildren(body);
});

/** A background that keeps rules as the real one does, as far as this section can tell. */
function keeping(kept: Rule[]): FakeBackground {
  const background = backgroundThat({
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
    'import-private-data': () => {
      const added = [aRule({ id: 'imported', subject: 'imported.example' })];
      kept.unshift(...added);
      const imported = {
        ruleIds: added.map(({ id }) => id),
        days: [],
        preferencesBefore: null,
        tookOrder: false,
      };
      return { imported, alreadyThere: 2, impossible: 0, channelTexts: [], listUrls: [] };
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
  await startRules(body, 'trust', background, contextIn).load();
  return background;
}

function subjects(): string[] {
  return [...body.querySelectorAll('.rules .row-title')].map(textOf);
}

function choosesFile(content: string, name: string): void {
  const field = byRole(body, 'file', 'Read a file…');
  Object.defineProperty(field, 'files', { value: [new File([content], name)] });
  field.dispatchEvent(new Event('change'));
}

const said = (): string => allByRole(body, 'status').map(textOf)[0] ?? '';

describe('the allowlist', () => {
  test('lists what is trusted, with scope, dates and note', async () => {
    await allowlist([aRule({ note: 'My bank', expiresAt: NOW + 3 * DAY })]);
    expect(textOf(byRole(body, 'listitem'))).toContain(
      'bank.examplesite · added 11 November · until 23 November at 14:00My bank',
    );
  });

  test('says so when there is nothing yet', async () => {
    await allowlist([]);
    expect(textOf(body)).toContain('You trust nothing yet.');
    expect(allByRole(body, 'searchbox')).toEqual([]);
  });

  test('is not said to be empty when it cannot be read', async () => {
    await startRules(
      body,
      'trust',
      backgroundThat({ 'list-rules': () => ({ refused: 'not-stored' }) }),
      contextIn,
    ).load();
    expect(textOf(body)).toMatch(/^The browser could not read what Spamlight keeps here\./);
  });

  test('says so when the background does not answer', async () => {
    await startRules(body, 'trust', backgroundThat({}), contextIn).load();
    expect(textOf(byRole(body, 'alert'))).toContain('Spamlight did not answer this page.');
  });

  test('says at once what a typed address would cover', async () => {
    await allowlist([]);
    type(byRole(body, 'textbox', 'Address'), 'https://www.bank.example/login');
    await vi.waitFor(() => expect(textOf(body)).toContain('Covers'), { timeout: 20_000 });
    expect(textOf(body)).toContain('Covers bank.example and every host under it.');
    choose(byRole(body, 'combobox', 'What'), 'host');
    await settled();
    expect(textOf(body)).toContain('Covers exactly the host www.bank.example.');
  });

  test('adds, empties the form, and offers to take it back', async () => {
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

  test('explains a refusal at the field, and keeps what was typed', async () => {
    await allowlist([]);
    const field = byRole(body, 'textbox', 'Address');
    type(field, 'docs.google.com');
    submit(byRole(body, 'button', 'Trust'));
    await settled();
    expect(textOf(byRole(body, 'alert'))).toMatch(/^docs\.google\.com cannot be trusted as a whole/);
    expect(byRole(body, 'textbox', 'Address')).toBe(field);
    expect(field).toHaveProperty('value', 'docs.google.com');
    expect(field.getAttribute('aria-invalid')).toBe('true');
    expect(field.getAttribute('aria-describedby')).toContain(byRole(body, 'alert').id);
    expect(document.activeElement).toBe(field);
  });

  test('removes with an undo that has the focus', async () => {
    await allowlist([aRule(), aRule({ id: 'rule-2', subject: 'shop.example' })]);
    byRole(body, 'button', 'Remove shop.example').click();
    await settled();
    expect(subjects()).toEqual(['bank.example']);
    const undo = byRole(body, 'button', 'Undo');
    expect(document.activeElement).toBe(undo);
    undo.click();
    await settled();
    expect(subjects().sort()).toEqual(['bank.example', 'shop.example']);
  });

  test('keeps the undo while the background does not answer', async () => {
    let isSilent = false;
    const kept = [aRule({ id: 'a', subject: 'shop.example' })];
    const section = startRules(
      body,
      'trust',
      goingSilent(kept, () => isSilent),
      contextIn,
    );
    await section.load();
    isSilent = true;
    byRole(body, 'button', 'Remove shop.example').click();
    await settled();
    expect(allByRole(body, 'button', 'Undo')).toEqual([]);
    isSilent = false;
    await section.load();
    byRole(body, 'button', 'Undo').click();
    await settled();
    expect(kept.map(({ id }) => id)).toEqual(['a']);
  });

  test('edits note and end, and leaves the end alone unless another one is chosen', async () => {
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

  test('shows what the administrator has set, and no button for it', async () => {
    await allowlist([aRule({ by: 'administrator' })]);
    expect(textOf(byRole(body, 'listitem'))).toContain('set by your administrator');
    expect(allByRole(body, 'button', /bank\.example/)).toEqual([]);
  });

  test('finds by subject and note', async () => {
    await allowlist([
      aRule(),
      aRule({ id: '2', subject: 'shop.example', note: 'the Bank of shops' }),
      aRule({ id: '3', subject: 'other.example' }),
    ]);
    type(byRole(body, 'searchbox', 'Search the allowlist'), 'BANK');
    expect(subjects()).toEqual(['bank.example', 'shop.example']);
    expect(textOf(body)).toContain('2 of 3 found');
  });

  test('draws a long list in parts', async () => {
    const many = Array.from({ length: 3 * ROWS_AT_ONCE - 20 }, (_, index) =>
      aRule({ id: `r${index}`, subject: `s${index}.example` }),
    );
    await allowlist(many);
    expect(subjects()).toHaveLength(ROWS_AT_ONCE);
    byRole(body, 'button', `Show ${ROWS_AT_ONCE} more`).click();
    byRole(body, 'button', `Show ${ROWS_AT_ONCE - 20} more`).click();
    expect(subjects()).toHaveLength(many.length);
  });

  test('says what a file would add before it does, then what came of it, and can take it back', async () => {
    const kept: Rule[] = [];
    const background = await allowlist(kept);
    const rules = [
      aRule({ subject: 'imported.example' }),
      aRule({ action: 'block', subject: 'other.example' }),
    ];
    choosesFile(JSON.stringify({ format: 'spamlight-backup', version: 1, rules }), 'list.json');
    await vi.waitFor(() => expect(textOf(body)).toContain('1 entry would be added.'), { timeout: 20_000 });
    expect(background.asked.map((request) => request.type)).not.toContain('import-private-data');
    expect(textOf(body)).toContain('imported.example');
    expect(textOf(body)).not.toContain('other.example');
    byRole(body, 'button', 'Add 1 entry').click();
    await settled();
    await settled();
    expect(background.asked.map((request) => request.type)).toContain('import-private-data');
    expect(said()).toBe('1 entry added. 2 were there already. Undo');
    byRole(body, 'button', 'Undo').click();
    await settled();
    expect(kept).toEqual([]);
  });

  test('reads pasted lines, names those that cannot be added with the reason, and takes all back at once', async () => {
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
    type(byRole(body, 'textbox', 'One address a line'), lines.join('\n'));
    submit(byRole(body, 'button', 'Preview'));
    await vi.waitFor(() => expect(textOf(body)).toContain('2 entries would be added.'), { timeout: 20_000 });
    expect(textOf(body)).toContain('1 was there already.');
    expect(textOf(body)).toContain('2 lines cannot be added:');
    expect(textOf(body)).toMatch(/“\*\.evil\.example” has a \* in it/);
    expect(textOf(body)).toMatch(/co\.uk cannot be trusted as a whole: many people’s pages/);
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
    type(byRole(body, 'textbox', 'One address a line'), 'bank.example\nshop.example');
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

  test('reads a plain list of lines as it reads pasted ones, and adds nothing that is cancelled', async () => {
    const background = await allowlist([]);
    choosesFile('shop.example\r\n', 'list.txt');
    await vi.waitFor(() => expect(textOf(body)).toContain('1 entry would be added.'), { timeout: 20_000 });
    byRole(body, 'button', 'Cancel').click();
    expect(textOf(body)).not.toContain('would be added');
    expect(background.asked.map(({ type: asked }) => asked)).not.toContain('add-rules');
  });

  test('sorts by name, by end and newest first', async () => {
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

  test('says where a rule was made', async () => {
    await allowlist([aRule({ from: 'menu' })]);
    expect(textOf(byRole(body, 'listitem'))).toContain('added 11 November, in the context menu');
  });

  test('does not let a subject disturb the names of its buttons', async () => {
    await allowlist([aRule({ subject: 'a\u202eb.example' })]);
    expect(allByRole(body, 'button', 'Remove a\\u{202e}b.example')).toHaveLength(1);
  });
});

describe('the block list', () => {
  test('says why a whole wrapper cannot be blocked', async () => {
    const background = backgroundThat({
      'list-rules': () => ({ rules: [] }),
      'add-rule': () => ({ refused: 'not-trustable' }),
    });
    await startRules(body, 'block', background, contextIn).load();
    type(byRole(body, 'textbox', 'Address'), 'com');
    submit(byRole(body, 'button', 'Block'));
    await settled();
    expect(textOf(byRole(body, 'alert'))).toMatch(/^com cannot be blocked as a whole/);
  });
});

describe('a file of one list', () => {
  test('holds the entries of that list alone, as a backup', () => {
    const backup = {
      format: 'spamlight-backup',
      version: 1,
      rules: [aRule(), aRule({ id: '2', action: 'block' })],
      preferences: { onDanger: 'mark' },
      channels: [{ url: 'https://a.example/', rootKeys: [] }],
      statistics: [],
    };
    expect(JSON.parse(rulesOnly(JSON.stringify(backup), 'block') ?? '')).toEqual({
      format: 'spamlight-backup',
      version: 1,
      rules: [aRule({ id: '2', action: 'block' })],
      channels: [],
      lists: [],
      statistics: [],
    });
  });

  test.each(['', 'no JSON', 'null', '[]', '{}', '{"rules":7}'])('is refused if it is %j', (text) => {
    expect(rulesOnly(text, 'trust')).toBeNull();
  });
});
