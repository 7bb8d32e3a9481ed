import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  MAX_ALTS,
  MAX_END_LENGTH,
  MAX_FILE_NAME_LENGTH,
  MAX_FILES,
  MAX_LABEL_LENGTH,
  MAX_SIGHTINGS,
  MAX_TEXT_LENGTH,
  type MessageFacts,
} from '../../../src/core/evidence/message-facts.ts';
import { parseMessageFacts } from './parse-message-facts.ts';

const HEAD = { name: 'Ann', address: 'ann@b.example', replyTo: null, subject: 'Hello', reader: null };
const BODY = {
  text: 'Hello',
  end: '',
  hasQuote: false,
  alts: ['Logo'],
  asksPassword: false,
  links: [{ href: 0 }, { href: 0, text: 'Open', alt: '', isQuoted: true }],
};
const FACTS = { head: HEAD, body: BODY };

describe('parseMessageFacts', () => {
  test('parseMessageFacts reads what a frame sends, and drops what it does not know', () => {
    expect(parseMessageFacts({ ...FACTS, more: 1 })).toEqual({ ok: true, value: FACTS });
    const cut = { ...FACTS, body: { ...BODY, isCut: true } };
    expect(parseMessageFacts(cut)).toEqual({ ok: true, value: cut });
    const attached = { ...FACTS, head: { ...HEAD, files: ['a.pdf', 'b.html'] } };
    expect(parseMessageFacts(attached)).toEqual({ ok: true, value: attached });
    expect(parseMessageFacts({ ...FACTS, head: { ...HEAD, files: [] } })).toEqual({ ok: true, value: FACTS });
    expect(parseMessageFacts({ head: null, body: null })).toEqual({
      ok: true,
      value: { head: null, body: null },
    });
  });

  test('parseMessageFacts of DMARC, a frame can say that it failed, and nothing else', () => {
    const failed = { ...FACTS, head: { ...HEAD, dmarc: 'fail' } };
    expect(parseMessageFacts(failed)).toEqual({ ok: true, value: failed });
    for (const dmarc of ['pass', 'none', 'FAIL', '', true, null, ['fail'], { fail: 'fail' }])
      expect(parseMessageFacts({ ...FACTS, head: { ...HEAD, dmarc } })).toEqual({ ok: true, value: FACTS });
  });

  test('a fact of a message that is too long is cut, never refused: a refusal would be the sender’s to cause', () => {
    const long = 'a'.repeat(100_000);
    const parsed = parseMessageFacts({
      head: { ...HEAD, name: long, subject: long },
      body: {
        ...BODY,
        text: long,
        end: long,
        alts: Array.from({ length: 99 }, () => long),
        links: Array.from({ length: 500 }, (_, href) => ({ href, text: long, alt: long })),
      },
    });
    expect(parsed.ok && parsed.value.body?.links).toHaveLength(MAX_SIGHTINGS);
    expect(parsed.ok && JSON.stringify(parsed.value).length).toBeLessThan(20_000);
  });

  test('parseMessageFacts of a file’s long name the end is kept, and of many files the first', () => {
    const files = Array.from({ length: MAX_FILES + 5 }, (_, index) => `${'a'.repeat(1_000)}${index}.html`);
    const parsed = parseMessageFacts({ ...FACTS, head: { ...HEAD, files } });
    const kept = parsed.ok ? (parsed.value.head?.files ?? []) : [];
    expect(kept).toHaveLength(MAX_FILES);
    expect(kept[0]).toMatch(/^a+0\.html$/);
    expect(kept[0]).toHaveLength(MAX_FILE_NAME_LENGTH);
  });

  test.each([
    ['nothing', undefined, { kind: 'not-facts' }],
    ['a list', [], { kind: 'not-facts' }],
    ['no head', { body: BODY }, { kind: 'bad-field', field: 'head' }],
    ['a body that is a text', { head: null, body: 'x' }, { kind: 'bad-field', field: 'body' }],
    ['a sent that is no yes', { head: { ...HEAD, isSent: false }, body: null }, bad('head.isSent')],
    ['a name that is absent', { head: { ...HEAD, name: undefined }, body: null }, bad('head.name')],
    ['files that are a text', { head: { ...HEAD, files: 'a.pdf' }, body: null }, bad('head.files')],
    ['a file without a name', { head: { ...HEAD, files: [null] }, body: null }, bad('head.files[0]')],
    ['a text that is a number', { head: null, body: { ...BODY, text: 1 } }, bad('body.text')],
    ['a quote that is maybe', { head: null, body: { ...BODY, hasQuote: null } }, bad('body.hasQuote')],
    ['alts that are a text', { head: null, body: { ...BODY, alts: 'Logo' } }, bad('body.alts')],
    ['an alt that is null', { head: null, body: { ...BODY, alts: [null] } }, bad('body.alts[0]')],
    ['not cut, said aloud', { head: null, body: { ...BODY, isCut: false } }, bad('body.isCut')],
    ['a link without href', withLink({}), bad('body.links[0].href')],
    ['half a link', withLink({ href: 0.5 }), bad('body.links[0].href')],
    ['an href beyond all that are asked', withLink({ href: 5_000 }), bad('body.links[0].href')],
    ['an href by name', withLink({ href: '0' }), bad('body.links[0].href')],
    ['a text that is null', withLink({ href: 0, text: null }), bad('body.links[0].text')],
    ['not quoted, said aloud', withLink({ href: 0, isQuoted: false }), bad('body.links[0].isQuoted')],
    ['fields of the prototype', Object.create(FACTS), bad('head')],
  ])('parseMessageFacts refuses %s', (_, value, failure) => {
    expect(parseMessageFacts(value)).toEqual({ ok: false, failure });
  });

  test('parseMessageFacts never throws, and what it gives is bounded and reads the same again', () => {
    const text = fc.oneof(fc.string(), fc.constant('x'.repeat(2_000)));
    const orAnything = (arbitrary: fc.Arbitrary<unknown>) =>
      fc.oneof({ weight: 20, arbitrary }, { weight: 1, arbitrary: fc.anything() });
    const facts = fc.record({
      head: orAnything(
        fc.option(
          fc
            .tuple(
              fc.record(mapped(HEAD, () => orAnything(fc.option(text)))),
              fc.option(orAnything(fc.array(text)), { nil: undefined }),
            )
            .map(([head, files]) => (files === undefined ? head : { ...head, files })),
        ),
      ),
      body: orAnything(
        fc.record({
          text: orAnything(text),
          end: orAnything(text),
          hasQuote: orAnything(fc.boolean()),
          alts: orAnything(fc.array(text, { maxLength: 20 })),
          asksPassword: orAnything(fc.boolean()),
          links: orAnything(
            fc.array(fc.record({ href: fc.nat(5_100), text, alt: text }, { requiredKeys: ['href'] })),
          ),
        }),
      ),
    });
    let read = 0;
    fc.assert(
      fc.property(fc.oneof(facts, fc.anything()), (value) => {
        const parsed = parseMessageFacts(value);
        if (!parsed.ok) return;
        read++;
        expect(parseMessageFacts(structuredClone(parsed.value))).toEqual(parsed);
        expect(isBounded(parsed.value)).toBe(true);
      }),
    );
    expect(read).toBeGreaterThan(0);
  });
});

function bad(field: string) {
  return { kind: 'bad-field', field };
}

function withLink(link: object) {
  return { head: null, body: { ...BODY, links: [link] } };
}

function mapped<Key extends string>(keys: Record<Key, unknown>, make: () => fc.Arbitrary<unknown>) {
  return Object.fromEntries(Object.keys(keys).map((key) => [key, make()]));
}

function isBounded({ head, body }: MessageFacts): boolean {
  const files = head?.files ?? [];
  if (files.length > MAX_FILES || files.some((name) => name.length > MAX_FILE_NAME_LENGTH)) return false;
  if (body === null) return true;
  return (
    body.text.length <= MAX_TEXT_LENGTH &&
    body.end.length <= MAX_END_LENGTH &&
    body.alts.length <= MAX_ALTS &&
    body.links.length <= MAX_SIGHTINGS &&
    body.links.every(({ text = '', alt = '' }) => Math.max(text.length, alt.length) <= MAX_LABEL_LENGTH)
  );
}
