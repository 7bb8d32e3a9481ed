/** One module, because a link's view needs the sender's, and the message's needs both. */
import { canonicalAddress } from '../url/mail-address.ts';
import { isPrivateAddress } from '../url/hosts/private-address.ts';
import { isInstitution } from '../guard/institutions.ts';
import { isIpLiteral } from '../url/canonical/host-name.ts';
import { knownHost } from '../url/hosts/known-hosts.ts';
import { publicSuffixOf, registrableDomain } from '../url/hosts/registrable-domain.ts';
import type { LinkLayer } from '../url/canonical/link-layer.ts';
import { readLink } from '../url/read-link.ts';
import { sharedHostingOf } from '../url/hosts/shared-hosting.ts';
import { attachedFile, type AttachedFile } from '../files/attached-file.ts';
import { withoutEnds } from '../text/without-ends.ts';
import { isKnownRedirect } from '../verdict/known-redirect.ts';
import type { Brand } from './brand.ts';
import type { EvidenceTables } from './evidence-tables.ts';
import { foldLookAlikes, foldText, wordsOf } from '../text/fold-text.ts';
import type { BodyFacts, HeadFacts, MessageLink } from './message-facts.ts';
import { BILL, SERVICE_LINK } from './word-stems.ts';
import { hasStem, splitWords } from './match-stems.ts';

export type SiteKind =
  | 'address' // an IP literal
  | 'storage'
  | 'form'
  | 'short'
  | 'tracker'
  | 'social'
  | 'free-space'
  | 'well-known'
  | 'agent'
  | 'little-known';

export interface LinkView {
  readonly index: number;
  readonly href: string;
  readonly host: string;
  /** Registrable domain, or the IP literal. */
  readonly site: string;
  /** Includes the query. */
  readonly path: string;
  /** After `#`: servers never see it, pages do. */
  readonly fragment: string;
  readonly kind: SiteKind;
  readonly brands: readonly Brand[];
  /** One text for each place of the link in the message. */
  readonly texts: readonly string[];
  readonly hasPicture: boolean;
  /** In a quotation at every sighting. */
  readonly isQuoted: boolean;
  readonly isForm: boolean;
  readonly isCode: boolean;
  readonly isService: boolean;
  /** Shows words or a picture instead of its address. */
  readonly isWorded: boolean;
  /** The scheme is `http:`. */
  readonly isPlain: boolean;
  /** Leads to the sender's site or a site of the same name. */
  readonly isAligned: boolean;
  /** Host of the open redirector around the link. */
  readonly redirector: string | null;
}

export interface MailLinkView {
  readonly index: number;
  readonly address: string;
  readonly host: string;
  readonly isWorded: boolean;
}

export interface SenderView {
  readonly address: string;
  readonly local: string;
  readonly host: string;
  readonly site: string;
  readonly isMailbox: boolean;
  readonly isAgent: boolean;
  /** See `CARRIERS`. */
  readonly isCarrier: boolean;
  readonly isLittleKnown: boolean;
  /** The domain costs almost nothing, so links to the sender's own site prove nothing. */
  readonly isThrowaway: boolean;
  readonly isFreeSpace: boolean;
  readonly brands: readonly Brand[];
  /** Brands of a mailbox provider, where anybody can have an address. Such senders have no `brands`. */
  readonly providerBrands: readonly Brand[];
}

export interface FileView extends AttachedFile {
  readonly name: string;
}

