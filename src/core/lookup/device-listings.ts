import { PopularSites } from '../guard/popular-sites.ts';
import { registrableDomain } from '../url/hosts/registrable-domain.ts';
import { sharedHostingOf } from '../url/hosts/shared-hosting.ts';
import type { ChannelMatches } from './channel-matches.ts';
import { type Accuser, type ListVoice, supportOf } from '../verdict/listing-support.ts';
import type { LinkMatch } from './look-up-link.ts';
import type { Level } from '../verdict/verdict.ts';

/**
 * The level of what lists compiled on the device say of one layer of a link. Caution, but danger for an exact page that
 * a reviewed list names, and where two current lists of different origin agree on the host. A page that is only `/` is
 * the host. A page on a site of many people needs two lists as well: lists that a program tests have had waves of such
 * pages that were innocent. It is worked out at each look-up and never stored: a list that goes, or grows old, takes its voice with it.
 *
 * @param channels - all that know something of the link
 */
export function levelOfDeviceListing(
  { section, expression, layer }: LinkMatch,
  voice: ListVoice | null,
  channels: readonly ChannelMatches[],
): Level {
  if (voice === null || section.category === 'spam') return 'caution';
  const own = supportOf([{ ...voice, category: section.category }]);
  if (own === 'reviewed' && !isWholeHost(expression) && !isOnSiteOfMany(expression)) return 'danger';
  const host = hostOf(expression);
  const accusers = channels.flatMap(({ kind, status, voice: from, matches }): readonly Accuser[] =>
    kind !== 'device-list' || status === 'expired' || from === null
      ? []
      : matches
          .filter((match) => match.layer === layer && hostOf(match.expression) === host)
          .map(({ section: { category } }) => ({ ...from, category })),
  );
  return supportOf(accusers) === 'agreed' ? 'danger' : 'caution';
}

/** On a site that a great many people have to do with, or where many publish. */
function isOnSiteOfMany(expression: string): boolean {
  const host = hostOf(expression);
  const isPopular = popularSites().coverOf(host, registrableDomain(host)) !== null;
  return isPopular || sharedHostingOf(host, expression.slice(host.length)) !== null;
}

let sites: PopularSites | null = null;

function popularSites(): PopularSites {
  return (sites ??= new PopularSites());
}

function isWholeHost(expression: string): boolean {
  return expression.indexOf('/') === expression.length - 1;
}

/** Up to the first slash. An address (`user@b.example`) has no page and is no host: it agrees with none but itself. */
function hostOf(expression: string): string {
  const slash = expression.indexOf('/');
  return slash < 0 ? expression : expression.slice(0, slash);
}
