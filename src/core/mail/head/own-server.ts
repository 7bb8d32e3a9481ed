import type { AuthenticationResults } from './authentication-results.ts';

/** A provider whose servers name themselves in `Authentication-Results`. */
export interface MailProvider {
  readonly id: string;
  readonly name: string;
  /** Authserv-ids; a leading dot matches all names with that ending. */
  readonly servers: readonly string[];
  /** Public example of the provider's `Authentication-Results`. */
  readonly source: string;
}

/** Mails with real fields above forged ones (September 2022). */
const DELTA_CHAT =
  'https://github.com/deltachat/deltachat-core-rust/tree/feee7aee3d6a1985aa46cfcfccebebfcd8daf41b/test-data/message/dkimchecks-2022-09-28';

/**
 * Without Microsoft: its fields name no server (https://github.com/lieser/dkim_verifier/issues/423), so forged ones
 * look the same.
 */
export const MAIL_PROVIDERS: readonly MailProvider[] = [
  {
    id: 'fastmail',
    name: 'Fastmail',
    servers: ['.messagingengine.com'],
    source: `${DELTA_CHAT}/alice@fastmail.com`,
  },
  { id: 'gmail', name: 'Gmail', servers: ['mx.google.com'], source: `${DELTA_CHAT}/alice@gmail.com` },
  {
    id: 'icloud',
    name: 'iCloud Mail',
    servers: ['bimi.icloud.com', 'dmarc.icloud.com', 'dkim-verifier.icloud.com', 'spf.icloud.com'],
    source: `${DELTA_CHAT}/alice@icloud.com`,
  },
  { id: 'mail.ru', name: 'Mail.ru', servers: ['mxs.mail.ru'], source: `${DELTA_CHAT}/alice@mail.ru` },
  { id: 'posteo', name: 'Posteo', servers: ['posteo.de'], source: `${DELTA_CHAT}/alice@posteo.de` },
  {
    id: 'proton',
    name: 'Proton Mail',
    servers: ['mail.protonmail.ch'],
    source: 'https://github.com/ProtonMail/proton-bridge/issues/321',
  },
  {
    id: 'yahoo',
    name: 'Yahoo Mail, AOL',
    // Sources of the servers that `source` lacks: https://github.com/jstedfast/MimeKit/issues/584,
    // https://github.com/pimlie/authres_status/issues/41
    servers: ['.mail.ne1.yahoo.com', '.mail.gq1.yahoo.com', '.mail.ir2.yahoo.com'],
    source: `${DELTA_CHAT}/alice@yahoo.com`,
  },
];

export interface AttributedResults {
  /** Null if the reader's server wrote nothing or is unknown. */
  readonly own: AuthenticationResults | null;
  readonly claims: readonly AuthenticationResults[];
}

export const MAX_SERVER_LENGTH = 255;

/** @param choice - provider id, or a typed server name */
export function serversOf(choice: string): readonly string[] | null {
  const provider = MAIL_PROVIDERS.find(({ id }) => id === choice);
  if (provider !== undefined) return provider.servers;
  const name = choice.trim().toLowerCase();
  return name.length <= MAX_SERVER_LENGTH && /^(?:[a-z\d_-]+\.)+[a-z\d-]{2,}$/.test(name) ? [name] : null;
}

/**
 * Takes the topmost field of the reader's server, with its fields directly below, because some providers write one per
 * method. Senders can forge fields further down; servers remove those in their own name (RFC 8601, 5).
 */
export function attributeResults(
  fields: readonly AuthenticationResults[],
  servers: readonly string[],
): AttributedResults {
  const start = fields.findIndex(({ server }) => isOneOf(server, servers));
  if (start === -1) return { own: null, claims: fields };
  let end = start + 1;
  while (end < fields.length && isNext(fields[end], servers)) end++;
  const [first, ...others] = fields.slice(start, end);
  const own = first === undefined ? null : others.reduce(joined, first);
  return { own, claims: [...fields.slice(0, start), ...fields.slice(end)] };
}

/** Whether the only From address passed DMARC, which does not make the mail good. */
export function isVouchedFor(own: AuthenticationResults | null, senders: readonly string[]): boolean {
  const [sender, ...others] = senders;
  if (sender === undefined || others.length > 0 || own?.dmarc !== 'pass') return false;
  return own.headerFrom === sender.slice(sender.lastIndexOf('@') + 1).toLowerCase();
}

function isNext(field: AuthenticationResults | undefined, servers: readonly string[]): boolean {
  return field !== undefined && field.followsLast && isOneOf(field.server, servers);
}

function isOneOf(server: string, servers: readonly string[]): boolean {
  return servers.some((name) => (name.startsWith('.') ? server.endsWith(name) : server === name));
}

function joined(above: AuthenticationResults, below: AuthenticationResults): AuthenticationResults {
  return {
    ...above,
    spf: above.spf ?? below.spf,
    dkim: above.dkim ?? below.dkim,
    dmarc: above.dmarc ?? below.dmarc,
    headerFrom: above.dmarc === null ? below.headerFrom : above.headerFrom,
  };
}
