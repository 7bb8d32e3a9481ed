import { PopularSites } from '../guard/popular-sites.ts';
import { registrableDomain } from '../url/hosts/registrable-domain.ts';
import { sharedHostingOf } from '../url/hosts/shared-hosting.ts';
import type { ChannelMatches } from './channel-matches.ts';
import { type ListingSource, type ListVoice, supportOf } from '../verdict/listing-support.ts';
import type { LinkMatch } from './look-up-link.ts';
import type { Level } from '../verdict/verdict.ts';

/**
 * Danger for an exact page on a reviewed list, and for a host on which two current lists of different origin agree;
 * otherwise caution. Spam is always caution. A page `/` is the host. A page on a popular or shared site needs two lists
 * too: lists tested by a program have had waves of innocent pages there. The level is never stored, so that expired
 * lists lose their say.
 */
export function levelOfDeviceListing(
  { section, expression, layer }: LinkMatch,
  voice: ListVoice | null,
  channels: readonly ChannelMatches[],
): Level {
  if (voice === null || section.category === 'spam') return 'caution';
  const own = supportOf([{ ...voice, category: section.category }]);
  if (own === 'reviewed' && !isWholeHost(expression) && !isOnSharedOrPopularSite(expression)) return 'danger';
  const host = hostOf(expression);
  const sources = channels.flatMap(({ kind, status, voice: from, matches }): readonly ListingSource[] =>
    kind !== 'device-list' || status === 'expired' || from === null
      ? []
      : matches
          .filter((match) => match.layer === layer && hostOf(match.expression) === host)
          .map(({ section: { category } }) => ({ ...from, category })),
  );
  return supportOf(sources) === 'agreed' ? 'danger' : 'caution';
}

function isOnSharedOrPopularSite(expression: string): boolean {
  const host = hostOf(expression);
  const isPopular = popularSites().coverOf(host, registrableDomain(host)) !== null;
  return isPopular || sharedHostingOf(host) !== null;
}

let sites: PopularSites | null = null;

function popularSites(): PopularSites {
  return (sites ??= new PopularSites());
}

function isWholeHost(expression: string): boolean {
  return expression.indexOf('/') === expression.length - 1;
}

/** An address (`user@b.example`) has no host and agrees only with itself. */
function hostOf(expression: string): string {
  const slash = expression.indexOf('/');
  return slash < 0 ? expression : expression.slice(0, slash);
}