export interface MessageView {
  readonly name: string;
  /** The name with the addresses in it, which `name` leaves out. */
  readonly shownName: string;
  /** Null if the sender shows only an address. */
  readonly nameFolded: string | null;
  readonly nameBrands: readonly Brand[];
  readonly sender: SenderView | null;
  readonly dmarc: 'pass' | 'fail' | null;
  /** True only if the sender has no address, not if the page hides it. */
  readonly lacksAddress: boolean;
  readonly replyTo: SenderView | null;
  readonly reader: string | null;
  readonly subject: string;
  readonly subjectFolded: string;
  readonly text: string;
  readonly textFolded: string;
  readonly body: BodyFacts;
  /** A wrapper yields a view per destination, and one of itself unless it is a known redirector. */
  readonly links: readonly LinkView[];
  /** Links that the message wants opened. */
  readonly actions: readonly LinkView[];
  readonly files: readonly FileView[];
  readonly writesTo: readonly MailLinkView[];
  /**
   * At least half of the actions lead away from the sender, and one is worded. Without actions: a file asks to be
   * opened.
   */
  readonly isUnaligned: boolean;
  readonly isAnswer: boolean;
  readonly tables: EvidenceTables;
}

/** Subject prefixes of replies and forwards. */
const ANSWER =
  /^(?:re|aw|sv|antw|rif|res|odp|回复|答复|回覆|返信|fwd?|wg|tr|enc|i|rv|pd|vb|ynt|转发|轉寄|転送)(?: ?\[\d{1,4}\])? ?[:：]/i;

const MAX_LINKS = 300;

export function viewOf(
  head: HeadFacts | null,
  body: BodyFacts,
  links: readonly MessageLink[],
  tables: EvidenceTables,
): MessageView {
  const sender = head?.address == null ? null : senderOf(head.address, tables);
  const replyTo = head?.replyTo == null ? null : senderOf(head.replyTo, tables);
  // An address is no name; row `A5` judges it.
  const shownName = head?.name ?? '';
  const name = shownName
    .split(/\s+/)
    .filter((word) => !word.includes('@'))
    .join(' ')
    .trim();
  const subject = head?.subject ?? '';
  const { web, writesTo } = linksOf(links.slice(0, MAX_LINKS), body, sender, tables);
  const actions = actionsOf(web);
  const aligned = actions.filter(({ isAligned }) => isAligned).length;
  const nameFolded = name === '' ? null : foldLookAlikes(name);
  const files = (head?.files ?? []).map((file) => ({
    name: file,
    ...attachedFile({ name: file, declaredType: '', realType: null }),
  }));
  return {
    name,
    shownName,
    nameFolded,
    nameBrands: nameFolded === null ? [] : tables.brandsNamedIn(nameFolded),
    sender,
    dmarc: head?.dmarc ?? null,
    lacksAddress: head?.lacksAddress === true,
    replyTo,
    reader: head?.reader?.toLowerCase() ?? null,
    subject,
    subjectFolded: foldText(subject),
    text: body.text,
    textFolded: foldText(body.text),
    body,
    links: web,
    actions,
    writesTo,
    files,
    isUnaligned:
      actions.length === 0
        ? files.some(isForOpening)
        : actions.some(({ isWorded }) => isWorded) && aligned * 2 <= actions.length,
    isAnswer: ANSWER.test(subject.trim()),
    tables,
  };
}

function isForOpening({ name, kind, isDisguised }: FileView): boolean {
  return isDisguised || kind === 'program' || isPage({ name, kind }) || isPackedBill({ name, kind });
}

/** XML does not count: it is for machines, as in invoices (EN 16931). */
export function isPage({ name, kind }: Pick<FileView, 'name' | 'kind'>): boolean {
  return kind === 'page' && !/\.xml\s*$/i.test(name);
}

export function isPackedBill({ name, kind }: Pick<FileView, 'name' | 'kind'>): boolean {
  return kind === 'archive' && hasStem(BILL, splitWords(foldText(name)));
}

