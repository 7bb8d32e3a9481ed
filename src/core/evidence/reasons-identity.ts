/** Rows of evidence on who a message says that it is from. A table: a row is read by itself. */
import { withoutEnds } from '../text/without-ends.ts';
import { isHostOfUnvouched, type Brand } from './brand.ts';
import type { EvidenceRow, Finding } from './evidence-row.ts';
import { imitationOf } from './look-alike-domain.ts';
import { matterAtStrangers, pressingMatters } from './reasons-words.ts';
import type { MessageContext } from './message-context.ts';
import { NOTHING_TO_NAME } from './evidence-row.ts';
import { foldDigits, foldLookAlikes, foldText, wordsOf } from '../text/fold-text.ts';
import {
  hasFewLinks,
  isOddPlace,
  isProviderItself,
  nameWords,
  senderOf,
  type LinkView,
  type MessageView,
  type SenderView,
} from './message-view.ts';
import { containsIpAddress } from './generated-names.ts';
import { oncePerView } from './once-per-view.ts';
import { isForwarded, isBounce, isExchangeBounce, isTicket } from './relayed-message.ts';

const STUDY = 'study on the development mail';
const SECOND_STUDY = 'study on mail of the year after; docs/accuracy.md';

function isOwn(brand: Brand, sender: SenderView | null): boolean {
  return (
    sender !== null &&
    (sender.brands.includes(brand) ||
      isHostOfUnvouched(brand, sender.host) ||
      (sender.providerBrands.includes(brand) && isProviderItself(sender)))
  );
}

function isStrangePlace({ kind, isAligned }: LinkView): boolean {
  return isOddPlace(kind) && !isAligned;
}

function hasActionAt(brand: Brand, actions: readonly LinkView[]): boolean {
  return actions.some(
    ({ brands, kind, host }) =>
      kind !== 'short' && (brands.includes(brand) || isHostOfUnvouched(brand, host)),
  );
}

/** Whether the name also names the known sender: *Amazon Benefits at Fidelity*, *InPost via Allegro*. */
function namesKnownSender(view: MessageView): boolean {
  const { sender, nameFolded } = view;
  if (sender === null || sender.isLittleKnown || sender.isMailbox || nameFolded === null) return false;
  if (view.nameBrands.some((brand) => isOwn(brand, sender))) return true;
  const site = foldText(sender.site);
  return nameWords(nameFolded).some(
    (word) => word.length >= 4 && site.includes(word) && !isBrandWord(word, view),
  );
}

function isBrandWord(word: string, { nameBrands }: MessageView): boolean {
  return nameBrands.some(({ name }) => wordsOf(foldText(name)).includes(word));
}

/** Agents (`host-rows.ts`) write in other firms' names, but their own mail leads to no odd places. */
function isAgentsOwnWork({ sender, actions }: MessageView): boolean {
  if (sender?.isAgent !== true || sender.isCarrier) return false;
  return !actions.some(({ kind, isAligned }) => !isAligned && isOddPlace(kind));
}

function claimedInName(view: MessageView): Finding | null {
  const { sender, nameBrands, actions } = view;
  if (sender === null || nameBrands.length === 0) return null;
  if (namesKnownSender(view) || isAgentsOwnWork(view)) return null;
  if (isExchangeBounce(view)) return null;
  const claimed = nameBrands.filter((brand) => !isOwn(brand, sender));
  const [first] = claimed;
  if (first === undefined || claimed.length < nameBrands.length) return null;
  // Forgers can add a footer link to the brand, so it counts only if no action is at a strange place.
  const leadsThere = claimed.some((brand) => hasActionAt(brand, actions)) && !actions.some(isStrangePlace);
  const points = leadsOnlyToBrand(view, first) ? POINTS_OF_HARMLESS : leadsThere ? 3 : 5;
  return { values: [first.name, sender.site], links: [], points };
}

/** For a brand's name in a message whose links all lead to that brand. */
const POINTS_OF_HARMLESS = 1;

