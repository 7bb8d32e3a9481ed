import type { Authentication } from '../head/mail-head.ts';
import type { MailFacts } from './mail-facts.ts';

/**
 * @param authentication - the topmost field (RFC 8601): servers prepend theirs
 * @param servers - authserv-ids of the mailbox's provider; senders can forge others
 * @returns unchanged facts unless one of `servers` says `pass` or `fail`
 */
export function withAuthentication(
  mail: MailFacts,
  authentication: Authentication | null,
  servers: readonly string[],
): MailFacts {
  const { head } = mail.facts;
  const dmarc = authentication?.dmarc;
  if (head === null || (dmarc !== 'pass' && dmarc !== 'fail')) return mail;
  const server = authentication?.server.toLowerCase();
  if (!servers.some((name) => name.toLowerCase() === server)) return mail;
  return { ...mail, facts: { ...mail.facts, head: { ...head, dmarc } } };
}
