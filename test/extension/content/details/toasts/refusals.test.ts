// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import {
  CORRECTION_REFUSALS,
  type CorrectionRefusal,
} from '../../../../../src/extension/protocol/evidence-messages.ts';
import { RULE_REFUSALS, type RuleRefusal } from '../../../../../src/extension/protocol/rule-messages.ts';
import { textsIn } from '../../../pages/page-texts.ts';

vi.hoisted(() => {
  Object.assign(globalThis, { chrome: {} });
});
vi.stubGlobal('SVGAElement', class extends SVGElement {});
const { RuleMaker } = await import('../../../../../src/extension/content/details/toasts/rule-maker.ts');
const { MessageCorrector } =
  await import('../../../../../src/extension/content/details/signs/message-corrector.ts');

const RULES: Readonly<Record<RuleRefusal, string>> = {
  'not-judged-here': 'This is not the link that was checked',
  'not-in-a-message': 'This link is not part of a message',
  'not-trustable': 'Many people share this site',
  unreadable: 'This is not the link that was checked',
  wildcard: 'This is not the link that was checked',
  'too-many': 'The list is full',
  'too-fast': 'Too many changes came in a minute',
  'not-stored': 'It could not be stored',
  'set-by-administrator': 'Your administrator decides',
};

const CORRECTIONS: Readonly<Record<CorrectionRefusal, string>> = {
  'unknown-message': 'This is not the message that was checked',
  'unknown-sender': 'The sender of this message is not certain',
  'own-address': 'your own, and anyone can forge it',
  'shared-domain': 'Anyone can have an address there',
  'too-many': 'The list is full',
  'too-fast': 'Too many changes came in a minute',
  'not-stored': 'It could not be stored',
  'set-by-administrator': 'Your administrator decides',
};

/** Of a card whose background refuses every change. */
function refusing(refused: RuleRefusal | CorrectionRefusal) {
  const said: string[] = [];
  const options = {
    root: document.body.appendChild(document.createElement('div')).attachShadow({ mode: 'open' }),
    ask: (() => Promise.resolve({ refused })) as never,
    texts: textsIn('en') as never,
    toast: { show: (pieces: readonly string[]) => said.push(pieces.join('')) } as never,
  };
  return { said, options };
}

test.each(RULE_REFUSALS)('a card says why a rule was refused: %s', async (refused) => {
  const { said, options } = refusing(refused);
  const marked = { link: { href: 'https://a.example/', message: { key: 'm' } } } as never;
  const maker = new RuleMaker(options);
  maker.trustOnce(marked);
  maker.trust(marked, 'site', null);
  maker.block(marked, 'site');
  await vi.waitFor(() => expect(said).toHaveLength(3));
  expect(new Set(said)).toEqual(new Set([expect.stringContaining(RULES[refused])]));
});

test.each(CORRECTION_REFUSALS)('a sign says why a correction was refused: %s', async (refused) => {
  const { said, options } = refusing(refused);
  new MessageCorrector(options).correct({ key: 'm' } as never, 'fine');
  await vi.waitFor(() => expect(said).toHaveLength(1));
  expect(said[0]).toContain(CORRECTIONS[refused]);
});
