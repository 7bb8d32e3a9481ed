import { withinDns } from '../canonical/host-name.ts';
import { hostNames, expandBraces, words } from './host-table.ts';
import { SHORTENERS, TRACKERS, type RedirectorGroup } from '../tables/redirector-hosts-table.ts';
import { PATH_SITES, SUBDOMAIN_SITES } from '../tables/shared-hosts-table.ts';
import type { WrapperRule } from '../tables/wrapper-rule.ts';
import { WRAPPER_RULES } from '../tables/wrapper-rules.ts';

/** A site under whose name many people publish. */
export interface SharedSite {
  /** `weebly.com`, `docs.google.com`. */
  readonly name: string;
  readonly hasUserHosts: boolean;
  /** Labels between name and users' hosts, such as storage regions. */
  readonly sharedLabels: number;
  /** Hosts below are users' hosts although the public suffix list has them as suffixes. */
  readonly overridesSuffixes: boolean;
  /** Segments of one user's path; `*` is any. */
  readonly userPaths: readonly (readonly string[])[];
}

/** Includes entries of parent hosts. */
export interface KnownHost {
  readonly site: SharedSite | null;
  /** Display names; null if the host is no shortener or tracker. */
  readonly shortener: string | null;
  readonly tracker: string | null;
  /** Narrowest host first. */
  readonly rules: readonly WrapperRule[];
}

interface Draft {
  site: SharedSite | null;
  shortener: string | null;
  tracker: string | null;
  rules: WrapperRule[];
}

/** Default: the first folder is one user's, `bit.ly/3xYz`. */
export const ANY_FOLDER: readonly (readonly string[])[] = [['*']];

export interface HostTables {
  readonly subdomainSites: readonly string[];
  readonly pathSites: readonly string[];
  readonly shorteners: readonly Pick<RedirectorGroup, 'name' | 'hosts'>[];
  readonly trackers: readonly Pick<RedirectorGroup, 'name' | 'hosts'>[];
  readonly rules: readonly WrapperRule[];
}

const TABLE = tableOf({
  subdomainSites: [SUBDOMAIN_SITES],
  pathSites: [PATH_SITES],
  shorteners: SHORTENERS,
  trackers: TRACKERS,
  rules: WRAPPER_RULES,
});

const ENDS: ReadonlySet<string> = new Set(Array.from(TABLE.keys(), lastTwoLabels));

function lastTwoLabels(name: string): string {
  const dot = name.lastIndexOf('.');
  return name.slice(name.lastIndexOf('.', dot - 1) + 1);
}

/** Entry of the host, or of its nearest parent that has one. */
export function knownHost(host: string): KnownHost | null {
  // Most hosts share no ending with the table.
  if (!ENDS.has(lastTwoLabels(host))) return null;
  for (let name = withinDns(host); ;) {
    const known = TABLE.get(name);
    if (known !== undefined) return known;
    const dot = name.indexOf('.');
    if (dot === -1) return null;
    name = name.slice(dot + 1);
  }
}

export function shortenerOf(host: string): string | null {
  return knownHost(host)?.shortener ?? null;
}

export function trackerOf(host: string): string | null {
  return knownHost(host)?.tracker ?? null;
}

/** The host's wrapper, only if every path redirects, unlike on `google.com`. */
export function wrapperOf(host: string): string | null {
  return knownHost(host)?.rules.find(coversHost)?.name ?? null;
}

export function coversHost(rule: WrapperRule): boolean {
  return rule.ownsHost === true || (rule.path === undefined && rule.isOrdinarySite !== true);
}

export function tableOf({
  subdomainSites,
  pathSites,
  shorteners,
  trackers,
  rules,
}: HostTables): ReadonlyMap<string, KnownHost> {
  const drafts = new Map<string, Draft>();
  const draftOf = (name: string): Draft => {
    const draft = drafts.get(name) ?? { site: null, shortener: null, tracker: null, rules: [] };
    drafts.set(name, draft);
    return draft;
  };
  for (const cell of subdomainSites) addSubdomainSites(words(cell), draftOf);
  for (const cell of pathSites) addPathSites(words(cell), draftOf);
  addRedirectors(shorteners, (name, title) => {
    const draft = draftOf(name);
    draft.shortener = title;
    // A short link belongs to one user, its host to all.
    draft.site ??= siteWithoutUserHosts(name, ANY_FOLDER);
  });
  addRedirectors(trackers, (name, title) => {
    draftOf(name).tracker = title;
  });
  for (const rule of rules) for (const name of hostNames(rule.hosts)) draftOf(name).rules.push(rule);
  inherit(drafts);
  return drafts;
}

function addRedirectors(groups: HostTables['trackers'], add: (name: string, title: string) => void): void {
  for (const { name: title, hosts } of groups) {
    for (const name of hostNames(hosts)) add(name, title === '' ? name : title);
  }
}

function addSubdomainSites(cells: readonly string[], draftOf: (name: string) => Draft): void {
  let sharedLabels = 0;
  for (const cell of cells) {
    if (cell.startsWith('+')) {
      sharedLabels = Number(cell.slice(1));
      continue;
    }
    const overridesSuffixes = cell.startsWith('!');
    for (const name of expandBraces(overridesSuffixes ? cell.slice(1) : cell)) {
      draftOf(name).site = { name, hasUserHosts: true, sharedLabels, overridesSuffixes, userPaths: [] };
    }
    sharedLabels = 0;
  }
}

function addPathSites(cells: readonly string[], draftOf: (name: string) => Draft): void {
  let names: readonly string[] = [];
  for (const cell of cells) {
    if (!cell.startsWith('/')) names = expandBraces(cell);
    const path = cell.startsWith('/') ? [cell.slice(1).split('/')] : [];
    for (const name of names) {
      const draft = draftOf(name);
      const before = draft.site ?? siteWithoutUserHosts(name, []);
      draft.site = { ...before, userPaths: [...before.userPaths, ...path] };
    }
  }
}

function siteWithoutUserHosts(name: string, userPaths: SharedSite['userPaths']): SharedSite {
  return { name, hasUserHosts: false, sharedLabels: 0, overridesSuffixes: false, userPaths };
}

/** Copies parents' entries, so that one lookup suffices. */
function inherit(drafts: ReadonlyMap<string, Draft>): void {
  const fewestLabelsFirst = [...drafts.keys()].sort((a, b) => a.split('.').length - b.split('.').length);
  for (const name of fewestLabelsFirst) {
    const draft = drafts.get(name);
    const parent = nearestParent(name, drafts);
    if (draft === undefined || parent === null) continue;
    draft.site ??= parent.site;
    draft.shortener ??= parent.shortener;
    draft.tracker ??= parent.tracker;
    draft.rules.push(...parent.rules);
  }
}

function nearestParent(name: string, drafts: ReadonlyMap<string, Draft>): Draft | null {
  for (let dot = name.indexOf('.'); dot !== -1; dot = name.indexOf('.', dot + 1)) {
    const parent = drafts.get(name.slice(dot + 1));
    if (parent !== undefined) return parent;
  }
  return null;
}
