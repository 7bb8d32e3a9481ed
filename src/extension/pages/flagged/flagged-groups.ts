import type { ScopedSubject } from '../../../core/verdict/rules.ts';
import { isDanger, layerOf, type Level, type Reason } from '../../../core/verdict/verdict.ts';
import type { FlaggedLink } from '../../protocol/tab-messages.ts';

export interface ShownFlaggedLink extends FlaggedLink {
  /** Shown for a link without text: where it was found. */
  readonly where?: string;
}

/** Links that one decision covers: those of a site, or of one user of a hosting site. */
export interface FlaggedGroup {
  readonly key: string;
  /** Registrable domain, host or URL. */
  readonly name: string;
  readonly registrableDomain: string | null;
  /** Of the worst link. */
  readonly level: Level;
  /** Without repetitions; each link's worst reason comes first. */
  readonly reasons: readonly Reason[];
  readonly links: readonly ShownFlaggedLink[];
  /** Scopes that all links share, narrowest first. */
  readonly scopes: readonly ScopedSubject[];
}

/** Groups and their links: danger first, otherwise in the given order. */
export function flaggedGroups(links: readonly ShownFlaggedLink[]): readonly FlaggedGroup[] {
  const groups = new Map<string, ShownFlaggedLink[]>();
  for (const link of links.toSorted((a, b) => Number(isDanger(b.verdict)) - Number(isDanger(a.verdict)))) {
    const key = keyOf(link);
    groups.set(key, [...(groups.get(key) ?? []), link]);
  }
  return [...groups].map(([key, members]) => groupOf(key, members));
}

/** Not always the first layer, which may be a wrapper. */
export function flaggedLayer(link: FlaggedLink): FlaggedLink['layers'][number] | undefined {
  const [worst] = reasonsOf(link);
  return link.layers[worst === undefined ? 0 : layerOf(worst)] ?? link.layers[0];
}

/** Null if there are only senders. Scopes come narrowest first. */
export function widestPart(scopes: readonly ScopedSubject[]): ScopedSubject | null {
  return scopes.findLast(({ scope }) => scope !== 'sender') ?? null;
}

function keyOf(link: FlaggedLink): string {
  const widest = widestPart(link.scopes);
  if (widest === null) return flaggedLayer(link)?.host ?? link.href;
  // A single page is a group of its own, as nothing wider can be decided.
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
    level: links.some(({ verdict }) => isDanger(verdict)) ? 'danger' : 'caution',
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

/** Equal for reasons that read alike. */
function sameFor(reason: Reason): string {
  return JSON.stringify({ ...reason, layer: 0 });
}

function isSame(one: ScopedSubject, other: ScopedSubject): boolean {
  return one.scope === other.scope && one.subject === other.subject;
}
