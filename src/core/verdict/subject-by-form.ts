import { readLink } from '../url/read-link.ts';
import { destinationLayer, type Rule, type ScopedSubject, subjectsOf } from './rules.ts';
import { subjectFromText, type SubjectFailure } from './trust-scopes.ts';

/**
 * A mail address means the sender; a domain, the site; another host, only that host; a trailing slash, everything
 * below; any other address, one page.
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
  // Unreadable text fails with any scope.
  if (layer === undefined) return 'site';
  if (layer.canonical !== `${layer.host}/`) return layer.canonical?.endsWith('/') === true ? 'path' : 'link';
  const isDomain = subjectsOf(layer).some(({ scope, subject }) => scope === 'site' && subject === layer.host);
  return isDomain ? 'site' : 'host';
}