export function senderOf(address: string, tables: EvidenceTables): SenderView | null {
  const read = canonicalAddress(address) ?? impossibleAddress(address);
  if (read === null) return null;
  const { host } = read;
  const site = registrableDomain(host) ?? host;
  const isMailbox = tables.isMailboxProvider(host);
  const isAgent = !isMailbox && tables.isAgent(host);
  const owners = tables.brandsOf(host, site);
  const brands = isMailbox ? [] : owners;
  const suffix = publicSuffixOf(host);
  const isLittleKnown =
    !isMailbox && !isAgent && brands.length === 0 && !tables.isPopular(host, site) && !isInstitution(host);
  return {
    address: read.address,
    local: read.address.slice(0, -host.length - 1),
    host,
    site,
    isMailbox,
    isAgent,
    isCarrier: tables.isCarrier(host),
    isFreeSpace: suffix.kind === 'listed-private' || sharedHostingOf(host)?.userPart != null,
    isLittleKnown,
    isThrowaway: isLittleKnown && (tables.hasCheapEnding(site) || host.endsWith('.onmicrosoft.com')),
    brands,
    providerBrands: isMailbox ? owners : [],
  };
}

export function isProviderItself({ providerBrands, local }: SenderView): boolean {
  return providerBrands.length > 0 && OFFICIAL_LOCAL.test(local);
}

/** Reserved by providers: no customer's address consists of these alone. */
const OFFICIAL_LOCAL =
  /^(?:(?:mailer-?daemon|postmaster|no-?reply|do-?not-?reply|service|support|security|billing|facture|facturation|rechnung|rechnungonline|kundenservice|notifications?|newsletter|news|info)[._-]?)+$/;

/** Accepts hosts without a dot, such as `service@bank`: From can hold anything. */
function impossibleAddress(address: string): { readonly address: string; readonly host: string } | null {
  const [local = '', host = '', more] = address.trim().toLowerCase().split('@');
  return local === '' || host === '' || more !== undefined ? null : { address: `${local}@${host}`, host };
}

interface ReadLinks {
  readonly web: readonly LinkView[];
  readonly writesTo: MessageView['writesTo'];
}

function linksOf(
  links: readonly MessageLink[],
  body: BodyFacts,
  sender: SenderView | null,
  tables: EvidenceTables,
): ReadLinks {
  const web: LinkView[] = [];
  const writesTo: MailLinkView[] = [];
  const seen = sightingsByHref(body);
  links.forEach((link, index) => {
    const read = readLink(link.href);
    const rules = new Map(read.layers.map(({ parent, wrapper }) => [parent, wrapper]));
    const redirectedBy = read.layers.find((layer, at) => rules.has(at) && layer.host !== null);
    /** Indices of unproven redirects and of everything inside them. */
    const doubtful = new Set<number | null>();
    const views: DoubtfulView[] = [];
    read.layers.forEach((layer, at) => {
      const rule = rules.get(at);
      if (rule !== undefined && isKnownRedirect(layer, rule)) {
        if (doubtful.has(layer.parent)) doubtful.add(at);
        return;
      }
      const isClaimed = doubtful.has(layer.parent);
      const leadsOn = rule !== undefined;
      if (isClaimed || leadsOn) doubtful.add(at);
      const address = layer.addresses.find((text) => text.includes('@'));
      if (address !== undefined && address !== sender?.address) {
        const isWorded =
          link.text !== ''
            ? !isAddressText(link.text)
            : seen.get(index)?.some(({ alt }) => alt !== undefined) === true;
        writesTo.push({ index, address, host: address.slice(address.lastIndexOf('@') + 1), isWorded });
      }
      if (layer.host === null || layer.canonical === null) return;
      const redirector =
        redirectedBy?.host != null &&
        redirectedBy !== layer &&
        tables.isOpenRedirector(redirectedBy.registrableDomain)
          ? redirectedBy.host
          : null;
      const view = linkView(
        link,
        index,
        layer,
        layer.host,
        seen.get(index) ?? [],
        sender,
        redirector,
        tables,
      );
      views.push({ view, isClaimed, leadsOn });
    });
    web.push(...dropForgeableViews(views));
  });
  return { web, writesTo };
}

