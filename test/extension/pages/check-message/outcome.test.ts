import { describe, expect, test } from 'vitest';
import { FILE_KINDS, type FileKind } from '../../../../src/core/files/attached-file.ts';
import { UNREAD_REASONS } from '../../../../src/core/mail/content/unread.ts';
import type { Verdict } from '../../../../src/core/verdict/verdict.ts';
import { outcomeOf } from '../../../../src/extension/pages/check-message/outcome.ts';
import type {
  CheckedMessage,
  JudgedLink,
} from '../../../../src/extension/pages/check-message/check-state.ts';
import { aChannel } from '../page-tools.ts';
import { textsIn } from '../page-texts.ts';
import { aMail } from './a-checked-mail.ts';

const context = { texts: textsIn('en') };
const DANGER: Verdict = { kind: 'flagged', level: 'danger', asks: true, reasons: [] };
const CAUTION: Verdict = { kind: 'flagged', level: 'caution', asks: false, reasons: [] };
const CLEAR: Verdict = { kind: 'clear' };

const link = (verdict: Verdict, from: JudgedLink['from'] = 'message'): JudgedLink => ({
  href: 'https://a.example/',
  text: '',
  answer: { verdict, layers: [], scopes: [] },
  from,
  file: '',
});

function message(more: Partial<CheckedMessage> = {}): CheckedMessage {
  return {
    mail: aMail(),
    codes: [],
    unreadPictures: 0,
    links: [],
    evidence: { revision: 0, kind: 'clear', asks: false, reasons: [], linkIndices: [] },
    ...more,
  };
}

const file = (
  kind: FileKind,
  more: { readonly isDisguised?: boolean; readonly isLookedInto?: boolean } = {},
) =>
  message({
    mail: aMail({
      attachments: [
        { name: 'a', kind, isDisguised: false, isMisnamed: false, isLookedInto: true, hrefs: [], ...more },
      ],
    }),
  });

describe('a message in one sentence', () => {
  test.each([
    [
      'a listed link',
      message({ links: [link(DANGER), link(CLEAR)] }),
      'danger',
      'a link in this message leads',
    ],
    [
      'two of them',
      message({ links: [link(DANGER), link(DANGER, 'code')] }),
      'danger',
      '2 links in this message',
    ],
    ['a listed sender', message({ links: [link(DANGER, 'sender')] }), 'danger', 'the sender of this message'],
    ['a careless link', message({ links: [link(CAUTION)] }), 'caution', 'a link in it is flagged'],
    ['a program', file('program', { isLookedInto: false }), 'caution', 'a file in it can run'],
    ['a disguised page', file('page', { isDisguised: true }), 'caution', 'hides what it is'],
    ['an archive', file('archive', { isLookedInto: false }), 'unchecked', 'could not be checked completely'],
    ['a picture', file('picture', { isLookedInto: false }), 'none', 'nothing about it stands out'],
    ['a picture that was not searched', message({ unreadPictures: 1 }), 'unchecked', 'could not be checked'],
    [
      'an unreadable address',
      message({ links: [link({ kind: 'unchecked', because: 'unreadable', asks: false })] }),
      'unchecked',
      'could not be checked',
    ],
    [
      'a link that lists on the device do not name',
      message({ links: [link({ kind: 'unchecked', because: 'no-channel', asks: false })] }),
      'none',
      'Nothing in this message is listed',
    ],
    ['nothing', message(), 'none', 'Nothing in this message is listed'],
  ] as const)('a message in one sentence: %s', (_, given, level, says) => {
    const outcome = outcomeOf(given, [aChannel()], context);
    expect(outcome.level).toBe(level);
    expect(outcome.title).toContain(says);
  });

  test('a checked message that only evidence marks is caution, and says what to do', () => {
    const flagged = message({
      evidence: { revision: 0, kind: 'flagged', asks: false, reasons: [], linkIndices: [] },
    });
    expect(outcomeOf(flagged, [aChannel()], context)).toMatchObject({
      level: 'caution',
      todo: 'check_caution_todo',
    });
  });

  test.each(UNREAD_REASONS)(
    'a checked message that could not be read is not called checked: %s',
    (reason) => {
      expect(outcomeOf(message({ mail: aMail({ unread: [reason] }) }), [aChannel()], context).level).toBe(
        'unchecked',
      );
    },
  );

  test.each(FILE_KINDS.filter((kind) => kind !== 'picture' && kind !== 'program'))(
    'a checked message with a file that was not looked into is not called checked: %s',
    (kind) => {
      expect(outcomeOf(file(kind, { isLookedInto: false }), [aChannel()], context).level).toBe('unchecked');
    },
  );

  test.each([
    ['no list', []],
    ['nobody knows which', null],
    ['an expired one', [aChannel({ kind: 'expired' })]],
  ] as const)(
    'a message in one sentence with %s nothing is found, and nothing is called checked',
    (_, channels) => {
      expect(outcomeOf(message(), channels, context).level).toBe('unchecked');
    },
  );

  test('a message in one sentence never says that anything is safe, in no language', () => {
    for (const language of ['en', 'zh_CN'] as const) {
      const texts = textsIn(language);
      for (const given of [message(), file('archive'), message({ links: [link(CLEAR)] })]) {
        const { title, todo } = outcomeOf(given, [aChannel()], { texts });
        expect(`${title} ${texts.text(todo)}`).not.toMatch(/\bsafe\b|安全/i);
      }
    }
  });
});
