import { MAIL_PROVIDERS, type AttributedResults } from '../../../core/mail/head/own-server.ts';
import type { AuthenticationResults } from '../../../core/mail/head/authentication-results.ts';
import { shortened } from '../../../core/text/outside-text.ts';
import { el, type Child } from '../element.ts';
import { outside } from '../outside.tsx';
import type { PageContext } from '../page-context.ts';
import { senderFor, serverWords } from './check-one.ts';
import type { CheckActions, CheckedMessage } from './check-state.ts';

/** Authentication results shown; a mail has two or three. */
const SHOWN_CLAIMS = 10;
const SHOWN_LENGTH = 120;

export function senderPart(
  id: number,
  { mail }: CheckedMessage,
  choice: string | null,
  { correct }: CheckActions,
  context: PageContext,
): readonly Child[] {
  const { texts } = context;
  const head = mail.facts.head;
  if (head === null && mail.senders.length === 0) return [];
  const words = serverWords(mail, choice);
  const { sender, isVouchedFor } = senderFor(mail, choice);
  return [
    <h3>{texts.text('check_sender')}</h3>,
    <p>
      {mail.from === ''
        ? texts.text('check_from_nobody')
        : texts.pieces('check_from', outside(shortened(mail.from, SHOWN_LENGTH)))}
    </p>,
    mail.subject.trim() === '' ? null : (
      <p>{texts.pieces('check_subject', outside(shortened(mail.subject.trim(), SHOWN_LENGTH)))}</p>
    ),
    mail.senders.length > 1 ? <p>{texts.count('check_from_several', mail.senders.length)}</p> : null,
    head?.replyTo == null ? null : (
      <p>{texts.pieces('check_reply_to', outside(shortened(head.replyTo, SHOWN_LENGTH)))}</p>
    ),
    <p>{ownSentence(words, sender, isVouchedFor, choice, context)}</p>,
    claims(words.claims, context),
    sender === null ? null : (
      <p className="actions">
        {isVouchedFor && (
          <button type="button" id={`fine-${id}`} onclick={() => correct(id, 'fine')}>
            {texts.text('card_fine')}
          </button>
        )}
        <button type="button" id={`spam-${id}`} onclick={() => correct(id, 'spam')}>
          {texts.text('card_spam')}
        </button>
      </p>
    ),
    sender === null || isVouchedFor ? null : <p className="hint">{texts.text('check_not_trustable')}</p>,
  ];
}

function ownSentence(
  { own }: AttributedResults,
  sender: string | null,
  isVouchedFor: boolean,
  choice: string | null,
  { texts }: PageContext,
): readonly Child[] {
  const name = MAIL_PROVIDERS.find(({ id }) => id === choice)?.name ?? choice ?? '';
  if (own === null)
    return [texts.text(choice === null ? 'check_server_unknown' : 'check_server_silent', name)];
  const said = resultsOf(own, texts);
  if (isVouchedFor && sender !== null)
    return [
      ...texts.pieces('check_server_vouches', outside(name), outside(own.headerFrom ?? '')),
      texts.gap,
      said,
    ];
  if (own.dmarc === 'fail') return [...texts.pieces('check_server_denies', outside(name)), texts.gap, said];
  return [...texts.pieces('check_server_open', outside(name)), texts.gap, said];
}

function claims(said: readonly AuthenticationResults[], { texts }: PageContext): HTMLElement | null {
  if (said.length === 0) return null;
  return (
    <details className="more">
      <summary>{texts.count('check_claims', said.length)}</summary>
      <p className="hint">{texts.text('check_claims_hint')}</p>
      <ul>
        {said.slice(0, SHOWN_CLAIMS).map((each) => (
          <li>
            {texts.pieces(
              'check_claim',
              outside(shortened(each.server, SHOWN_LENGTH)),
              resultsOf(each, texts),
            )}
          </li>
        ))}
      </ul>
    </details>
  );
}

/** Terms of RFC 8601, untranslated, for questions to the provider. */
function resultsOf({ spf, dkim, dmarc }: AuthenticationResults, texts: PageContext['texts']): string {
  const result = (value: string | null): string => (value ?? texts.text('check_result_none')).slice(0, 20);
  return `SPF: ${result(spf)}, DKIM: ${result(dkim)}, DMARC: ${result(dmarc)}.`;
}
