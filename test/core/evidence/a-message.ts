import { packagedTables } from '../../../src/core/evidence/evidence-tables.ts';
import { scoreMessage, type ScoredMessage } from '../../../src/core/evidence/judge-message.ts';
import { NO_CONTEXT, type MessageContext } from '../../../src/core/evidence/message-context.ts';
import { renderHtml, renderText } from '../../../src/core/mail/shown/rendered-mail.ts';
import { parseHtml } from '../../../src/core/mail/content/parse-html.ts';

/** A message as a webmail would show it; what is left out is unremarkable. */
export interface AMessage {
  /** `Name <user@host>`. */
  readonly from: string;
  readonly replyTo?: string;
  readonly subject?: string;
  readonly html?: string;
  /** Plain text in place of HTML. */
  readonly text?: string;
  readonly reader?: string;
  /** Names of attached files. */
  readonly files?: readonly string[];
  readonly context?: MessageContext;
}

export function judged({
  from,
  replyTo,
  subject = '',
  html,
  text,
  reader,
  files = [],
  context,
}: AMessage): ScoredMessage {
  const [, name = '', address = ''] = /^(.*?)\s*<([^>]*)>$/.exec(from) ?? [];
  const { links, body } = html === undefined ? renderText(text ?? '') : renderHtml(html, parseHtml);
  const head = {
    name,
    ...(address === '' ? { address: null, lacksAddress: true as const } : { address }),
    replyTo: replyTo ?? null,
    subject,
    reader: reader ?? null,
    ...(files.length === 0 ? {} : { files }),
  };
  return scoreMessage({ head, body }, links, packagedTables(), context ?? NO_CONTEXT);
}

/** For a failing test: what fired. */
export function whatFired({ points, reasons }: ScoredMessage): string {
  return `${points}: ${reasons.map((reason) => `${reason.id} ${reason.points}`).join(', ')}`;
}

/** A device that remembers, and has met neither this sender nor any of its sites. */
export const STRANGER: MessageContext = {
  memory: {
    isKnownSender: false,
    isKnownConversation: false,
    isNamesake: false,
    isAlmostKnown: false,
    hasLedTo: () => false,
    hasSeen: () => false,
  },
  fine: null,
  listing: null,
  words: null,
};

/** A sender that the device knows well, and the sites it has led to. */
export function knownSender(...sites: readonly string[]): MessageContext {
  const has = (site: string): boolean => sites.includes(site);
  return {
    memory: {
      isKnownSender: true,
      isKnownConversation: false,
      isNamesake: false,
      isAlmostKnown: false,
      hasLedTo: has,
      hasSeen: has,
    },
    fine: null,
    listing: null,
    words: null,
  };
}

/** A sender that is like one whom the device knows. */
export function strangerLike(likeness: 'isNamesake' | 'isAlmostKnown'): MessageContext {
  const { memory } = STRANGER;
  return { ...STRANGER, memory: memory === null ? null : { ...memory, [likeness]: true } };
}

export function button(href: string, text: string): string {
  return `<p><a href="${href}" style="padding:12px">${text}</a></p>`;
}
