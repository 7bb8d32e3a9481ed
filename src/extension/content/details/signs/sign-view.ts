import type { EvidenceReason } from '../../../../core/verdict/verdict.ts';
import { uncheckedKey } from '../../../platform/texts/reason-keys.ts';
import type { FrameKey } from '../../../platform/texts/texts.ts';
import { piecesOf, type ContentTexts } from '../../texts/content-texts.ts';
import { el } from '../../dom/element.ts';
import type { MarkedLink } from '../../marks/marked-link.ts';
import type { MessageSign } from '../../marks/message-sign.ts';
import type { OpenMessage } from '../../messages/open-messages.ts';
import type { OwnEvents } from '../../marks/own-events.ts';
import { signIcon } from '../../marks/sign-icon.ts';
import { evidenceSentence } from '../../texts/verdict-sentences.ts';
import type { MessageCorrector } from './message-corrector.ts';
import { outside } from '../views/verdict-view.ts';

export interface SignViewOptions {
  readonly events: OwnEvents;
  readonly texts: ContentTexts;
  /** @param isByKey - by key or assistive technology */
  readonly onShow: (first: MarkedLink, isByKey: boolean) => void;
  readonly corrector: MessageCorrector;
}

const SHOWN_HIDDEN = 3;

/** Evidence id of the reader's own correction, which is no false alarm to report. */
const SAID_SPAM = 'H0';

/** A folded sign shows only the title. */
export interface SignText {
  readonly title: string;
  readonly rest: string;
  /** What attached files' names say, a line for each. */
  readonly files: readonly string[];
}

/** Such reasons are shown in `files`, unless one is the strongest: `rest` has that. */
const isOfFile = ({ family }: EvidenceReason): boolean => family === 'F';

export function signText(
  { danger, sender, evidence, unchecked, more = 0, unplaced }: MessageSign,
  texts: ContentTexts,
): SignText {
  const { text } = texts;
  const sentences: string[] = [];
  if (danger?.count === 1) sentences.push(text('mark_message_danger_one'));
  else if (danger !== null) sentences.push(text('mark_message_danger_other', String(danger.count)));
  if (sender !== null) {
    sentences.push(text(sender.level === 'danger' ? 'mark_sender_danger' : 'mark_sender_caution'));
  }
  const [strongest, ...further] = evidence;
  if (strongest !== undefined) {
    if (sentences.length === 0) sentences.push(text('mark_message_suspicious'));
    sentences.push(evidenceSentence(strongest, texts));
  }
  if (unchecked !== null) {
    if (unchecked !== 'pictures')
      sentences.push(text(danger === null ? 'mark_message_unchecked' : 'mark_message_rest_unchecked'));
    sentences.push(text(uncheckedKey(unchecked)));
  }
  if (more === 1) sentences.push(text('mark_message_more_one'));
  else if (more > 1) sentences.push(text('mark_message_more_other', String(more)));
  if (unplaced?.count === 1) sentences.push(text('mark_message_unplaced_one'));
  else if (unplaced !== undefined)
    sentences.push(text('mark_message_unplaced_other', String(unplaced.count)));
  const [title = '', ...others] = sentences.map((sentence) => sentence.replace(/[.。]$/, ''));
  const [stop, end] = texts.language.startsWith('zh') ? ['。', '。'] : ['. ', '.'];
  if (others.length === 0) return { title, rest: '', files: [] };
  const files = further.filter(isOfFile).map((reason) => evidenceSentence(reason, texts));
  return { title: `${title}${stop}`, rest: `${others.join(stop)}${end}`, files };
}

export function signView(
  message: OpenMessage,
  sign: MessageSign,
  { title, rest, files }: SignText,
  isOpen: boolean,
  hide: () => void,
  options: SignViewOptions,
): HTMLElement {
  const { danger, sender, evidence, unplaced } = sign;
  const { events, texts, onShow } = options;
  const cross = el('button', { className: 'close', ariaLabel: texts.text('mark_message_hide') }, '×');
  const level =
    danger !== null
      ? 'danger'
      : (sender?.level ?? (evidence.length > 0 || unplaced !== undefined ? 'caution' : 'unchecked'));
  const element = el(
    'div',
    { className: `sign ${level}`, popover: 'manual', role: 'note', lang: texts.language },
    signIcon(level, 18),
    el('strong', {}, title),
    ...(rest === '' ? [] : [rest, ...files]).map((line) => el('span', { className: 'rest' }, line)),
  );
  const first = danger?.first ?? sender ?? unplaced?.first ?? null;
  if (first !== null) {
    const show = el('button', { className: 'show' }, texts.text('mark_message_show'));
    element.append(events.onPress(show, ({ detail }) => onShow(first, detail === 0)));
  }
  if (evidence.length > 0) element.append(...whyView(message, sign, isOpen, options));
  element.append(events.onPress(cross, hide));
  return element;
}

function whyView(
  message: OpenMessage,
  sign: MessageSign,
  isOpen: boolean,
  options: SignViewOptions,
): readonly HTMLElement[] {
  const { events, texts } = options;
  const all = el(
    'div',
    { className: 'reasons', hidden: !isOpen },
    el('p', {}, texts.text('mark_message_advice')),
    el(
      'ul',
      {},
      // The sign itself shows the first reason and those of files.
      ...sign.evidence
        .slice(1)
        .filter((reason) => !isOfFile(reason))
        .map((reason) => el('li', {}, evidenceSentence(reason, texts))),
      // These are not evidence: honest newsletters hide link targets too.
      ...sign.hiddenBy
        .slice(0, SHOWN_HIDDEN)
        .map((by) => el('li', {}, ...piecesOf(texts, 'card_hidden', outside(by)))),
      sign.isPart === true ? el('li', {}, texts.text('mark_message_part')) : null,
    ),
    corrections(message, sign, options),
  );
  const why = el('button', { className: 'show', ariaExpanded: String(isOpen) }, texts.text('card_why'));
  const whyForm = events.onPress(why, () => {
    why.ariaExpanded = String(all.hidden);
    all.hidden = !all.hidden;
  });
  return [whyForm, all];
}

function corrections(
  message: OpenMessage,
  sign: MessageSign,
  { events, texts, corrector }: SignViewOptions,
): HTMLElement {
  const button = (key: FrameKey, action: () => void): HTMLElement =>
    events.onPress(el('button', { className: 'show' }, texts.text(key)), action);
  const told = el('span', { role: 'status' });
  const report = (): void =>
    void corrector.report(sign).then((isCopied) => {
      told.textContent = texts.text(isCopied ? 'card_report_copied' : 'card_report_not_copied');
    });
  const isSaidSpam = sign.evidence.some(({ id }) => id === SAID_SPAM);
  return el(
    'p',
    { className: 'corrections' },
    button('card_fine', () => corrector.correct(message, 'fine')),
    isSaidSpam ? null : button('card_spam', () => corrector.correct(message, 'spam')),
    isSaidSpam ? null : button('card_report', report),
    button('card_decisions', () => corrector.openDecisions()),
    told,
  );
}