interface DoubtfulView {
  readonly view: LinkView;
  /** `view` lies inside an unproven redirect, which only claims to lead to it. */
  readonly isClaimed: boolean;
  readonly leadsOn: boolean;
}

/**
 * Anybody can imitate a tracker's URL and put any destination into it. So a claimed destination is kept only if it
 * counts against the message; if one does, pages that claim to redirect are kept only on that condition too.
 */
function dropForgeableViews(views: readonly DoubtfulView[]): readonly LinkView[] {
  const isAgainst = ({ isAligned, kind }: LinkView): boolean => !isAligned && isOddPlace(kind);
  const leadsAstray = views.some(({ view, isClaimed }) => isClaimed && isAgainst(view));
  return views
    .filter(({ view, isClaimed, leadsOn }) =>
      isClaimed || (leadsOn && leadsAstray) ? isAgainst(view) : true,
    )
    .map(({ view }) => view);
}

type Sighting = BodyFacts['links'][number];

function sightingsByHref(body: BodyFacts): ReadonlyMap<number, readonly Sighting[]> {
  const found = new Map<number, Sighting[]>();
  for (const sighting of body.links) {
    const known = found.get(sighting.href);
    if (known === undefined) found.set(sighting.href, [sighting]);
    else known.push(sighting);
  }
  return found;
}

function linkView(
  link: MessageLink,
  index: number,
  layer: LinkLayer,
  host: string,
  sightings: readonly Sighting[],
  sender: SenderView | null,
  redirector: string | null,
  tables: EvidenceTables,
): LinkView {
  const site = isIpLiteral(host) ? host : (layer.registrableDomain ?? host);
  const path = (layer.canonical ?? '').slice(host.length);
  const texts = sightings.length === 0 ? [link.text] : sightings.map(({ text }) => text ?? link.text);
  const hasPicture = sightings.some(({ alt }) => alt !== undefined);
  const kind = kindOf(host, site, path, tables);
  const brands =
    kind === 'well-known' || kind === 'little-known' || kind === 'social' || kind === 'short'
      ? tables.brandsOf(host, site)
      : [];
  const isAligned = isAlignedWith(host, site, kind, brands, sender);
  return {
    index,
    href: link.href,
    host,
    site,
    path,
    fragment: /#(.*)/s.exec(layer.url)?.[1] ?? '',
    kind,
    brands,
    texts,
    hasPicture,
    isQuoted: sightings.length > 0 && sightings.every(({ isQuoted }) => isQuoted === true),
    isForm: link.tag === 'form',
    isCode: link.tag === 'img',
    isService:
      texts.every((text) => text.length <= 60 && hasStem(SERVICE_LINK, splitWords(foldText(text)))) ||
      (isAligned && (path === '/' || path === '')),
    isWorded:
      hasPicture ||
      link.tag === 'form' ||
      link.tag === 'img' ||
      texts.some((text) => text !== '' && !isAddressText(text)),
    isPlain: /^\s*http:/i.test(layer.url),
    isAligned,
    redirector,
  };
}

const BRACKETS_AND_STOPS = ' \t\n<>()[]{}"\'.,;:!?';

