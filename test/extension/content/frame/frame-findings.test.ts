import { describe, expect, test } from 'vitest';
import { findingsOf } from '../../../../src/extension/content/frame/frame-findings.ts';
import type { FoundLink } from '../../../../src/extension/content/links/found-link.ts';
import type { OpenMessage } from '../../../../src/extension/content/messages/open-messages.ts';
import type { MessageVerdict, Verdict } from '../../../../src/core/verdict/verdict.ts';

// Nothing is asked of these elements here.
const element = {} as Element;
const message: OpenMessage = { body: element, isFramed: false, key: 'm' };
const DANGER: Verdict = {
  kind: 'flagged',
  level: 'danger',
  asks: true,
  reasons: [{ kind: 'self-test', level: 'danger', layer: 0 }],
};
const CAUTION: Verdict = { ...DANGER, level: 'caution', asks: false };
const EXPIRED: Verdict = { kind: 'unchecked', because: 'expired', asks: false };

function findings(
  verdicts: readonly Verdict[],
  isSender = false,
  evidence: MessageVerdict | null = null,
  hasUnreadPictures = false,
  isPartRead = false,
) {
  const links = verdicts.map((_, index): FoundLink => ({ element, href: String(index), message, isSender }));
  return findingsOf(
    { messages: [message], links },
    ({ href }) => {
      const verdict = verdicts[Number(href)];
      return verdict === undefined ? undefined : { verdict, layers: [], scopes: [] };
    },
    () => evidence,
    () => hasUnreadPictures,
    () => isPartRead,
  );
}

describe('what there is to say of a message', () => {
  test('the sign of a message is nothing for links that are clear', () => {
    expect(findings([{ kind: 'clear' }])).toMatchObject({ marked: [], answeredCount: 1, uncheckedCount: 0 });
    expect(findings([{ kind: 'clear' }]).signs.size).toBe(0);
  });

  test('the sign of a message is both, that links are dangerous and that the others could not be checked', () => {
    for (const verdicts of [
      [DANGER, EXPIRED],
      [EXPIRED, DANGER],
    ]) {
      const { marked, signs, uncheckedCount } = findings(verdicts);
      expect(marked.map(({ level }) => level)).toEqual(['danger']);
      expect(uncheckedCount).toBe(1);
      expect(signs.get(message)).toMatchObject({ danger: { count: 1 }, unchecked: 'expired' });
    }
  });

  test('a sign beside evidence also tells that only a part of the message was judged', () => {
    const evidence: MessageVerdict = {
      revision: 1,
      kind: 'flagged',
      asks: false,
      reasons: [{ kind: 'evidence', level: 'caution', id: 'C3', family: 'C', points: 8, values: [] }],
      linkIndices: [],
    };
    const signOf = (isPart: boolean) => findings([], false, evidence, false, isPart).signs.get(message);
    expect([signOf(true)?.isPart, signOf(false)?.isPart]).toEqual([true, undefined]);
    expect(findings([], false, null, false, true).signs.size).toBe(0);
  });

  test('the sign of a message is said at the link where the cause is in the link', () => {
    const { marked, signs } = findings([{ kind: 'unchecked', because: 'unreadable', asks: false }]);
    expect(marked.map(({ level }) => level)).toEqual(['unchecked']);
    expect(signs.size).toBe(0);
  });

  test('the sign of a message is that pictures are not searched yet, unless links are not checked either', () => {
    const unreadWith = (...verdicts: readonly Verdict[]) =>
      findings(verdicts, false, null, true).signs.get(message);
    expect(unreadWith()).toMatchObject({ danger: null, unchecked: 'pictures' });
    expect(unreadWith(DANGER)).toMatchObject({ danger: { count: 1 }, unchecked: 'pictures' });
    expect(unreadWith(EXPIRED)).toMatchObject({ unchecked: 'expired' });
    const tooMany: Verdict = { kind: 'unchecked', because: 'overloaded', asks: false };
    expect(unreadWith(...Array.from({ length: 201 }, () => tooMany))).toMatchObject({
      unchecked: 'overloaded',
    });
  });

  test('a message has one sign, also where more links are flagged than can be marked', () => {
    const tooMany: Verdict = { kind: 'unchecked', because: 'overloaded', asks: false };
    const few = findings(Array.from({ length: 200 }, () => tooMany));
    expect([few.marked.length, few.signs.size]).toEqual([200, 0]);
    const many = findings([DANGER, ...Array.from({ length: 201 }, () => tooMany)]);
    expect(many.marked.map(({ level }) => level)).toEqual(['danger']);
    expect(many.uncheckedCount).toBe(201);
    expect(many.signs.get(message)).toMatchObject({ danger: { count: 1 }, unchecked: 'overloaded' });
  });

  test('the sign of a message is not drawn while the reader has paused checking', () => {
    const { marked, signs, uncheckedCount } = findings([
      { kind: 'unchecked', because: 'paused', asks: false },
    ]);
    expect([marked.length, signs.size, uncheckedCount]).toEqual([0, 0, 1]);
  });

  test('a sign names a listed sender, who is no link', () => {
    const { marked, signs, answeredCount } = findings([CAUTION], true);
    expect(marked).toHaveLength(1);
    expect(answeredCount).toBe(0);
    expect(signs.get(message)).toMatchObject({ danger: null, sender: { level: 'caution' } });
  });

  test('the sign of a message has what speaks against the message itself, also where no link is marked', () => {
    const reason = {
      kind: 'evidence',
      level: 'caution',
      id: 'A1',
      family: 'A',
      points: 9,
      values: [],
    } as const;
    const verdict = {
      revision: 1,
      kind: 'flagged',
      asks: false,
      reasons: [reason],
      linkIndices: [],
    } as const;
    const { marked, signs } = findings([{ kind: 'clear' }], false, verdict);
    expect(marked).toEqual([]);
    expect(signs.get(message)?.evidence).toEqual([reason]);
  });
});
