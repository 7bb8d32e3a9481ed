import { readLink } from '../url/read-link.ts';
import { destinationLayer, type Rule, type ScopedSubject, subjectsOf } from './rules.ts';
import { subjectFromText, type SubjectFailure } from './trust-scopes.ts';

/**
 * What a line of a list means that names no scope, by its own form: a mail address a sender, a domain a site, another
 * host that host, an address that ends in a slash what is below it, any other address one page.
 */
export function subjectByForm(
  line: string,
  action: Rule['action'],
  by: Rule['by'],
): ScopedSubject | SubjectFailure {
  return subjectFromText(line, scopeByForm(line), action, by);
}

function scopeByForm(line: string): Rule['scope'] {
  if (line.includes('@') && !line.includes('/')) return 'sender';
  const link = readLink(line.includes('://') ? line : `http://${line}`);
  const layer = link.layers[destinationLayer(link)];
  // What cannot be read is refused whatever it is tried as.
  if (layer === undefined) return 'site';
  if (layer.canonical !== `${layer.host}/`) return layer.canonical?.endsWith('/') === true ? 'path' : 'link';
  const isDomain = subjectsOf(layer).some(({ scope, subject }) => scope === 'site' && subject === layer.host);
  return isDomain ? 'site' : 'host';
}
