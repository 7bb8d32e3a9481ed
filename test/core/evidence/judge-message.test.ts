import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sentenceKeyOf } from '../../../src/core/evidence/evidence-row.ts';
import { EVIDENCE_ROWS } from '../../../src/core/evidence/evidence-rows.ts';
import { ASK_POINTS, MARK_POINTS, scoreOf, type Fired } from '../../../src/core/evidence/evidence-rule.ts';
import { packagedTables } from '../../../src/core/evidence/evidence-tables.ts';
import { judgeMessage } from '../../../src/core/evidence/judge-message.ts';
import {
  NO_CONTEXT,
  type SenderApproval,
  type MessageContext,
} from '../../../src/core/evidence/message-context.ts';
import { parseMessageFacts } from './parse-message-facts.ts';
import { catalogueOf } from '../../extension/pages/page-texts.ts';
import { button, judged, knownSender, STRANGER, type AMessage } from './a-message.ts';

const FORGED: AMessage = {
  from: 'PayPal Support <alerts@brookfield-notice.net>',
  subject: 'Your account is limited',
  html: button('https://northgate-desk.net/x', 'Confirm now'),
};

const HEAD = {
  name: 'PayPal',
  address: 'a@brookfield-notice.net',
  replyTo: null,
  subject: 'x',
  reader: null,
};
const BODY = { text: 'x', end: '', hasQuote: false, alts: [], asksPassword: false, links: [] };

describe('judgeMessage', () => {
  test('a message whose body nobody could see is unchecked, not clear', () => {
    const verdict = judgeMessage({ head: null, body: null }, [], packagedTables(), NO_CONTEXT);
    expect(verdict).toEqual({ kind: 'unchecked', asks: false, reasons: [], linkIndices: [] });
  });

  test('judgeMessage says nothing about the reader’s own messages', () => {
    const body = { ...BODY, text: 'Your PayPal account', asksPassword: true };
    const said = judgeMessage({ head: HEAD, body }, [], packagedTables(), NO_CONTEXT);
    expect(said.reasons.length).toBeGreaterThan(0);
    const sent = judgeMessage({ head: { ...HEAD, isSent: true }, body }, [], packagedTables(), NO_CONTEXT);
    expect(sent).toEqual({ kind: 'clear', asks: false, reasons: [], linkIndices: [] });
  });

  test('judgeMessage marks a message for padding alone, without a question at a click', () => {
    const body = { ...BODY, text: '', isCut: true } as const;
    const said = judgeMessage({ head: null, body }, [], packagedTables(), NO_CONTEXT);
    expect(said).toMatchObject({ kind: 'flagged', asks: false, reasons: [{ id: 'C3', values: [] }] });
    const { isCut: _, ...whole } = body;
    expect(judgeMessage({ head: null, body: whole }, [], packagedTables(), NO_CONTEXT).kind).toBe('clear');
  });

  test('an empty message is clear, with nothing to say', () => {
    expect(judged({ from: 'Ann <ann@northgate-desk.net>', text: '' })).toMatchObject({
      kind: 'clear',
      linkIndices: [],
    });
  });

  test('judgeMessage gives the strongest reasons first, those in favour last', () => {
    const points = judged({ ...FORGED, subject: 'Re: Your account' }).reasons.map((reason) => reason.points);
    expect(points).toEqual([...points].sort((a, b) => b - a));
    expect(points.at(-1)).toBeLessThan(0);
  });

  test('judgeMessage quotes no invisible characters, and words as the message spells them', () => {
    const { reasons } = judged({
      from: 'Co\u{e0139}inbase\u200b ★ Pay\u202ement ★ <alerts@brookfield-notice.net>',
      subject: 'Bitte bestätigen: Ihr Konto ist gesperrt',
      html: button('https://northgate-desk.net/x', 'Jetzt bestätigen'),
    });
    const values = reasons.flatMap((reason) => reason.values);
    expect(values.length).toBeGreaterThan(3);
    expect(values.filter((value) => /\p{Default_Ignorable_Code_Point}/u.test(value))).toEqual([]);
    expect(reasons.find(({ id }) => id === 'E2')?.values).toEqual(['bestätigen']);
  });

  test('judgeMessage points at links only where a reason does, and only when it marks', () => {
    const html = `${button('https://northgate-desk.net/x', 'Confirm now')}<a href="https://www.paypal.com/help">Help</a>`;
    expect(judged({ ...FORGED, html }).linkIndices).toEqual([0]);
    expect(
      judged({ from: 'Ann <ann@gmail.com>', html: button('https://northgate-desk.net/x', 'Look') })
        .linkIndices,
    ).toEqual([]);
  });

  test.each(['name', 'address', 'subject', 'reader', 'replyTo'] as const)(
    'judgeMessage judges without a known %s',
    (unknown) => {
      const body = { ...BODY, links: [{ href: 0 }] };
      const link = { href: 'https://northgate-desk.net/x', text: 'Open', tag: 'a' };
      const facts = { head: { ...HEAD, [unknown]: null }, body };
      const { reasons } = judgeMessage(facts, [link], packagedTables(), NO_CONTEXT);
      const needsSender = reasons.filter(({ family }) => family === 'A' || family === 'B');
      if (unknown === 'address' || unknown === 'name') expect(needsSender).toEqual([]);
      else expect(needsSender).not.toEqual([]);
    },
  );

  test('judgeMessage gives no reason, for or against, on unknown facts', () => {
    const body = { text: '', end: '', hasQuote: false, alts: [], asksPassword: false, links: [{ href: 0 }] };
    const link = { href: 'https://www.paypal.com/x', text: 'Open', tag: 'a' };
    const { reasons } = judgeMessage({ head: null, body }, [link], packagedTables(), STRANGER);
    expect(reasons.map(({ id }) => id)).toEqual(['D12']);
  });

  test('judgeMessage never throws, whatever a page sends, and its answer is bounded', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('PayPal', 'Re:', 'a@b', 'x@y.click', '\ud800'),
    );
    const nullable = fc.option(text);
    const facts = fc.record({
      head: fc.option(
        fc.record({
          name: nullable,
          address: nullable,
          replyTo: nullable,
          subject: nullable,
          reader: nullable,
        }),
      ),
      body: fc.record({
        text,
        end: text,
        hasQuote: fc.boolean(),
        alts: fc.array(text),
        asksPassword: fc.boolean(),
        links: fc.array(fc.record({ href: fc.nat(10), text, alt: text }, { requiredKeys: ['href'] })),
      }),
    });
    const href = fc.oneof(
      text,
      fc.webUrl(),
      fc.constantFrom('mailto:a@gmail.com', 'https://bit.ly/1', 'http://1.2.3.4/'),
    );
    const contexts: readonly MessageContext[] = [
      NO_CONTEXT,
      STRANGER,
      knownSender('x'),
      { ...STRANGER, fine: fineOf() },
    ];
    fc.assert(
      fc.property(
        facts,
        fc.array(fc.record({ href, text, tag: fc.constantFrom('a', 'form', 'area') }), { maxLength: 20 }),
        fc.constantFrom(...contexts),
        (raw, links, context) => {
          const parsed = parseMessageFacts(raw);
          if (!parsed.ok) throw new Error('the generator is wrong');
          const { reasons, linkIndices } = judgeMessage(parsed.value, links, packagedTables(), context);
          expect(reasons.every(({ values }) => values.every((value) => value.length <= 120))).toBe(true);
          expect(linkIndices.every((index) => index < links.length)).toBe(true);
        },
      ),
    );
  });
});

