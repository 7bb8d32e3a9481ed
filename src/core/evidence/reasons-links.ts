import { foldText } from '../text/fold-text.ts';
import { hasStem, splitWords } from './match-stems.ts';
import { LEAVE } from './word-stems.ts';
import { offersInTitle } from './reasons-words.ts';
import { containsIpAddress } from './generated-names.ts';
import { findAddress } from './find-address.ts';
import { base64Bytes } from '../url/unwrap/read-destination.ts';
import type { EvidenceRow, Finding } from './evidence-row.ts';
import { hasFewLinks, type LinkView, type MessageView, type SiteKind } from './message-view.ts';

const STUDY = 'study on the development mail';
const SECOND_STUDY = 'study on mail of the year after; docs/accuracy.md';

function isUnalignedKind(kind: SiteKind): (link: LinkView) => boolean {
  return (link) => link.kind === kind && !link.isAligned;
}

function findingAt(links: readonly LinkView[], points?: number): Finding | null {
  const [first] = links;
  if (first === undefined) return null;
  return {
    values: [first.site],
    links: [...new Set(links.map(({ index }) => index))],
    // A bare address may only name a place, and a quotation is another author's text, so these alone are circumstance.
    ...(links.some(({ isWorded, isQuoted }) => isWorded && !isQuoted) ? {} : { isCircumstance: true }),
    ...(points === undefined ? {} : { points }),
  };
}

function distinctSites(links: readonly LinkView[]): number {
  return new Set(links.map(({ site }) => site)).size;
}

function shortLinks({ actions }: MessageView): Finding | null {
  const short = actions.filter(isUnalignedKind('short'));
  if (short.length === 0) return null;
  return short.length === actions.length ? findingAt(short, 4) : findingAt(short, 1);
}

/** Half the points unless most actions lead to storage: honest mail keeps pictures and files there too. */
function rentedStorage({ actions }: MessageView): Finding | null {
  const storage = actions.filter(isUnalignedKind('storage'));
  return storage.length * 2 > actions.length ? findingAt(storage) : findingAt(storage, 2);
}

function freeSpace({ actions }: MessageView): Finding | null {
  const free = actions.filter(
    ({ kind, isAligned }) => (kind === 'free-space' || kind === 'form') && !isAligned,
  );
  return free.length * 2 > actions.length ? findingAt(free) : null;
}

function loneLittleKnown({ actions, isUnaligned }: MessageView): readonly LinkView[] {
  const known = actions.every(({ kind, isAligned }) => kind === 'little-known' && !isAligned);
  return isUnaligned && known && distinctSites(actions) === 1 ? actions : [];
}