function imitatedDomain(view: MessageView): Finding | null {
  const { sender, nameBrands } = view;
  const claim = claimedInName(view);
  if (claim === null || claim.points === POINTS_OF_HARMLESS || sender?.isLittleKnown !== true) return null;
  const imitated = nameBrands.filter((each) => !hasOnlyBrandActions(view, each));
  const brand = imitated.find((each) => imitates(view, sender, each));
  if (brand !== undefined) return { values: [sender.site, brand.name], links: [] };
  const resembled = hasFewLinks(view) ? imitated.find((each) => resembles(sender, each)) : undefined;
  return resembled === undefined
    ? null
    : { values: [sender.site, resembled.name], links: [], points: 0, isCircumstance: true };
}

/** Counts only as a second family, without points: brands' own second domains look like this too. */
function resembles({ site }: SenderView, brand: Brand): boolean {
  const imitation = imitationOf(site, brand);
  return imitation?.kind === 'beside' && !imitation.isJoined;
}

function hasOnlyBrandActions({ actions }: MessageView, brand: Brand): boolean {
  return actions.length > 0 && actions.every(({ brands }) => brands.includes(brand));
}

/**
 * A misspelt brand name is enough, and so is a brand beside an account word. Otherwise the text must press too, because
 * brands own domains that no table has: with one or two links, one kind of pressure; with more links, as in
 * newsletters, two kinds, or three if no hyphen divides brand and word.
 */
function imitates(view: MessageView, { site }: SenderView, brand: Brand): boolean {
  const imitation = imitationOf(site, brand);
  if (imitation === null || imitation.kind === 'misspelt') return imitation !== null;
  const { others, isJoined } = imitation;
  if (others.some((word) => ACCOUNT_LABELS.has(word))) return true;
  // Dealers add their own names: *Acme Huber* at `acme-huber.example`.
  const named = nameWords(view.nameFolded ?? '');
  if (others.some((word) => named.includes(word))) return false;
  if (hasFewLinks(view)) return pressingMatters(view) >= 1;
  // Seven of ten look-alikes in phishing feeds have a hyphen, but only four of ten of the brands' own unlisted domains.
  return pressingMatters(view) >= (isJoined ? 3 : 2);
}

/**
 * Words beside a brand's name in imitating domains. Source: hosts in public phishing feeds, every second frequent word
 * about accounts, payments or deliveries. `evaluate --adapt` tests with the other half, which must not be added.
 */
const ACCOUNT_LABELS = new Set(
  (
    'auth support account help service wallet verify security update signin logon payment tracking delivery billing notice ' +
    'refund unlock validation case appeal assistance konto'
  ).split(' '),
);

/**
 * Whether every web link except social ones leads to the brand, and replies go nowhere else: the sender is a
 * subsidiary, or gains nothing.
 */
function leadsOnlyToBrand({ sender, replyTo, links, writesTo }: MessageView, brand: Brand): boolean {
  const web = links.filter(({ kind }) => kind !== 'social');
  return (
    sender?.isMailbox === false &&
    replyTo === null &&
    writesTo.length === 0 &&
    web.length > 0 &&
    web.every(
      ({ kind, brands, redirector }) =>
        kind === 'well-known' && redirector === null && brands.includes(brand),
    )
  );
}

/**
 * The sender has a brand's address, under the brand's name or in a role, but every action leads to an odd place: From
 * must be forged.
 */
function forgedSender(view: MessageView): Finding | null {
  const { sender, actions, nameBrands } = view;
  if (sender === null || sender.brands.length === 0) return null;
  // A pass shows that From is not forged. It excuses from no other reason, because anybody passes with their own
  // domain.
  if (view.dmarc === 'pass') return null;
  if (view.links.every(({ kind }) => kind === 'social')) return writesToStrangers(view, sender);
  const elsewhere = actions.filter(({ kind }) => kind !== 'tracker');
  if (elsewhere.length === 0 || elsewhere.some(({ isAligned }) => isAligned)) return null;
  const odd = elsewhere.filter(({ kind }) => isOddPlace(kind));
  const [first] = odd;
  if (first === undefined || odd.length < elsewhere.length) return null;
  const isBrandItself = nameBrands.some((brand) => isOwn(brand, sender));
  if (!isBrandItself && !isRole(sender.local)) return null;
  return {
    values: [sender.site, first.site],
    links: odd.map(({ index }) => index),
    ...(isBrandItself ? { points: 5 } : {}),
    ...(odd.every(mayBeTracker) && new Set(odd.map(({ site }) => site)).size === 1
      ? { isUnknownPlace: true }
      : {}),
  };
}