describe('the rule', () => {
  const row = (family: string, points: number, isCircumstance: boolean): Fired => {
    const found = EVIDENCE_ROWS.find(
      (each) => each.family === family && each.isCircumstance === isCircumstance,
    );
    if (found === undefined) throw new RangeError(family);
    return { row: found, finding: { values: [], links: [], points } };
  };

  test('a message is marked at the threshold, with a reason that is more than circumstance, from two families', () => {
    expect(scoreOf([row('A', MARK_POINTS - 1, false), row('D', 1, true)]).isMarked).toBe(true);
    expect(scoreOf([row('A', MARK_POINTS - 2, false), row('D', 1, true)]).isMarked).toBe(false);
    expect(scoreOf([row('A', 20, false)]).isMarked).toBe(false);
    expect(scoreOf([row('D', 20, true), row('E', 20, true)]).isMarked).toBe(false);
  });

  test('reasons for a message reduce points of circumstance only', () => {
    expect(scoreOf([row('A', 6, false), row('D', 2, true), row('G', -3, true)])).toMatchObject({ points: 6 });
    expect(scoreOf([row('A', 6, false), row('D', 5, true), row('G', -3, true)])).toMatchObject({ points: 8 });
  });

  test('the rule of evidence asks only from the second threshold on', () => {
    expect(scoreOf([row('A', ASK_POINTS - 2, false), row('D', 1, false)]).asks).toBe(false);
    expect(scoreOf([row('A', ASK_POINTS - 1, false), row('D', 1, false)]).asks).toBe(true);
    expect(ASK_POINTS).toBeGreaterThanOrEqual(14);
  });

  test('no reason that a sender can write lowers a hard one', () => {
    const base = judged(FORGED).points;
    expect(judged({ ...FORGED, subject: `Re: ${FORGED.subject}` }).points).toBeGreaterThanOrEqual(base - 5);
    const hard = (message: AMessage): number =>
      judged(message)
        .reasons.filter(({ id }) => ['A1', 'A2', 'A4', 'C1', 'D2', 'D7'].includes(id))
        .reduce((sum, { points }) => sum + points, 0);
    for (const change of [
      { from: 'PayPal Support Brookfield <alerts@brookfield-notice.net>' },
      { subject: 'Re: Your account' },
      { html: `${FORGED.html}<a href="https://www.brookfield-notice.net/about">What we do</a>` },
      { html: `${FORGED.html}<blockquote>On Monday you wrote: thanks</blockquote>` },
    ]) {
      expect(hard({ ...FORGED, ...change })).toBe(hard(FORGED));
    }
  });

  test('a quotation counts for a message only in a conversation that this device has seen', () => {
    const reply = { ...FORGED, subject: 'Re: plan', html: `${FORGED.html}<blockquote>plan</blockquote>` };
    const favour = (context: MessageContext): number | undefined =>
      judged({ ...reply, context }).reasons.find(({ id }) => id === 'G2')?.points;
    expect(favour(STRANGER)).toBe(-1);
    if (STRANGER.memory === null) throw new Error('no memory');
    expect(favour({ ...STRANGER, memory: { ...STRANGER.memory, isKnownConversation: true } })).toBe(-4);
  });
});

