import { foldText } from '../../core/evidence/fold-text.ts';
import type { HeadFacts, LinkSighting, MessageLink } from '../../core/evidence/message-facts.ts';
import type { EvidenceTables } from '../../core/evidence/evidence-tables.ts';
import { parseUrl } from '../../core/url/host-name.ts';
import { registrableDomain } from '../../core/url/registrable-domain.ts';
import type { MailFacts } from '../../node/mail/mail-facts.ts';

/** What a sender who has read how evidence works can change at no cost. */
export const FREE_MOVES = [
  'fitting-name',
  'own-link',
  'brand-link',
  'fake-reply',
  'cheap-domain',
  'agent-sender',
  'all-quoted',
] as const;
export type FreeMove = (typeof FREE_MOVES)[number];

/** The mail as its sender would write it after that move. Mail that a move cannot change comes back as it is. */
export function adapted(mail: MailFacts, move: FreeMove, tables: EvidenceTables): MailFacts {
  switch (move) {
    case 'fitting-name':
      return withFittingName(mail);
    case 'own-link':
      return withOwnLink(mail);
    case 'brand-link':
      return withBrandLink(mail, tables);
    case 'fake-reply':
      return withFakeReply(mail);
    case 'cheap-domain':
      return withCheapDomain(mail);
    case 'agent-sender':
      return withAgentSender(mail);
    case 'all-quoted':
      return withAllQuoted(mail);
  }
}

function withAgentSender(mail: MailFacts): MailFacts {
  return withHead(mail, (head) => ({ ...head, address: 'bounces+2718281-a1b2@em4711.sendgrid.net' }));
}

/** All of it stands in a quotation. */
function withAllQuoted(mail: MailFacts): MailFacts {
  const { body } = mail.facts;
  if (body === null) return mail;
  const links = body.links.map((sighting): LinkSighting => ({ ...sighting, isQuoted: true }));
  return { ...mail, facts: { ...mail.facts, body: { ...body, links, hasQuote: true } } };
}

/** The display name repeats a word of the sender's domain. */
function withFittingName(mail: MailFacts): MailFacts {
  return withHead(mail, (head) => {
    const label = siteOf(head.address)?.split('.')[0];
    return label === undefined ? head : { ...head, name: `${head.name ?? ''} ${label}`.trim() };
  });
}

/** One line below the message leads to the sender's own site. */
function withOwnLink(mail: MailFacts): MailFacts {
  const site = siteOf(mail.facts.head?.address ?? null);
  return site === null ? mail : withLink(mail, `https://www.${site}/news/2026`, 'What else is new with us');
}

/** One line leads to whoever is imitated. */
function withBrandLink(mail: MailFacts, tables: EvidenceTables): MailFacts {
  const { head } = mail.facts;
  const [brand] = tables.brandsNamedIn(foldText(`${head?.name ?? ''} ${head?.subject ?? ''}`));
  const domain = brand?.domains[0] ?? (brand?.labels[0] === undefined ? undefined : `${brand.labels[0]}.com`);
  return domain === undefined ? mail : withLink(mail, `https://www.${domain}/products`, 'See what we offer');
}

/** An answer to a conversation that never was. */
function withFakeReply(mail: MailFacts): MailFacts {
  const { body } = mail.facts;
  const answered = withHead(mail, (head) => ({ ...head, subject: `Re: ${head.subject ?? ''}` }));
  if (body === null) return answered;
  const text = `${body.text} On Tue, 3 Mar 2026 somebody wrote: Thank you, please send it.`;
  return { ...answered, facts: { ...answered.facts, body: { ...body, text, hasQuote: true } } };
}

/** A domain for a dollar: the message comes from it and leads to it. */
function withCheapDomain(mail: MailFacts): MailFacts {
  const site = 'mail-desk-notice.click';
  const moved = withHead(mail, (head) => ({ ...head, address: `service@${site}`, replyTo: null }));
  const links = moved.links.map((link): MessageLink => {
    const url = /^\s*https?:/i.test(link.href) ? parseUrl(link.href.trim()) : null;
    return url === null ? link : { ...link, href: `https://www.${site}${url.pathname}${url.search}` };
  });
  return { ...moved, links };
}

function withHead(mail: MailFacts, change: (head: HeadFacts) => HeadFacts): MailFacts {
  const { head } = mail.facts;
  return head === null ? mail : { ...mail, facts: { ...mail.facts, head: change(head) } };
}

function withLink(mail: MailFacts, href: string, text: string): MailFacts {
  const { body } = mail.facts;
  if (body === null) return mail;
  const sighting: LinkSighting = { href: mail.links.length };
  return {
    facts: { ...mail.facts, body: { ...body, links: [...body.links, sighting] } },
    links: [...mail.links, { href, text, tag: 'a' }],
  };
}

function siteOf(address: string | null): string | null {
  if (address === null) return null;
  return registrableDomain(address.slice(address.lastIndexOf('@') + 1));
}