function writesToStrangers(
  { writesTo, nameBrands, tables }: MessageView,
  sender: SenderView,
): Finding | null {
  if (!nameBrands.some((brand) => isOwn(brand, sender))) return null;
  const buttons = writesTo.filter(({ isWorded }) => isWorded);
  const strangers = buttons.filter(({ address }) => {
    const to = senderOf(address, tables);
    return to !== null && (to.isLittleKnown || to.isMailbox) && to.site !== sender.site;
  });
  const [first] = strangers;
  if (first === undefined || strangers.length < buttons.length) return null;
  return { values: [sender.site, first.host], links: strangers.map(({ index }) => index), points: 5 };
}

/** In characters. Brands buy such domains for short links: `capital.one`, `lemde.fr`. */
const MAX_SHORT_SITE = 12;

function mayBeTracker({ kind, host, site, path }: LinkView): boolean {
  if (kind !== 'little-known' || showsOtherDomain(host, site) || MACHINERY.test(path)) return false;
  return site.length <= MAX_SHORT_SITE || hasCode(path);
}

/** `www.acme.co.jp.other.example`: no tracker has an ending in front of its own domain. */
function showsOtherDomain(host: string, site: string): boolean {
  const [, ...below] = host.slice(0, -site.length).split('.');
  return below.some((label) => ENDINGS_IN_FRONT.has(label));
}

const ENDINGS_IN_FRONT = new Set(['com', 'net', 'org', 'co', 'gov', 'gob', 'gouv', 'jp']);

/** Folders of a site's scripts, styles and pictures. Only intruders put pages there. */
const MACHINERY =
  /\/(?:wp-(?:includes|admin)|wp-content\/(?:plugins|themes)|assets|js|css|img|images)\/(?!.*\.(?:pdf|png|jpe?g|gif)(?:$|\?))/;

