import type { MessageKey, Texts } from '../../platform/texts/texts.ts';
import { FIRST_AID_ABOUT, type FirstAidAbout } from '../../protocol/first-aid-messages.ts';
import type { Administered } from '../../protocol/policy-messages.ts';
import { el, type Child } from '../element.ts';
import { outside } from '../outside.tsx';

/** Advice per incident, most urgent first. */
const HAPPENED = {
  password: [
    'firstAid_password',
    'firstAid_password_change',
    'firstAid_password_elsewhere',
    'firstAid_password_sessions',
    'firstAid_password_work',
  ],
  code: ['firstAid_code', 'firstAid_code_call', 'firstAid_code_never'],
  card: ['firstAid_card', 'firstAid_card_call', 'firstAid_card_watch', 'firstAid_card_trick'],
  money: ['firstAid_money', 'firstAid_money_call', 'firstAid_money_report', 'firstAid_money_trick'],
  file: [
    'firstAid_file',
    'firstAid_file_unopened',
    'firstAid_file_offline',
    'firstAid_file_passwords',
    'firstAid_file_check',
  ],
  remote: ['firstAid_remote', 'firstAid_remote_end', 'firstAid_remote_check', 'firstAid_remote_bank'],
  identity: ['firstAid_identity', 'firstAid_identity_office', 'firstAid_identity_letters'],
  only: ['firstAid_only', 'firstAid_only_close'],
} as const satisfies Readonly<Record<string, readonly [title: MessageKey, ...steps: MessageKey[]]>>;

type Happened = keyof typeof HAPPENED;

const ALL: readonly Happened[] = ['password', 'code', 'card', 'money', 'file', 'remote', 'identity', 'only'];

const LIKELY: Readonly<Record<FirstAidAbout, readonly Happened[]>> = {
  phishing: ['password', 'code', 'card', 'only'],
  malware: ['file', 'remote', 'only'],
  scam: ['money', 'card', 'remote', 'identity'],
  spam: ['only', 'card', 'identity'],
  other: ['password', 'card', 'file', 'only'],
};

export function firstAidAbout(hash: string): FirstAidAbout {
  return FIRST_AID_ABOUT.find((about) => `#${about}` === hash) ?? 'other';
}

/** Works offline and has no links: a message may have led here. */
export function firstAidView(
  about: FirstAidAbout,
  support: Administered['support'] | null,
  texts: Texts,
): Child {
  const likely = LIKELY[about];
  const others = ALL.filter((each) => !likely.includes(each));
  return [
    <header className="masthead">
      <h1>{texts.text('firstAid_title')}</h1>
    </header>,
    <main>
      <p className="lead">{texts.text('firstAid_lead')}</p>
      {helpDesk(support, texts)}
      {[...likely, ...others].map((each) => section(each, likely.includes(each), texts))}
      <p className="hint">{texts.text('firstAid_tell')}</p>
    </main>,
  ];
}

function section(happened: Happened, isOpen: boolean, texts: Texts): HTMLElement {
  const [title, ...steps] = HAPPENED[happened];
  return (
    <details id={happened} open={isOpen}>
      <summary>
        <h2>{texts.text(title)}</h2>
      </summary>
      <ol>
        {steps.map((step) => (
          <li>{texts.text(step)}</li>
        ))}
      </ol>
    </details>
  );
}

function helpDesk(support: Administered['support'] | null, texts: Texts): Child {
  if (support === null || (support.text === '' && support.contact === '')) return null;
  return (
    <p className="notice">
      {texts.pieces(
        'firstAid_support',
        outside([support.text, support.contact].filter((each) => each !== '').join(' · ')),
      )}
    </p>
  );
}