function hasLongCode(path: string): boolean {
  const [, ...parts] = path.split(/[/?=&#]/);
  return parts.some((part) => /^[\w%.~+-]{20}/.test(part) && /\d/.test(part) && /[a-z]/i.test(part));
}

function codedLinks(view: MessageView): Finding | null {
  if (!hasFewLinks(view)) return null;
  const links = loneLittleKnown(view);
  return findingAt(links.filter(({ path }) => hasLongCode(path)));
}

function cheapLinks({ actions, tables }: MessageView): Finding | null {
  const cheap = actions.filter(
    ({ kind, site, isAligned }) => kind === 'little-known' && !isAligned && tables.hasCheapEnding(site),
  );
  const found = findingAt(cheap);
  if (found === null || !cheap.every(({ site }) => tables.hasLinkEnding(site))) return found;
  return { ...found, isUnknownPlace: true };
}

function throughRedirector({ links }: MessageView): Finding | null {
  return findingAt(
    links.filter(
      ({ redirector, kind, isAligned }) =>
        redirector !== null &&
        !isAligned &&
        (kind === 'little-known' || kind === 'free-space' || kind === 'storage' || kind === 'address'),
    ),
  );
}

/** At least ten characters, each two hexadecimal digits: shorter runs are ids. */
const HEX_RUN = /[0-9A-Fa-f]{20,400}/g;

function addressIn(path: string): string | null {
  const plain = findAddress(path);
  if (plain !== null) return plain;
  for (const [run] of path.matchAll(HEX_RUN)) {
    const found = findAddress(textOfHex(run));
    if (found !== null) return found;
  }
  for (const [run] of path.matchAll(/[A-Za-z0-9+_-]{16,400}={0,2}/g)) {
    const bytes = base64Bytes(run);
    const found = bytes === null ? null : findAddress(String.fromCharCode(...bytes));
    if (found !== null) return found;
  }
  return null;
}

function textOfHex(digits: string): string {
  const codes = digits.match(/../g) ?? [];
  return String.fromCharCode(...codes.map((code) => Number.parseInt(code, 16)));
}

function codedAddress({ actions, sender }: MessageView): Finding | null {
  return findingAt(
    actions.filter(({ path, fragment, kind, isAligned }) => {
      if (kind === 'tracker' || kind === 'well-known' || kind === 'agent' || isAligned || path.length > 2_000)
        return false;
      const found = addressIn(`${path}#${fragment}`);
      return found !== null && !found.toLowerCase().includes(sender?.site ?? '@');
    }),
  );
}

function buttonWrites({ writesTo, sender, tables, links }: MessageView): Finding | null {
  const private_ = writesTo.filter(({ host, isWorded }) => isWorded && tables.isMailboxProvider(host));
  const [first] = private_;
  if (first === undefined || sender?.isMailbox === true || links.some(({ isAligned }) => isAligned))
    return null;
  return { values: [first.address], links: private_.map(({ index }) => index) };
}

function pictureForText({ body, actions }: MessageView): Finding | null {
  return body.text.length < 200 ? findingAt(actions.filter(({ hasPicture }) => hasPicture)) : null;
}

function addressHost({ links }: MessageView): Finding | null {
  return findingAt(links.filter(({ kind }) => kind === 'address'));
}

function plainHttp({ actions, isUnaligned }: MessageView): Finding | null {
  if (!isUnaligned || !actions.every(({ isPlain, isAligned }) => isPlain && !isAligned)) return null;
  // Mailing services' trackers are often unencrypted.
  if (actions.every(({ kind }) => kind === 'tracker')) return null;
  return findingAt(actions);
}

function strangerToStranger(view: MessageView): Finding | null {
  const { sender } = view;
  return sender?.isLittleKnown === true || sender?.isAgent === true ? findingAt(loneLittleKnown(view)) : null;
}

/** A host named by its IP address is a rented machine that nobody named. */
function bareMachine({ actions }: MessageView): Finding | null {
  return findingAt(
    actions.filter(
      ({ host, kind, isAligned }) => kind !== 'address' && !isAligned && containsIpAddress(host),
    ),
  );
}

/** Weak: small mailing services also have their unsubscribe pages on the site that the actions lead to. */
function leavesBySameSite({ actions, links, isUnaligned, sender }: MessageView): Finding | null {
  if (!isUnaligned) return null;
  const sites = new Set(
    actions
      .filter(({ kind, isAligned, site }) => kind === 'little-known' && !isAligned && site !== sender?.site)
      .map(({ site }) => site),
  );
  return findingAt(
    links.filter(
      ({ site, texts }) =>
        sites.has(site) && texts.some((text) => hasStem(LEAVE, splitWords(foldText(text)))),
    ),
  );
}

function loneOffer(view: MessageView): Finding | null {
  // Shops under cheap endings advertise their own site.
  const links = loneLittleKnown(view).filter(({ site }) => site !== view.sender?.site);
  return links.length > 0 && offersInTitle(view) ? findingAt(links) : null;
}

export const LINK_ROWS: readonly EvidenceRow[] = [
  { id: 'D1', family: 'D', points: 4, isCircumstance: false, source: STUDY, find: shortLinks },
  { id: 'D2', family: 'D', points: 4, isCircumstance: false, source: STUDY, find: rentedStorage },
  { id: 'D3', family: 'D', points: 3, isCircumstance: false, source: STUDY, find: freeSpace },
  {
    id: 'D4',
    family: 'D',
    points: 1,
    isCircumstance: true,
    source: STUDY,
    find: (view) => findingAt(loneLittleKnown(view)),
  },
  { id: 'D5', family: 'D', points: 3, isCircumstance: true, source: STUDY, find: codedLinks },
  { id: 'D6', family: 'D', points: 2, isCircumstance: false, source: STUDY, find: cheapLinks },
  { id: 'D7', family: 'D', points: 4, isCircumstance: false, source: STUDY, find: throughRedirector },
  {
    id: 'D8',
    family: 'D',
    points: 3,
    isCircumstance: false,
    source: 'IP literals: 2.9 % of phishing, 0.2 % of old good mail',
    find: addressHost,
  },
  { id: 'D9', family: 'D', points: 2, isCircumstance: false, source: STUDY, find: codedAddress },
  { id: 'D10', family: 'D', points: 4, isCircumstance: false, source: STUDY, find: buttonWrites },
  {
    id: 'D12',
    family: 'D',
    points: 2,
    isCircumstance: true,
    source: STUDY,
    find: (view) => (hasFewLinks(view) ? { values: [], links: [] } : null),
  },
  { id: 'D14', family: 'D', points: 2, isCircumstance: true, source: STUDY, find: plainHttp },
  { id: 'D15', family: 'D', points: 2, isCircumstance: true, source: STUDY, find: strangerToStranger },
  { id: 'D17', family: 'D', points: 4, isCircumstance: false, source: SECOND_STUDY, find: bareMachine },
  { id: 'D18', family: 'D', points: 1, isCircumstance: true, source: SECOND_STUDY, find: leavesBySameSite },
  { id: 'E8', family: 'E', points: 2, isCircumstance: true, source: SECOND_STUDY, find: loneOffer },
  { id: 'D13', family: 'D', points: 2, isCircumstance: true, source: STUDY, find: pictureForText },
];
