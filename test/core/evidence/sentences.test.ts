/** What the sentences of evidence say is so, of each message at which they stand: made-up ones, and real mail. */
import { describe, expect, test } from 'vitest';
import { EVIDENCE_ROWS } from '../../../src/core/evidence/evidence-rows.ts';
import { packagedTables } from '../../../src/core/evidence/evidence-tables.ts';
import { foldDigits, foldLookAlikes, foldText, INVISIBLE } from '../../../src/core/text/fold-text.ts';
import { scoreMessage } from '../../../src/core/evidence/judge-message.ts';
import { type MessageContext, NO_CONTEXT } from '../../../src/core/evidence/message-context.ts';
import { readLink } from '../../../src/core/url/read-link.ts';
import { registrableDomain } from '../../../src/core/url/hosts/registrable-domain.ts';
import { factsOfMail } from '../../../src/server/node/mail-tools/node-mail.ts';
import type { MailFacts } from '../../../src/core/mail/shown/mail-facts.ts';
import type { MailContent } from '../../../src/core/mail/content/mail-content.ts';
import { readMails } from '../../../src/server/publisher/evaluate/read-mails.ts';
import { sharedData, sharedDataMissing } from '../../shared-data.ts';
import type { AMessage } from './a-message.ts';
import { ADAPTED, BAD } from './bad-messages.ts';

/** A message, and where its words and hosts can be looked up without asking the rule. */
class Shown {
  readonly #mail: MailContent;
  readonly facts: MailFacts;

  constructor(mail: MailContent, facts: MailFacts) {
    this.#mail = mail;
    this.facts = facts;
  }

  get address(): string {
    return this.facts.facts.head?.address ?? '';
  }

  get name(): string {
    return this.facts.facts.head?.name ?? '';
  }

  /** All that can be read in it, without what is drawn as nothing. */
  get words(): string {
    const { subject, text } = this.#mail;
    const { body } = this.facts.facts;
    const all = [this.name, this.address, subject, body?.text, body?.end, text, ...(body?.alts ?? [])];
    const onLinks = [
      ...this.facts.links.map((link) => link.text),
      ...(body?.links ?? []).flatMap((link) => [link.text, link.alt]),
    ];
    return [...all, ...onLinks].join('\n').replaceAll(INVISIBLE, '');
  }

  /** Every host on the way of each link, with its registrable domain. */
  get sites(): readonly string[] {
    const hosts = this.facts.links.flatMap(({ href }) => readLink(href).layers.map(({ host }) => host ?? ''));
    return [...new Set(hosts.flatMap((host) => [host, registrableDomain(host) ?? host]))];
  }

  get hrefs(): readonly string[] {
    return this.facts.links.map(({ href }) => href);
  }

  saysWord(word: string): boolean {
    return this.words.includes(word);
  }

  /** Whether it may be said to be from somebody: the name in any spelling that looks like it, also in an address. */
  names(brand: string): boolean {
    const wanted = squeezed(brand, foldText);
    const places = [this.words, ...this.sites, this.address];
    return [foldText, foldLookAlikes, foldDigits].some((fold) =>
      places.some((place) => squeezed(place, fold).includes(wanted)),
    );
  }

  comesFrom(site: string): boolean {
    // As hosts are spelt: a last dot goes, and what no host can have is escaped.
    const address = this.address.toLowerCase().replace(/\.$/, '');
    return address.endsWith(site.toLowerCase().replaceAll('%25', '%'));
  }

  leadsTo(site: string): boolean {
    return (
      this.sites.includes(site) || this.hrefs.some((href) => href.toLowerCase().includes(site.toLowerCase()))
    );
  }
}

/** Letters and digits alone, folded. */
function squeezed(text: string, fold: (text: string) => string): string {
  return fold(text)
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '');
}

type Claim = (shown: Shown, values: readonly string[]) => boolean;

const quotes: Claim = (shown, [word = '']) => shown.saysWord(word);
const leads: Claim = (shown, [site = '']) => shown.leadsTo(site);
const from: Claim = (shown, [site = '']) => shown.comesFrom(site);
const answers: Claim = ({ facts }, [address = '']) => facts.facts.head?.replyTo?.includes(address) === true;
const readers: Claim = ({ facts }, [address = '']) => facts.facts.head?.reader === address;
const attached: Claim = ({ facts }, [name = '']) => facts.facts.head?.files?.includes(name) === true;
const always: Claim = () => true;

