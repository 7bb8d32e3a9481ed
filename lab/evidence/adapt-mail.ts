import { foldText } from '../../src/core/text/fold-text.ts';
import type { HeadFacts, LinkSighting, MessageLink } from '../../src/core/evidence/message-facts.ts';
import type { EvidenceTables } from '../../src/core/evidence/evidence-tables.ts';
import { parseUrl } from '../../src/core/url/canonical/host-name.ts';
import { registrableDomain } from '../../src/core/url/hosts/registrable-domain.ts';
import type { MailFacts } from '../../src/core/mail/shown/mail-facts.ts';

/** Changes that a sender who knows our rules can make for free. */
export const FREE_MOVES = [
  'fitting-name',
  'own-link',
  'brand-link',
  'fake-reply',
  'cheap-domain',
  'own-domain',
  'look-alike-domain',
  'forged-from',
  'agent-sender',
  'all-quoted',
] as const;
export type FreeMove = (typeof FREE_MOVES)[number];

/** Unchanged if the move does not apply. */
export function adaptMail(mail: MailFacts, move: FreeMove, tables: EvidenceTables): MailFacts {
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
      return withDomain(mail, 'service', 'mail-desk-notice.click');
    case 'own-domain':
      return withDomain(mail, 'service', 'harbour-notice-desk.com');
    case 'look-alike-domain':
      return withLookAlike(mail, 'unseen word', tables) ?? mail;
    case 'forged-from':
      return withForgedFrom(mail, tables);
    case 'agent-sender':
      return withAgentSender(mail);
    case 'all-quoted':
      return withAllQuoted(mail);
  }
}

function withAgentSender(mail: MailFacts): MailFacts {
  return withHead(mail, (head) => ({ ...head, address: 'bounces+2718281-a1b2@em4711.sendgrid.net' }));
}

function withAllQuoted(mail: MailFacts): MailFacts {
  const { body } = mail.facts;
  if (body === null) return mail;
  const links = body.links.map((sighting): LinkSighting => ({ ...sighting, isQuoted: true }));
  return { ...mail, facts: { ...mail.facts, body: { ...body, links, hasQuote: true } } };
}

function withFittingName(mail: MailFacts): MailFacts {
  return withHead(mail, (head) => {
    const label = siteOf(head.address)?.split('.')[0];
    return label === undefined ? head : { ...head, name: `${head.name ?? ''} ${label}`.trim() };
  });
}

function withOwnLink(mail: MailFacts): MailFacts {
  const site = siteOf(mail.facts.head?.address ?? null);
  return site === null ? mail : withLink(mail, `https://www.${site}/news/2026`, 'What else is new with us');
}

function withBrandLink(mail: MailFacts, tables: EvidenceTables): MailFacts {
  const { head } = mail.facts;
  const [brand] = tables.brandsNamedIn(foldText(`${head?.name ?? ''} ${head?.subject ?? ''}`));
  const domain = brand?.domains[0] ?? (brand?.labels[0] === undefined ? undefined : `${brand.labels[0]}.com`);
  return domain === undefined ? mail : withLink(mail, `https://www.${domain}/products`, 'See what we offer');
}

function withFakeReply(mail: MailFacts): MailFacts {
  const { body } = mail.facts;
  const answered = withHead(mail, (head) => ({ ...head, subject: `Re: ${head.subject ?? ''}` }));
  if (body === null) return answered;
  const text = `${body.text} On Tue, 3 Mar 2026 somebody wrote: Thank you, please send it.`;
  return { ...answered, facts: { ...answered.facts, body: { ...body, text, hasQuote: true } } };
}

/** Found beside brand names in hosts of public feeds. As these words test our reasons, none may use them. */
const LOOK_ALIKE_WORDS =
  'login confirmation secure start core portal verification page store learn download access accounts center user services check official gift carte alerts renouvellement business central join welcome recovery compte play iphone mobile confirm manager alert link event customer team assurance promo admin safe giveaway program updates data secured supports swap restore register coin academy exchange'.split(
    ' ',
  );

/** The first kind is that of the move `look-alike-domain`. */
export const LOOK_ALIKES = ['unseen word', 'unseen word, joined', 'word of the rule', 'one letter'] as const;
export type LookAlike = (typeof LOOK_ALIKES)[number];

/**
 * Moves the sender and all web links to a domain like the brand's.
 *
 * @returns null if the sender's name names no brand
 */
export function withLookAlike(mail: MailFacts, kind: LookAlike, tables: EvidenceTables): MailFacts | null {
  const domain = domainOfNamed(mail, tables);
  if (domain === null) return null;
  // Derived from the mail, so that all words and letters occur and runs are reproducible.
  const number = (mail.facts.body?.text.length ?? 0) + mail.links.length;
  const label = domain.slice(0, domain.indexOf('.'));
  return withDomain(mail, 'noreply', `${lookAlikeOf(label, kind, number)}.com`);
}

function lookAlikeOf(label: string, kind: LookAlike, number: number): string {
  const word = LOOK_ALIKE_WORDS[number % LOOK_ALIKE_WORDS.length] ?? 'login';
  switch (kind) {
    case 'unseen word':
      return `${label}-${word}`;
    case 'unseen word, joined':
      return `${label}${word}`;
    case 'word of the rule':
      return `${label}-billing-update`;
    case 'one letter': {
      const at = 1 + (number % Math.max(1, label.length - 1));
      const letter = label[at] ?? label[0] ?? '';
      return label.slice(0, at) + (number % 2 === 0 ? letter + letter : '') + label.slice(at + 1);
    }
  }
}

function withForgedFrom(mail: MailFacts, tables: EvidenceTables): MailFacts {
  const domain = domainOfNamed(mail, tables);
  if (domain === null) return mail;
  return withHead(mail, (head) => ({ ...head, address: `noreply@${domain}`, replyTo: null }));
}

function domainOfNamed({ facts }: MailFacts, tables: EvidenceTables): string | null {
  const [brand] = tables.brandsNamedIn(foldText(facts.head?.name ?? ''));
  if (brand === undefined) return null;
  return brand.domains[0] ?? `${brand.labels[0] ?? ''}.com`;
}

function withDomain(mail: MailFacts, local: string, site: string): MailFacts {
  const moved = withHead(mail, (head) => ({ ...head, address: `${local}@${site}`, replyTo: null }));
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