/** Whether programs would link the text by themselves: web and mail addresses, but no file names. */
function isAddressText(text: string): boolean {
  const bare = withoutEnds(text, BRACKETS_AND_STOPS);
  if (bare === '' || /\s/.test(bare)) return false;
  if (/^(?:https?:\/\/|www\.)/i.test(bare) || bare.indexOf('@') > 0) return true;
  const host = /^((?:[a-z0-9-]+\.)+[a-z]{2,})(?:[/?#]\S*)?$/i.exec(bare)?.[1];
  return (
    host !== undefined &&
    !/\.(?:zip|mov)$/i.test(host) &&
    publicSuffixOf(host.toLowerCase()).kind !== 'unlisted'
  );
}

function kindOf(host: string, site: string, path: string, tables: EvidenceTables): SiteKind {
  if (isPrivateAddress(host, isIpLiteral(host))) return 'well-known';
  if (isIpLiteral(host)) return 'address';
  if (tables.isForm(host, path)) return 'form';
  if (tables.isPageHost(host)) return 'free-space';
  if (tables.isSocial(host)) return 'social';
  if (tables.isStorage(host)) return 'storage';
  const known = knownHost(host);
  if (known?.shortener != null) return 'short';
  if (known?.tracker != null) return 'tracker';
  const shared = sharedHostingOf(host, path);
  const userHost = shared?.userPart ?? null;
  if (userHost !== null && !userHost.includes('/') && tables.brandsOf(host, site).length === 0)
    return 'free-space';
  if (tables.isAgent(host)) return 'agent';
  if (tables.isPopular(host, site) || isInstitution(host) || tables.brandsOf(host, site).length > 0)
    return 'well-known';
  return 'little-known';
}

function isAlignedWith(
  host: string,
  site: string,
  kind: SiteKind,
  brands: readonly Brand[],
  sender: SenderView | null,
): boolean {
  if (sender === null || sender.isMailbox || sender.isThrowaway || sender.isCarrier) return false;
  if (host === sender.host) return true;
  if (kind === 'short' && isAppLinkOf(host, sender)) return true;
  if (kind === 'free-space' || kind === 'storage' || kind === 'form')
    return site === sender.site && !sender.isFreeSpace;
  if (site === sender.site) return true;
  if (brands.some((brand) => sender.brands.includes(brand))) return true;
  return isSameLabel(site, sender.site);
}

/** App services reserve a host per customer: `acme.onelink.me`. */
function isAppLinkOf(host: string, { site }: SenderView): boolean {
  const label = site.slice(0, site.indexOf('.'));
  return label.length >= 4 && APP_LINK_HOSTS.some((service) => host === `${label}.${service}`);
}

/** Source: the services' link documentation (Branch, AppsFlyer, Adjust, Firebase, Airbridge). */
const APP_LINK_HOSTS = [
  'app.link',
  'onelink.me',
  'adj.st',
  'go.link',
  'page.link',
  'smart.link',
  'airbridge.io',
];

/** `newsletter-acme.de` and `acme-mail.com` match `acme.org`. */
function isSameLabel(site: string, other: string): boolean {
  const one = site.slice(0, site.indexOf('.')).split('-');
  const two = other.slice(0, other.indexOf('.')).split('-');
  return one.some((part) => part.length >= 4 && two.includes(part) && !GENERIC_PARTS.has(part));
}

const GENERIC_PARTS = new Set(
  'mail email news newsletter info online shop store service services support team secure login account group help home cloud media digital solutions marketing'.split(
    ' ',
  ),
);

function actionsOf(links: readonly LinkView[]): readonly LinkView[] {
  const wanted = links.filter(({ isService, kind }) => !isService && kind !== 'social');
  const worded = wanted.filter(({ isWorded }) => isWorded);
  if (worded.length > 0) return worded;
  if (wanted.length > 0) return wanted;
  const others = links.filter(({ kind }) => kind !== 'social');
  return others.length > 0 ? others : links;
}

/** Social sites do not count. */
export function hasFewLinks({ links }: MessageView): boolean {
  const hrefs = new Set(links.filter(({ kind }) => kind !== 'social').map(({ index }) => index));
  return hrefs.size > 0 && hrefs.size <= 2;
}

export function nameWords(folded: string): readonly string[] {
  return wordsOf(folded).filter((word) => word.length >= 3 && /^[a-z0-9]+$/.test(word));
}

/** Places where anybody can have a page. */
export function isOddPlace(kind: LinkView['kind']): boolean {
  return (
    kind === 'little-known' ||
    kind === 'free-space' ||
    kind === 'storage' ||
    kind === 'address' ||
    kind === 'short' ||
    kind === 'form'
  );
}