/** What the sentence of each reason claims, of what can be seen without the rule. */
const CLAIMS: Readonly<Record<string, Claim>> = {
  A1: (shown, [brand = '', site = '']) => shown.names(brand) && shown.comesFrom(site),
  A2: (shown, [brand = '', site = '']) => shown.names(brand) && shown.leadsTo(site),
  A3: (shown, [brand = '']) => shown.names(brand),
  A4: (shown, [host = '']) => shown.comesFrom(host) || shown.leadsTo(host),
  A5: (shown, [told = '', site = '']) =>
    shown.name.toLowerCase().includes(told.toLowerCase()) && shown.comesFrom(site),
  A7: (shown, [name = '', site = '']) =>
    name.split(/\s+/).every((word) => shown.saysWord(word)) && shown.comesFrom(site),
  A8: (shown, [own = '', site = '']) => shown.comesFrom(own) && shown.leadsTo(site),
  A9: from,
  B1: from,
  B2: (shown, [site = '', brand = '']) => shown.comesFrom(site) && shown.names(brand),
  B3: from,
  B5: (shown, [provider = '', site = '']) => shown.comesFrom(provider) && shown.leadsTo(site),
  B6: always,
  B7: answers,
  B8: from,
  B9: from,
  B10: (shown, [name = '']) => shown.saysWord(name) && shown.address === '',
  A10: (shown, [name = '']) => shown.name === name,
  B12: (shown, [site = '']) => shown.comesFrom(site),
  B11: from,
  C1: quotes,
  // Of what no browser has drawn nobody can say that it is too much.
  C3: ({ facts }) => facts.facts.body?.isCut === true,
  C2: (shown, [, site = '']) => shown.leadsTo(site),
  D1: leads,
  D2: leads,
  D3: leads,
  D4: leads,
  D5: leads,
  D6: leads,
  D7: leads,
  D8: (shown, [address = '']) => shown.leadsTo(address) && /^[\d.]+$|:/.test(address),
  D9: (shown, [site = '']) =>
    shown.leadsTo(site) && shown.hrefs.some((href) => /@|%40|[A-Za-z0-9+/]{12}/.test(href)),
  D10: (shown, [address = '']) =>
    shown.hrefs.some((href) => href.toLowerCase().includes(address.toLowerCase())),
  D12: (shown) => {
    const pages = shown.hrefs.filter((href) => {
      const host = readLink(href).layers[0]?.host ?? null;
      return host !== null && !packagedTables().isSocial(host);
    });
    return new Set(pages).size <= 2;
  },
  D13: leads,
  D14: (shown, [site = '']) =>
    shown.hrefs.some((href) => /^\s*http:/i.test(href) && href.toLowerCase().includes(site.toLowerCase())) ||
    shown.hrefs.some((href) => /http(?::|%3A)/i.test(href)),
  D15: leads,
  D16: leads,
  D17: (shown, [site = '']) => shown.leadsTo(site) && shown.hrefs.some((href) => /\d[.-]\d/.test(href)),
  D18: leads,
  E1: quotes,
  E2: quotes,
  E3: quotes,
  E4: quotes,
  E5: (shown, [word = '']) => shown.name.includes(word),
  E6: always,
  E7: quotes,
  E8: leads,
  E10: (shown, [brand = '', number = '']) => shown.names(brand) && shown.saysWord(number),
  F1: attached,
  F2: attached,
  F3: attached,
  F4: attached,
  F5: attached,
  H1: (shown, [word = '', site = '']) => shown.saysWord(word) && shown.leadsTo(site),
  H2: (shown, [brand = '', site = '']) => shown.names(brand) && shown.comesFrom(site),
  H3: (shown, [sender = '', site = '']) => shown.comesFrom(sender) && shown.leadsTo(site),
  L1: always,
  R1: readers,
  R2: (shown, [address = '', site = '']) => readers(shown, [address]) && shown.leadsTo(site),
  R3: quotes,
  R4: always,
  G2: always,
  G3: always,
  G4: from,
};

function untrue(shown: Shown, context: MessageContext): readonly string[] {
  const { facts, links } = shown.facts;
  return scoreMessage(facts, links, packagedTables(), context).reasons.flatMap(({ id, values }) =>
    CLAIMS[id]?.(shown, values) === true ? [] : [`${id} ${JSON.stringify(values)}`],
  );
}

function shownOf({
  from,
  replyTo = '',
  subject = '',
  html = '',
  text = '',
  reader,
  files = [],
}: AMessage): Shown {
  const mail: MailContent = { from, replyTo, subject, html, text, files, links: [] };
  return new Shown(mail, factsOfMail(mail, reader ?? null));
}

test('each reason of evidence has a claim about the message', () => {
  expect(Object.keys(CLAIMS).toSorted()).toEqual(EVIDENCE_ROWS.map(({ id }) => id).toSorted());
});

test.each([...BAD.map(([name, , message]) => [name, message] as const), ...ADAPTED])(
  'the sentences shown about a letter are true: %s',
  (_, message) => {
    expect(untrue(shownOf(message), message.context ?? NO_CONTEXT)).toEqual([]);
  },
);

describe.skipIf(sharedDataMissing)('of real mail', () => {
  test.each([
    ['phishing_pot', 40],
    ['newsletters', 1],
    ['transactional', 1],
    ['spamassassin', 40],
  ] as const)(
    'of real mail: %s',
    async (source, each) => {
      let [seen, said] = [0, 0];
      const wrong: string[] = [];
      for await (const mail of readMails([sharedData(`mail/${source}.jsonl.gz`)])) {
        seen += 1;
        if (seen % each !== 0) continue;
        const shown = new Shown(mail, factsOfMail(mail, 'alice@mail.test'));
        said += 1;
        wrong.push(...untrue(shown, NO_CONTEXT).map((line) => `${mail.id}: ${line}`));
      }
      expect(said).toBeGreaterThan(15);
      expect(wrong).toEqual([]);
    },
    60_000,
  );
});