function hasCode(path: string): boolean {
  return path.split(/[/?&=#.]/).some((part) => /\d/.test(part) || /[a-z][A-Z]|[A-Z][a-z]+[A-Z]/.test(part));
}

/** A role, not a person: people who work for a brand link elsewhere daily. */
function isRole(local: string): boolean {
  return /no.?reply|nao.?responda|service|support|security|account|alert|info|notif|news|mail|admin|contact|billing|update|confirm|team|help|office|payment|invoice|order|kunden|cliente|atendimento|aviso|seguranca/i.test(
    local,
  );
}

/** Like row `A2`, for known sites that belong to no brand. */
function knownSiteLeadsAstray(view: MessageView): Finding | null {
  const { sender, actions } = view;
  if (sender === null || sender.isLittleKnown || sender.isMailbox || sender.isAgent) return null;
  if (!isRole(sender.local) || forgedSender(view) !== null) return null;
  const [first] = actions;
  if (first === undefined) return null;
  // The shortener may be the sender's own, which no table shows.
  if (first.kind === 'short') return null;
  if (!actions.every((link) => isStrangePlace(link) && link.site === first.site)) return null;
  return { values: [sender.site, first.site], links: [...new Set(actions.map(({ index }) => index))] };
}

/** Fewer points if the address is no brand's: mailing lists and forwarding fail DMARC too. */
function failsAuthentication({ sender, dmarc }: MessageView): Finding | null {
  if (sender === null || dmarc !== 'fail') return null;
  const isBrands = sender.brands.length > 0 || isProviderItself(sender);
  return { values: [sender.host], links: [], ...(isBrands ? { points: 5 } : {}) };
}

function nameFitsNothing(view: MessageView): Finding | null {
  const { sender, nameFolded, isUnaligned, actions } = view;
  if (sender === null || nameFolded === null || !isUnaligned) return null;
  // People have addresses in their own names at firms and schools; a brand's own mail comes from a role.
  const isOwnWork = sender.brands.length > 0 && isRole(sender.local);
  const isBorrowed = sender.isAgent && actions.every(({ kind }) => isOddPlace(kind));
  if (!sender.isLittleKnown && !isOwnWork && !isBorrowed) return null;
  // Row `A2` judges a brand's own address.
  if (view.nameBrands.some((brand) => isOwn(brand, sender))) return null;
  const words = nameWords(nameFolded).filter((word) => word.length >= 4);
  if (words.length === 0 || !isLatin(view.name) || nameFits(view)) return null;
  const places = actions.map(({ host }) => host).join(' ');
  if (words.some((word) => places.includes(word))) return null;
  return { values: [view.name, sender.site], links: [] };
}

/**
 * Names in other scripts cannot be compared with addresses. *Анна* is not Latin, although its letters look so; a word
 * that mixes both is a disguise and counts as Latin.
 */
export function isLatin(name: string): boolean {
  const words = wordsOf(foldText(name)).filter((word) => /\p{L}/u.test(word));
  const lengthOf = (some: readonly string[]): number => some.join('').length;
  return words.length > 0 && lengthOf(words.filter((word) => /[a-z]/.test(word))) >= lengthOf(words) * 0.8;
}

export function nameFits({ sender, nameFolded }: MessageView): boolean {
  if (sender === null || nameFolded === null) return false;
  const isPrivate = sender.isMailbox && !isProviderItself(sender);
  const address = foldText(isPrivate ? sender.local : `${sender.local} ${sender.host}`).replaceAll(
    /[^a-z0-9 ]/g,
    '',
  );
  const words = nameWords(nameFolded);
  if (
    words.some(
      (word) =>
        word.length >= 4 && address.includes(word.slice(0, Math.max(4, Math.ceil(word.length * 0.75)))),
    )
  ) {
    return true;
  }
  if (hasLabelOfName(sender, nameFolded)) return true;
  const joined = words.join('');
  if (joined.length >= 3 && address.includes(joined)) return true;
  const label = foldText(sender.site).split('.')[0]?.replaceAll('-', '') ?? '';
  const initials = wordsOf(nameFolded)
    .map((word) => word[0] ?? '')
    .join('');
  return label.length >= 3 && (initials.includes(label) || (joined.length >= 4 && joined.includes(label)));
}

/** The host has the name's first word as a label: *IO* at `io.italia.it`, *BT* at `bt.com`. */
function hasLabelOfName({ host, isMailbox }: SenderView, nameFolded: string): boolean {
  const first = wordsOf(nameFolded)[0] ?? '';
  return !isMailbox && /^[a-z0-9]{2,3}$/.test(first) && host.split('.').slice(0, -1).includes(first);
}

/** Counts the places that name each brand: subject and top of the text, logo, copyright line, signature. */
export function brandMentions(view: MessageView): ReadonlyMap<Brand, number> {
  const { tables, body } = view;
  const counts = new Map<Brand, number>();
  const places = [
    foldLookAlikes(`${view.subject} \n ${body.text.slice(0, 160)}`),
    foldLookAlikes(logoOf(view)),
    foldLookAlikes(copyrightOf(body.text, body.end)),
    foldLookAlikes(signatureOf(body.text, body.end)),
  ];
  for (const place of places) {
    if (place.trim() === '') continue;
    for (const brand of tables.brandsNamedIn(place, { isTitle: true }))
      counts.set(brand, (counts.get(brand) ?? 0) + 1);
  }
  return counts;
}

/** The logo is at the top, linked or not. */
function logoOf({ body }: MessageView): string {
  const linked = body.links.find(({ alt }) => alt !== undefined && alt !== '')?.alt ?? '';
  return [...body.alts.slice(0, 2), linked].join(' \n ');
}

function copyrightOf(text: string, end: string): string {
  const whole = `${text.slice(-600)} ${end}`;
  const at = whole.search(
    /©|\(c\)\s*\d|copyright|all rights reserved|alle rechte|tous droits|todos los derechos|todos os direitos/i,
  );
  return at === -1 ? '' : whole.slice(Math.max(0, at - 60), at + 80);
}

/** Text around closings such as *The Acme team*, *Equipe Acme*, *Acme Support*. */
function signatureOf(text: string, end: string): string {
  const whole = `${text} ${end}`;
  const near: string[] = [];
  for (const match of whole.matchAll(
    /(?<![\p{L}])(?:team|support|security|customer (?:service|care)|kundenservice|kundendienst|[eé]quipe|equipo|squadra|atendimento|servi[cz]io(?: clienti)?|servicio|klantenservice|サポート|客服)(?![\p{L}])/giu,
  )) {
    near.push(whole.slice(Math.max(0, match.index - 25), match.index + match[0].length + 25));
    if (near.length >= 6) break;
  }
  return near.join(' \n ');
}

const foreignBrandMentions = oncePerView((view): readonly [Brand, number][] => {
  const { sender, actions } = view;
  if (sender === null) return [];
  // *XRP Ledger* under its own address also names *Ledger*, which then is no foreign brand.
  const named = view.nameBrands.some((brand) => isOwn(brand, sender)) ? view.nameBrands : [];
  return [...brandMentions(view)].filter(
    ([brand]) => !isOwn(brand, sender) && !hasActionAt(brand, actions) && !named.includes(brand),
  );
});

function speaksForBrand(view: MessageView): Finding | null {
  if (!view.isUnaligned || view.isAnswer) return null;
  const [first] = foreignBrandMentions(view);
  return first === undefined ? null : { values: [first[0].name], links: [] };
}

function allSpeakForBrand(view: MessageView): Finding | null {
  // These messages show another author's text.
  if ((view.isAnswer && view.body.hasQuote) || isForwarded(view) || isBounce(view) || isTicket(view))
    return null;
  if (
    isAgentsOwnWork(view) ||
    (view.sender?.isLittleKnown === false && !view.sender.isMailbox && !view.sender.isAgent)
  )
    return null;
  const found = foreignBrandMentions(view).find(([, places]) => places >= 2);
  return found === undefined ? null : { values: [found[0].name, view.sender?.site ?? ''], links: [] };
}

function brandInHost(view: MessageView): Finding | null {
  const { links, sender, tables } = view;
  for (const { host, kind, site, index } of links) {
    if (
      // Looked up again, because the link's `brands` is empty for a brand's user pages, such as forms.
      tables.brandsOf(host, site).length > 0 ||
      kind === 'tracker' ||
      kind === 'well-known' ||
      kind === 'social' ||
      kind === 'agent'
    )
      continue;
    const brand = brandInLabels(host, site, tables.brandsNamedIn.bind(tables));
    if (brand === null) continue;
    // The whole host, because the name may be below the registrable domain.
    const found = { values: [host, brand.name], links: [index] };
    // Mailing services name hosts after customers: `acme.mailer.example`.
    return isOwn(brand, sender) ? { ...found, isUnknownPlace: true } : found;
  }
  if (sender !== null && sender.isLittleKnown) {
    const brand = brandInLabels(sender.host, sender.site, tables.brandsNamedIn.bind(tables));
    if (brand !== null && !leadsOnlyToBrand(view, brand))
      return { values: [sender.host, brand.name], links: [] };
  }
  return null;
}

function brandInLabels(
  host: string,
  site: string,
  named: (folded: string) => readonly Brand[],
): Brand | null {
  const below = host.slice(0, Math.max(0, host.length - site.length));
  const label = site.slice(0, site.indexOf('.'));
  const parts = `${below}.${label}`.split(/[.-]/).filter((part) => part !== '' && part !== 'www');
  if (parts.length === 0) return null;
  for (const part of parts) {
    const plain = foldDigits(part);
    const [brand] = [...named(part), ...(plain === part ? [] : named(plain))].filter(
      (named) => !isEverydayWord(part) && named.name !== '' && !isHostOfUnvouched(named, host),
    );
    if (brand !== undefined && part.length >= 4) return brand;
  }
  return null;
}

/** Brands whose names are also ordinary words or names. */
const EVERYDAY = new Set(
  'terra visa orange target discover chase apple wish steam zoom slack meta wise delta united otto douglas hermes shell bell ally light esfera smiles smile rituals halifax vanguard exodus ledger gemini kraken ripple stellar phantom strato telus claro vivo inter caixa saturn bauhaus bosch evri temu'.split(
    ' ',
  ),
);

function isEverydayWord(part: string): boolean {
  return EVERYDAY.has(part);
}

const DOMAIN_WORD = /^(?:www\.)?[a-z0-9-]+\.(?:com|net|org|de|fr|it|es|nl|uk|br|co|io|ru|pl|eu)$/;

function nameIsOtherAddress({ shownName: name, sender }: MessageView): Finding | null {
  if (sender === null || sender.isAgent) return null;
  const words = name.toLowerCase().split(/\s+/);
  const other = words.find((word) => word.includes('@') || DOMAIN_WORD.test(word)) ?? '';
  const domain = withoutEnds(other.slice(other.lastIndexOf('@') + 1), '<>()[]"\'.,;:').replace(/^www\./, '');
  if (domain === '' || domain.endsWith(sender.site) || sender.host.endsWith(domain)) return null;
  if (sender.brands.length > 0) return null;
  const label = domain.split('.')[0] ?? '';
  if (sender.site.includes(label)) return null;
  return { values: [domain, sender.site], links: [] };
}

/** The best sign of good mail, but worthless with a forged From or beside row `H1`. */
function fittingName(view: MessageView, context: MessageContext): Finding | null {
  // A bare machine's host has no name that could fit.
  if (view.actions.some(({ kind, host }) => kind === 'address' || containsIpAddress(host))) return null;
  if (!nameFits(view) || forgedSender(view) !== null || matterAtStrangers(view, context) !== null)
    return null;
  return NOTHING_TO_NAME;
}

export const IDENTITY_ROWS: readonly EvidenceRow[] = [
  { id: 'A1', family: 'A', points: 5, isCircumstance: false, source: STUDY, find: claimedInName },
  { id: 'A2', family: 'A', points: 3, isCircumstance: false, source: STUDY, find: forgedSender },
  {
    id: 'A8',
    family: 'A',
    points: 3,
    isCircumstance: false,
    source: SECOND_STUDY,
    find: knownSiteLeadsAstray,
  },
  {
    id: 'A9',
    family: 'A',
    points: 3,
    isCircumstance: false,
    source: 'second study: 57 of 5,300 and 0 of 187 good mails with headers; with a brand 20 and 0',
    find: failsAuthentication,
  },
  { id: 'A3', family: 'A', points: 1, isCircumstance: false, source: STUDY, find: speaksForBrand },
  { id: 'A4', family: 'A', points: 2, isCircumstance: false, source: STUDY, find: brandInHost },
  { id: 'A5', family: 'A', points: 2, isCircumstance: false, source: STUDY, find: nameIsOtherAddress },
  {
    id: 'B2',
    family: 'B',
    points: 3,
    isCircumstance: false,
    source:
      'constructed from phishing in the names of brands, sent from domains like theirs; docs/accuracy.md',
    find: imitatedDomain,
  },
  {
    id: 'A7',
    family: 'A',
    points: 3,
    isCircumstance: false,
    source: STUDY,
    find: nameFitsNothing,
  },
  { id: 'H2', family: 'H', points: 4, isCircumstance: false, source: STUDY, find: allSpeakForBrand },
  {
    id: 'G3',
    family: 'G',
    points: -3,
    isCircumstance: true,
    source: STUDY,
    find: fittingName,
  },
  {
    id: 'G2',
    family: 'G',
    points: -1,
    isCircumstance: true,
    source: STUDY,
    find: (view, { memory }) =>
      view.isAnswer
        ? {
            values: [],
            links: [],
            points: view.body.hasQuote && memory?.isKnownConversation === true ? -4 : -1,
          }
        : null,
  },
];