const fineOf = (...sites: readonly string[]): SenderApproval => ({
  hasLedTo: (site) => sites.includes(site),
});

describe('*This is fine*', () => {
  const fine = (context: MessageContext, ...sites: readonly string[]): MessageContext => ({
    ...context,
    fine: fineOf(...sites),
  });

  test('*This is fine* silences a newsletter that was marked, for good', () => {
    const newsletter = {
      from: 'PayPal Fans <club@brookfield-notice.net>',
      html: button('https://northgate-desk.net/x', 'Read'),
    };
    expect(judged(newsletter).isMarked).toBe(true);
    expect(judged({ ...newsletter, context: fine(knownSender('northgate-desk.net')) })).toMatchObject({
      isMarked: false,
      reasons: [],
    });
    // Nothing is remembered here; the word itself knows where the message led of which it was said.
    expect(judged({ ...newsletter, context: fine(NO_CONTEXT, 'northgate-desk.net') }).isMarked).toBe(false);
  });

  test('*This is fine* does not silence a link to a site to which no such message led', () => {
    const message = {
      from: 'PayPal Fans <club@brookfield-notice.net>',
      html: button('https://bucket-4.s3.amazonaws.com/x.html', 'Confirm your account now'),
    };
    const points = (context: MessageContext): number => judged({ ...message, context }).points;
    expect(points(fine(NO_CONTEXT, 'northgate-desk.net'))).toBeGreaterThan(0);
    expect(points(fine(STRANGER, 'northgate-desk.net'))).toBeGreaterThan(0);
  });

  test('*This is fine* does not silence a link to a site to which only other senders have led', () => {
    const message = {
      from: 'PayPal Fans <club@brookfield-notice.net>',
      html: button('https://northgate-desk.net/x', 'Confirm your account now'),
    };
    const known = fine(knownSender());
    const isSeen = (site: string): boolean => site === 'northgate-desk.net';
    const context = {
      ...known,
      memory: known.memory === null ? null : { ...known.memory, hasSeen: isSeen },
    };
    expect(judged({ ...message, context }).reasons.filter(({ points }) => points > 0)).not.toEqual([]);
  });

  test('*This is fine* does not silence a forged brand that leads to a site new to that sender', () => {
    const forged = {
      from: 'Bradesco <contato@bradesco.com.br>',
      html: button('https://b-a4q.a.run.app/m', 'Acessar'),
    };
    expect(judged({ ...forged, context: fine(knownSender()) }).isMarked).toBe(true);
  });

  test('*This is fine* does not silence disguised letters', () => {
    const context = fine(knownSender());
    const { reasons } = judged({ ...FORGED, subject: 'Vеrify уоur ассоunt', context });
    expect(reasons.map(({ id }) => id)).toContain('C1');
  });
});

describe('each row of the table', () => {
  test('each row of the table has an id of its own, points, a source and a family that its id begins with', () => {
    const ids = EVIDENCE_ROWS.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.length).toBeGreaterThan(35);
    for (const { id, family, points, source } of EVIDENCE_ROWS) {
      expect(id.startsWith(family)).toBe(true);
      expect(Number.isInteger(points) && points !== 0).toBe(true);
      expect(source).not.toBe('');
    }
  });

  test.each(['en', 'zh_CN'] as const)(
    'each row of the table has a sentence in %s, and no sentence is without a row',
    (language) => {
      const keys = Object.keys(catalogueOf(language)).filter((key) => key.startsWith('evidence_'));
      // H0 is what the reader has said, and no row.
      const wanted = [...EVIDENCE_ROWS.map(({ id }) => id), 'H0'].map(sentenceKeyOf);
      expect(keys.filter((key) => /^evidence_[A-Z]\d+$/.test(key)).sort()).toEqual([...wanted].sort());
    },
  );
});
