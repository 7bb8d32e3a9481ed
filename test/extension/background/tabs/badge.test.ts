import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { badgeOf } from '../../../../src/extension/background/tabs/badge.ts';
import type { Protection } from '../../../../src/core/verdict/protection.ts';
import { sumOfFrames } from '../../../../src/extension/background/tabs/tab-reports.ts';
import type { ReportFrame } from '../../../../src/extension/protocol/tab-messages.ts';
import type { ToolbarButton } from '../../../../src/extension/platform/toolbar-button.ts';
import { type Catalogue, Texts } from '../../../../src/extension/platform/texts/texts.ts';
import { aReport } from '../a-report.ts';

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- held to this shape by test/extension/pages/catalogues.test.ts
const catalogue = JSON.parse(readFileSync('public/_locales/en/messages.json', 'utf8')) as Catalogue;
const texts = new Texts('en', catalogue);

const badge = (
  reports: readonly ReportFrame[],
  lists: Protection = 'checks',
  isPaused = false,
  hasFindings = false,
): ToolbarButton => badgeOf({ ...sumOfFrames(reports), isPaused, hasFindings }, lists, texts);

describe('the badge', () => {
  test('the badge says nothing where nothing was found: never anything positive', () => {
    expect(badge([aReport()])).toMatchObject({ text: '', icon: 'icon', title: 'Spamlight' });
    expect(badge([])).toMatchObject({ text: '', icon: 'icon', title: 'Spamlight' });
  });

  test('the badge says where the browser cannot verify lists', () => {
    expect(badge([aReport({ unchecked: 3 })], 'unverifiable')).toMatchObject({
      text: '?',
      icon: 'not-checked',
      title: 'Spamlight\nSigned lists cannot be used',
    });
  });

  test('the badge says on the tab of a webmail too that a link was opened which is listed now', () => {
    const flagged = aReport({ flagged: { danger: 2, caution: 0 } });
    const opened = texts.text('badge_look_back');
    expect(badge([aReport()], 'checks', false, true)).toMatchObject({
      text: '!',
      title: `Spamlight\n${opened}`,
    });
    const both = badge([flagged], 'checks', false, true);
    expect(both.text).toBe('!');
    expect(both.title.split('\n')).toEqual(['Spamlight', opened, texts.count('badge_flagged', 2)]);
    expect(badge([aReport()], 'checks', true, true).text).toBe('!');
  });

  test('the badge says that checking is paused, and never looks clean then', () => {
    expect(badge([aReport({ unchecked: 10 })], 'checks', true)).toMatchObject({
      text: 'II',
      icon: 'not-checked',
      title: 'Spamlight\nPaused on this site: nothing is checked here',
    });
    // A site that Spamlight does not look at has nothing to pause.
    expect(badge([], 'checks', true)).toMatchObject({ text: '', title: 'Spamlight' });
  });

  test('the badge counts what is flagged in all frames of the tab', () => {
    const shown = badge([
      aReport({ flagged: { danger: 0, caution: 2 } }),
      aReport({ flagged: { danger: 1, caution: 0 } }),
    ]);
    expect(shown.text).toBe('3');
    expect(shown.title).toMatch(/3 flagged links/);
    expect(shown.colour).not.toBe(badge([aReport({ flagged: { danger: 0, caution: 2 } })]).colour);
    expect(badge([aReport({ flagged: { danger: 5_000, caution: 0 } })]).text).toBe('999+');
  });

  test('the badge says "not checked" by text, icon and title', () => {
    const shown = badge([aReport({ unchecked: 2 })]);
    expect(shown).toMatchObject({ text: '?', icon: 'not-checked' });
    expect(shown.title).toBe('Spamlight\n2 of 10 links in this tab could not be checked');
    // What is flagged is the more urgent text; the icon still says the rest.
    expect(badge([aReport({ unchecked: 2, flagged: { danger: 1, caution: 0 } })])).toMatchObject({
      text: '1',
      icon: 'not-checked',
    });
  });

  test('the badge says when no message was found where one should be, unless another frame has it', () => {
    const none = aReport({ messages: 0, links: 0, elsewhere: 0, notes: ['no-message-found'] });
    expect(badge([none]).title).toMatch(/no message/);
    expect(badge([none, aReport()])).toMatchObject({ text: '', icon: 'icon' });
  });

  test.each(['expired', 'missing', 'none', 'off'] as const)(
    'the badge says that the list is %s, on webmail only',
    (lists) => {
      expect(badge([aReport()], lists)).toMatchObject({ text: '?', icon: 'not-checked' });
      expect(badge([], lists)).toMatchObject({ text: '', icon: 'icon' });
    },
  );

  test('the badge that lists are switched off is not that there is none', () => {
    expect(badge([aReport()], 'off').title).toBe('Spamlight\nAll lists are switched off');
  });

  test('the badge counts lists compiled here as lists: the icon is not grey for want of a channel', () => {
    expect(badge([aReport()], 'flags')).toMatchObject({ text: '', icon: 'icon', title: 'Spamlight' });
  });
});
