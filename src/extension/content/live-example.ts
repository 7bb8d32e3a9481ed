/** The real content script on the welcome page, with canned answers. */
import { askBackground, frameText } from '../platform/frame-bus.ts';
import { languageOf, Texts, type Catalogue } from '../platform/texts/texts.ts';
import type { LinkVerdict } from '../protocol/link-messages.ts';
import type { ContentRequest, Responses } from '../protocol/requests.ts';
import { DEFAULT_PREFERENCES, type CurrentPreferences } from '../protocol/preference-messages.ts';
import { NOTHING_ADMINISTERED } from '../protocol/policy-messages.ts';
import { makeDetails } from './details/details.ts';
import { unknownPage } from './recognise/unknown-page.ts';
import { watchFrame, type Platform } from './frame/watch-frame.ts';
import { OTHERS } from './webmail/other-webmails.ts';

const preferences: CurrentPreferences = await askBackground({ type: 'get-preferences' }).catch(() => ({
  ...DEFAULT_PREFERENCES,
  locked: [],
  administered: NOTHING_ADMINISTERED,
}));
const texts = await chosenTexts();

watchFrame({
  ask: exampleAsk(),
  onMessage: () => undefined,
  texts: { text: (key, ...values) => texts.text(key, ...values), language: texts.tag },
  isAlive: () => true,
  webmails: OTHERS,
  unknownPage,
});
globalThis.spamlightDetails = makeDetails;

async function chosenTexts(): Promise<Texts> {
  const language = languageOf(preferences.language ?? frameText('language_tag'));
  const response = await fetch(`/_locales/${language}/messages.json`);
  // test/extension/pages/catalogues.test.ts checks the shape.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return new Texts(language, (await response.json()) as Catalogue);
}

type Answers = {
  readonly [Type in ContentRequest['type']]: (
    request: Extract<ContentRequest, { readonly type: Type }>,
  ) => Responses[Type];
};

function exampleAsk(): Platform['ask'] {
  const nothing = (): null => null;
  const refused = (): { readonly refused: 'not-judged-here' } => ({ refused: 'not-judged-here' });
  const notShown = (): { readonly isShown: boolean } => ({ isShown: false });
  const answers: Answers = {
    'check-links': ({ links }) => ({ verdicts: links.map(({ href }) => exampleVerdict(href)) }),
    'message-facts': () => ({ verdict: null }),
    'read-codes': () => ({ addresses: [] }),
    // Always asks, to demonstrate the question.
    'get-preferences': () => ({ ...preferences, onDanger: 'ask', language: null }),
    'get-texts': nothing,
    'load-details': () => ({ loaded: true }),
    'open-first-aid': () => {
      window.open('/src/extension/pages/first-aid/first-aid.html#phishing');
      return null;
    },
    // Not asked: a card without scopes offers none of these.
    'trust-link': refused,
    'trust-once': refused,
    'block-link': refused,
    'undo-rule': () => ({ outcome: 'gone' }),
    'correct-message': () => ({ refused: 'unknown-message' }),
    'undo-correction': () => ({ outcome: 'gone' }),
    'open-decisions': nothing,
    // The top frame shows its own overlays.
    'ask-above': notShown,
    'ask-in-window': notShown,
    'show-above': notShown,
    'close-above': nothing,
    'close-window': nothing,
    'answer-below': nothing,
    'done-below': nothing,
    'still-asking': () => ({ isAsking: false }),
    'open-agreed': nothing,
    'report-frame': nothing,
    'link-opened': nothing,
    'dismiss-expiry': nothing,
  };
  // TypeScript cannot follow a computed key.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const answerTo = ({ type }: ContentRequest) => answers[type] as (request: ContentRequest) => unknown;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as above
  return (async (request: ContentRequest) => answerTo(request)(request)) as Platform['ask'];
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
