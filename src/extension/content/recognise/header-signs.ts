import { closestTo, findAll, parentElementOf, textNodesIn, textOf } from '../dom/unclobbered.ts';

/** Attributes with an address, plain or percent-encoded. */
const MAILBOX =
  'a[href^="mailto:" i], a[href*="%40"], [title*="@"], [email], [data-email], [data-hovercard-id*="@"], [aria-label*="@"]';

const ADDRESS = /[^\s<>"'(),;:\\@]@[a-z\d-]+\.[a-z\d.-]*[a-z]{2}/i;

/** English, German, French, Spanish, Portuguese, Italian, Dutch, Polish, Czech, Swedish, Russian, Chinese, Japanese. */
const LABEL =
  /^(?:from|to|cc|subject|date|sent|reply-to|von|an|betreff|datum|gesendet|de|à|objet|envoyé|para|asunto|fecha|assunto|data|da|a|oggetto|van|aan|onderwerp|od|do|temat|komu|předmět|från|till|ämne|от|кому|тема|дата|发件人|收件人|主题|日期|时间|差出人|宛先|件名|日時)\s*[:：]?$/iu;

/** Lists and account menus name mailboxes too. */
const ELSEWHERE =
  'nav, aside, table[role="grid"], [role="listbox"], [role="grid"], [role="navigation"], [role="option"], button';

/** Text nodes searched at most. */
const MAX_TEXTS = 4_000;

/** Characters; longer text is no name and address. */
const MAX_TEXT_LENGTH = 200;

/** Generous: includes signs inside messages. */
const MAX_SIGNS = 1_000;

/** @param isOfList - whether the sign is in a list of messages */
export function headerSigns(
  root: Document | ShadowRoot,
  isOfList: (sign: Element) => boolean,
): readonly Element[] {
  const signs = new Set(findAll(root, MAILBOX));
  for (const node of textNodesIn(root, MAX_TEXTS)) {
    const text = textOf(node).trim();
    if (text.length < 1 || text.length > MAX_TEXT_LENGTH) continue;
    const element = parentElementOf(node);
    if (element !== null && (ADDRESS.test(text) || LABEL.test(text))) signs.add(element);
  }
  return [...signs]
    .filter((sign) => closestTo(sign, ELSEWHERE) === null && !isOfList(sign))
    .slice(0, MAX_SIGNS);
}

const DATE = /\b\d{1,2}[:.]\d{2}\b|\b(?:19|20)\d{2}\b|\d{1,2}[./]\d{1,2}[./]\d{2}/;

export function hasDate(text: string): boolean {
  return DATE.test(text);
}
