import type { EvidenceTables } from '../../src/core/evidence/evidence-tables.ts';
import { NO_CONTEXT, type MessageContext } from '../../src/core/evidence/message-context.ts';
import type { BodyFacts, HeadFacts, LinkSighting } from '../../src/core/evidence/message-facts.ts';
import { viewOf } from '../../src/core/evidence/message-view.ts';
import type { MailFacts } from '../../src/core/mail/shown/mail-facts.ts';
import { registrableDomain } from '../../src/core/url/hosts/registrable-domain.ts';

/** A letter as it is judged. */
export interface Letter extends MailFacts {
  readonly context: MessageContext;
}

/** Changes one fact of a letter; returns it unchanged if the fact does not apply to it. */
type Change = (letter: Letter, tables: EvidenceTables) => Letter;

const CODE = 'a8f3c2e19b7d4c5e8f01';
const READER = 'ben.sample@corp-sample.net';
/** Full-width letters and 【】 are ordinary beside these scripts only. */
const EAST_ASIAN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/** A device that remembers, and has met nobody. */
const MEETS_NOBODY: MessageContext = {
  ...NO_CONTEXT,
  memory: {
    isKnownSender: false,
    isKnownConversation: false,
    isNamesake: false,
    isAlmostKnown: false,
    hasLedTo: () => false,
    hasSeen: () => false,
  },
};

/** What good senders have, each by itself no sign of anything. */
export const HONEST_FACTS: readonly (readonly [string, Change])[] = [
  ['no name', named(() => '')],
  ['a person’s name', named(() => 'Maria Huber')],
  ['a person and a legal form', named(() => 'Huber & Partner Rechtsanwälte mbB')],
  ['an office’s name', named(() => 'Sekretariat')],
  ['name: person via service', named((name) => `${name} via Terminkalender`)],
  ['name with an emoji', named((name) => `${name} 🌿`)],
  ['name with stars', named((name) => `★${name}★`)],
  ['name in direction marks', named((name) => `\u202b${name}\u202c`)],
  ['name with full-width letters', named((name) => (EAST_ASIAN.test(name) ? `${name} ＮＥＷＳ` : name))],
  ['name in 【】', named((name) => (EAST_ASIAN.test(name) ? `【公式】${name}` : name))],
  ['a role mailbox', atOwnSite((site) => `office@${site}`)],
  ['a numbered mailbox', atOwnSite((site) => `news2026@${site}`)],
  ...['shop', 'online', 'info', 'site', 'store', 'club'].map((ending): readonly [string, Change] => [
    `own site under .${ending}`,
    underEnding(ending),
  ]),
  ['answers to Gmail', answersTo((site) => `${labelOf(site)}@gmail.com`)],
  ['answers to another site', answersTo((site) => `kontakt@${labelOf(site)}-gruppe.net`)],
  [
    'answers to the reader',
    (letter) => withHead(letter, (head) => ({ ...head, reader: READER, replyTo: READER })),
  ],
  ['the reader’s address known', (letter) => withHead(letter, (head) => ({ ...head, reader: READER }))],
  [
    'a mailing service’s tracker',
    ledTo(() => `https://u4711.ct.sendgrid.net/ls/click?upn=u001.Zk3vT0c9mQ8rXw7yPq2s`),
  ],
  ['a coded button', ledTo((href) => `${hostOf(href)}/c/${CODE}`)],
  ['a portal', ledTo(() => 'https://app.vorgangsakte.net/vorgang/4711')],
  ['a portal and a code', ledTo(() => `https://app.vorgangsakte.net/v/${CODE}`)],
  [
    'a portal’s host of the sender',
    ledTo((_href, site) => `https://${labelOf(site)}.vorgangsakte.net/v/4711`),
  ],
  ['a shortener', ledTo(() => 'https://bit.ly/3xK9Ab')],
  ['a form', ledTo(() => 'https://forms.gle/AbCdEf123456')],
  ['a shared document', ledTo(() => 'https://docs.google.com/document/d/1AbCdEfGhIjKlMnOpQrStUvWxYz/edit')],
  ['links without TLS', (letter) => withLinks(letter, (href) => href.replace(/^https:/, 'http:'))],
  ['one button alone', oneButton],
  ['a link to leave at the portal', withMore('https://app.vorgangsakte.net/abmelden', 'Unsubscribe')],
  ['a link to the sender’s site', ownSiteInSignature],
  ['social links', withMore('https://www.instagram.com/sample', 'Instagram')],
  ['an attached bill', withFile('Rechnung 4711.pdf')],
  ['an attached page', withFile('Bericht.html')],
  ['a calendar entry', withFile('invite.ics')],
  ['a packed folder', withFile('Fotos.zip')],
  ['a deadline', says('Please answer within 48 hours. Bitte antworten Sie bis 14. Mai.')],
  ['a sum', says('Total: 149,00 €')],
  ['a telephone number', says('Questions? Call (312) 555-0199.')],
  [
    'paid by a brand, and a number',
    says('Paid with PayPal. You will see the charge on your statement. Call (312) 555-0199.'),
  ],
  ['confirm an address', says('Please confirm your e-mail address. Bitte bestätigen Sie Ihre Anmeldung.')],
  ['an offer', titled((subject) => `${subject} – 20 % off, gratis`)],
  ['a case number', titled((subject) => `${subject} (ABC-12345)`)],
  ['an answer', titled((subject) => `Re: ${subject}`)],
  ['no text beside the picture', onlyPictures],
  ['a memory that knows nobody', (letter) => ({ ...letter, context: MEETS_NOBODY })],
];

