import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { explainLink } from '../../../src/core/url/explain-link.ts';
import { readLink } from '../../../src/core/url/read-link.ts';
import { spelledHref } from './hostile-hrefs.ts';
import { expectSound } from './sound-link.ts';
import { DESTINATION, WRAPPERS } from './wrapper-samples.ts';

/** A link with a few of its characters changed, left out, doubled or cut off. */
const mutated = fc
  .tuple(
    fc.oneof(
      spelledHref,
      fc.constantFrom(...WRAPPERS).map(({ wrap }) => wrap(DESTINATION)),
    ),
    fc.array(
      fc.tuple(
        fc.nat(400),
        fc.constantFrom(
          '',
          '%',
          '%25',
          '/',
          '//',
          '&',
          '=',
          '@',
          '\\',
          '\u0000',
          'é',
          '*',
          '__',
          '.',
          ':',
          '\ud800',
        ),
      ),
      { maxLength: 6 },
    ),
  )
  .map(([href, edits]) => {
    let text = href;
    for (const [place, by] of edits) {
      const at = place % (text.length + 1);
      text = text.slice(0, at) + by + text.slice(at + (place % 3));
    }
    return text;
  });

describe('readLink', () => {
  test('never throws and keeps its bounds, whatever it is given', () => {
    fc.assert(
      fc.property(fc.oneof(mutated, fc.string({ unit: 'binary', maxLength: 300 })), (href) => {
        expectSound(readLink(href), href);
      }),
      { numRuns: 8_000 },
    );
  });

  test('gives the same answer twice, whatever was asked in between', () => {
    fc.assert(
      fc.property(mutated, mutated, (one, other) => {
        const first = readLink(one);
        readLink(other);
        expect(readLink(one)).toEqual(first);
      }),
      { numRuns: 3000 },
    );
  });
});

describe('explainLink', () => {
  test('gives the object that the command prints', () => {
    expect(
      JSON.parse(JSON.stringify(explainLink('https://slack-redir.net/link?url=https%3A%2F%2Fbit.ly%2Fx'))),
    ).toEqual({
      url: 'https://slack-redir.net/link?url=https%3A%2F%2Fbit.ly%2Fx',
      layers: [
        {
          url: 'https://slack-redir.net/link?url=https%3A%2F%2Fbit.ly%2Fx',
          parent: null,
          wrapper: null,
          canonical: 'slack-redir.net/link?url=https://bit.ly/x',
          host: 'slack-redir.net',
          registrableDomain: 'slack-redir.net',
          expressions: ['slack-redir.net/link?url=https://bit.ly/x'],
        },
        {
          url: 'https://bit.ly/x',
          parent: 0,
          wrapper: 'slack',
          canonical: 'bit.ly/x',
          host: 'bit.ly',
          registrableDomain: 'bit.ly',
          expressions: ['bit.ly/x', 'bit.ly/x/'],
        },
      ],
      hidden: { by: 'bit.ly' },
      failure: null,
      truncated: [],
    });
  });

  test('names why a link cannot be read', () => {
    expect(explainLink('javascript:alert(1)')).toMatchObject({ failure: 'not-a-web-address', hidden: null });
  });
});
