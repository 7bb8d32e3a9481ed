import type { ScopedSubject } from '../../../core/verdict/rules.ts';
import { layerOf, type Level, type Reason } from '../../../core/verdict/verdict.ts';
import type { FlaggedLink } from '../../protocol/tab-messages.ts';

/** A flagged link as it is drawn. */
export interface ShownFlaggedLink extends FlaggedLink {
  /** Said in place of its text: where it was found, if it has none. */
  readonly where?: string;
}

/** Flagged links that one decision covers: those of a site, or of one person's part of a hosting site. */
export interface FlaggedGroup {
  /** Names it while the popup is open. */
  readonly key: string;
  /** What it is called: a site, a folder or an address. */
  readonly name: string;
  readonly registrableDomain: string | null;
  /** Of its worst link. */
  readonly level: Level;
  /** Worst first, each once. */
  readonly reasons: readonly Reason[];
  readonly links: readonly ShownFlaggedLink[];
  /** What the reader can decide about all of them at once, narrowest first. */
  readonly scopes: readonly ScopedSubject[];
}

/** In the order of the links, which is worst first. */
export function flaggedGroups(links: readonly ShownFlaggedLink[]): readonly FlaggedGroup[] {
  const groups = new Map<string, ShownFlaggedLink[]>();
  for (const link of links) {
    const key = keyOf(link);
    groups.set(key, [...(groups.get(key) ?? []), link]);
  }
  return [...groups].map(([key, members]) => groupOf(key, members));
}

/** The layer that is flagged, which need not be the first: that may be a wrapper around it. */
export function flaggedLayer(link: FlaggedLink): FlaggedLink['layers'][number] | undefined {
  const [worst] = reasonsOf(link);
  return link.layers[worst === undefined ? 0 : layerOf(worst)] ?? link.layers[0];
}

/** The widest part of the web among them; null if there is only a sender, or nothing. They come narrowest first. */
export function widestPart(scopes: readonly ScopedSubject[]): ScopedSubject | null {
  return scopes.findLast(({ scope }) => scope !== 'sender') ?? null;
}

function keyOf(link: FlaggedLink): string {
  const widest = widestPart(link.scopes);
  if (widest === null) return flaggedLayer(link)?.host ?? link.href;
  // A single page is a group of its own, whatever else is on its host: there nothing wider can be decided.
  return `${widest.scope} ${widest.subject}`;
}

function groupOf(key: string, links: readonly ShownFlaggedLink[]): FlaggedGroup {
  const [first] = links;
  const layer = first === undefined ? undefined : flaggedLayer(first);
  const reasons = new Map<string, Reason>();
  for (const reason of links.flatMap(reasonsOf)) reasons.set(sameFor(reason), reason);
  return {
    key,
    name: layer?.registrableDomain ?? layer?.host ?? layer?.url ?? first?.href ?? key,
    registrableDomain: layer?.registrableDomain ?? null,
    level: links.some(({ verdict }) => verdict.kind === 'flagged' && verdict.level === 'danger')
      ? 'danger'
      : 'caution',
    reasons: [...reasons.values()],
    links,
    scopes: (first?.scopes ?? []).filter((scope) =>
      links.every(({ scopes }) => scopes.some((other) => isSame(scope, other))),
    ),
  };
}

function reasonsOf({ verdict }: FlaggedLink): readonly Reason[] {
  return verdict.kind === 'flagged' ? verdict.reasons : [];
}

/** What two reasons have in common that read alike. */
function sameFor(reason: Reason): string {
  return JSON.stringify({ ...reason, layer: 0 });
}

function isSame(one: ScopedSubject, other: ScopedSubject): boolean {
  return one.scope === other.scope && one.subject === other.subject;
}