function withHead(letter: Letter, change: (head: HeadFacts) => HeadFacts): Letter {
  const { head } = letter.facts;
  return head === null ? letter : { ...letter, facts: { ...letter.facts, head: change(head) } };
}

function withBody(letter: Letter, change: (body: BodyFacts) => BodyFacts): Letter {
  const { body } = letter.facts;
  return body === null ? letter : { ...letter, facts: { ...letter.facts, body: change(body) } };
}

function named(change: (name: string) => string): Change {
  return (letter) => withHead(letter, (head) => ({ ...head, name: change(head.name ?? '') }));
}

function titled(change: (subject: string) => string): Change {
  return (letter) => withHead(letter, (head) => ({ ...head, subject: change(head.subject ?? '') }));
}

function says(text: string): Change {
  return (letter) => withBody(letter, (body) => ({ ...body, text: `${text} ${body.text}` }));
}

function withFile(name: string): Change {
  return (letter) => withHead(letter, (head) => ({ ...head, files: [...(head.files ?? []), name] }));
}

/** Null for brands, agents and private mailboxes: their addresses are no matter of taste. */
function ownSiteOf({ facts }: Letter, tables: EvidenceTables): string | null {
  const address = facts.head?.address ?? '';
  const host = address.slice(address.lastIndexOf('@') + 1);
  const site = registrableDomain(host);
  const isOwn =
    site !== null &&
    !tables.isMailboxProvider(host) &&
    !tables.isAgent(host) &&
    !tables.isPopular(host, site) &&
    tables.brandsOf(host, site).length === 0;
  return isOwn ? site : null;
}

function atOwnSite(addressAt: (site: string) => string): Change {
  return (letter, tables) => {
    const site = ownSiteOf(letter, tables);
    return site === null ? letter : withHead(letter, (head) => ({ ...head, address: addressAt(site) }));
  };
}

function answersTo(addressOf: (site: string) => string): Change {
  return (letter, tables) => {
    const site = ownSiteOf(letter, tables);
    return site === null ? letter : withHead(letter, (head) => ({ ...head, replyTo: addressOf(site) }));
  };
}

function underEnding(ending: string): Change {
  return (letter, tables) => {
    const site = ownSiteOf(letter, tables);
    if (site === null) return letter;
    const moved = `${labelOf(site)}.${ending}`;
    const away = (text: string): string => text.replaceAll(site, moved);
    return withLinks(
      withHead(letter, (head) => ({ ...head, address: away(head.address ?? '') })),
      away,
    );
  };
}

function withLinks(letter: Letter, change: (href: string) => string, only?: ReadonlySet<number>): Letter {
  return {
    ...letter,
    links: letter.links.map((link, index) =>
      only === undefined || only.has(index) ? { ...link, href: change(link.href) } : link,
    ),
  };
}

function actionsIn({ facts, links }: Letter, tables: EvidenceTables): ReadonlySet<number> {
  if (facts.body === null) return new Set();
  const { actions } = viewOf(facts.head, facts.body, links, tables);
  return new Set(actions.filter(({ isWorded }) => isWorded).map(({ index }) => index));
}

function ledTo(hrefOf: (href: string, site: string) => string): Change {
  return (letter, tables) => {
    const site = ownSiteOf(letter, tables);
    if (site === null) return letter;
    return withLinks(letter, (href) => hrefOf(href, site), actionsIn(letter, tables));
  };
}

function oneButton(letter: Letter, tables: EvidenceTables): Letter {
  const [first] = actionsIn(letter, tables);
  if (first === undefined) return letter;
  const alone = withBody(letter, (body) => ({
    ...body,
    links: body.links.filter(({ href }) => href === first).map((sighting) => ({ ...sighting, href: 0 })),
  }));
  return { ...alone, links: letter.links.slice(first, first + 1) };
}

function withMore(href: string, text: string): Change {
  return (letter) => {
    const sighting: LinkSighting = { href: letter.links.length };
    return {
      ...withBody(letter, (body) => ({ ...body, links: [...body.links, sighting] })),
      links: [...letter.links, { href, text, tag: 'a' }],
    };
  };
}

function ownSiteInSignature(letter: Letter, tables: EvidenceTables): Letter {
  const site = ownSiteOf(letter, tables);
  return site === null ? letter : withMore(`https://www.${site}/`, `www.${site}`)(letter, tables);
}

function onlyPictures(letter: Letter): Letter {
  return withBody(letter, (body) => ({
    ...body,
    text: '',
    end: '',
    links: body.links.map((sighting) => ({ ...sighting, text: '', alt: '' })),
  }));
}

function labelOf(site: string): string {
  return site.slice(0, site.indexOf('.'));
}

function hostOf(href: string): string {
  return /^https?:\/\/[^/?#]+/i.exec(href)?.[0] ?? href;
}
