/**
 * The content script in the welcome page, at a message that nobody sent: its mark and its question are the real ones.
 * The page of ours asks no background about its link; the answer is the one that a listed link has.
 */
import { askBackground, frameText } from '../platform/frame-bus.ts';
import { languageOf, Texts, type Catalogue } from '../platform/texts.ts';
import type { LinkVerdict } from '../protocol/link-messages.ts';
import { DEFAULT_PREFERENCES, type CurrentPreferences } from '../protocol/preference-messages.ts';
import { NOTHING_ADMINISTERED } from '../protocol/policy-messages.ts';
import { makeDetails } from './details/details.ts';
import { unknownPage } from './recognise/unknown-page.ts';
import { watchFrame, type Platform } from './watch-frame.ts';
import { OTHERS } from './webmail/other-webmails.ts';

const preferences: CurrentPreferences = await askBackground({ type: 'get-preferences' }).catch(() => ({
  ...DEFAULT_PREFERENCES,
  locked: [],
  administered: NOTHING_ADMINISTERED,
}));
const texts = await chosenTexts();

watchFrame({
  ask: exampleAsk(),
  onTold: () => undefined,
  texts: { text: (key, ...values) => texts.text(key, ...values), language: texts.tag },
  isAlive: () => true,
  webmails: OTHERS,
  unknownPage,
});
globalThis.spamlightDetails = makeDetails;

async function chosenTexts(): Promise<Texts> {
  const language = languageOf(preferences.language ?? frameText('language_tag'));
  const response = await fetch(`/_locales/${language}/messages.json`);
  // A packaged file, held to this shape by test/pages/catalogues.test.ts.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return new Texts(language, (await response.json()) as Catalogue);
}

function exampleAsk(): Platform['ask'] {
  const answers: Record<
    string,
    (request: { readonly links?: readonly { readonly href: string }[] }) => unknown
  > = {
    'check-links': ({ links = [] }) => ({ verdicts: links.map(({ href }) => exampleVerdict(href)) }),
    // Whatever the reader chose, the example asks: that is what it is there to show.
    'get-preferences': () => ({ ...preferences, onDanger: 'ask', language: null }),
    'get-texts': () => null,
    'open-first-aid': () => void window.open('/src/pages/first-aid/first-aid.html#phishing'),
    'undo-rule': () => ({ undone: false }),
    'trust-link': () => ({ refused: 'not-judged-here' }),
    'block-link': () => ({ refused: 'not-judged-here' }),
  };
  // The pairing of request and answer is in the table; it cannot be followed through a computed key.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return (async (request: { readonly type: string; readonly links?: readonly { readonly href: string }[] }) =>
    answers[request.type]?.(request) ?? null) as Platform['ask'];
}

function exampleVerdict(href: string): LinkVerdict {
  const { host, pathname } = new URL(href);
  return {
    verdict: {
      kind: 'flagged',
      level: 'danger',
      asks: true,
      reasons: [{ kind: 'self-test', level: 'danger', layer: 0 }],
    },
    layers: [
      {
        url: `https://${host}${pathname}`,
        host,
        registrableDomain: host.split('.').slice(-2).join('.'),
        wrapper: null,
      },
    ],
    scopes: [],
  };
}
