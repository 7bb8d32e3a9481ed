import type { Authentication } from '../head/mail-head.ts';
import type { MailFacts } from './mail-facts.ts';

/**
 * Adds what the mailbox's own receiving server found of the sender's domain.
 *
 * @param authentication - of the topmost field of the mail (RFC 8601): servers put theirs above what came with it
 * @param servers - names (authserv-id) that the mailbox's provider is known to write; of others nothing is believed,
 *   since a sender can write such a field too
 * @returns the facts as they are where none of these servers has said `pass` or `fail`
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
