/**
 * Suffixes restricted to governments, schools, armies, banks or the company that owns them. Criminals can break into a
 * page there, but cannot own a host.
 *
 * Sources: eligibility rules in the public suffix list's comments, and IANA's root zone.
 */
const TOP_LEVEL_NAMES =
  'gov mil edu int arpa bank insurance post aero museum coop google goog apple amazon aws microsoft azure office bing ' +
  'bmw audi bosch siemens sap ibm intel cisco dell hp oracle netflix youtube gmail android chrome hsbc barclays ' +
  'citi chase bnpparibas bradesco itau abbott axa allianz zuerich statefarm americanexpress amex visa mastercard ' +
  'discover lego nike sony toshiba hitachi canon ricoh honda toyota hyundai kia samsung lg sbi icbc citic ' +
  'walmart target fedex ups dhl deloitte kpmg pwc bbc abc cbs fox nba nfl weather ford jeep lexus ferrari ' +
  'philips seat skoda volkswagen volvo sncf bridgestone prudential bloomberg swatch williamhill lidl schwarz';

/** Second-level labels: `gov.uk`, `go.jp`. */
const SECOND_LEVEL_NAMES = new Set(
  'gov gob gouv gub govt go gv mil mi edu ac sch k12 gc police nhs mod parliament judiciary admin state jus leg mp'.split(
    ' ',
  ),
);
/** Also institutions themselves (`admin.ch`), or suffixes without a label of `SECOND_LEVEL_NAMES` (`bund.de`). */
const OTHER_SUFFIXES = new Set(
  'gc.ca admin.ch bund.de europa.eu nhs.uk police.uk mod.uk parliament.uk gov.scot gov.wales gouv.qc.ca'.split(
    ' ',
  ),
);
const SUFFIXES = new Set(TOP_LEVEL_NAMES.split(' '));

export function isInstitution(host: string): boolean {
  const dot = host.lastIndexOf('.');
  const last = host.slice(dot + 1);
  if (SUFFIXES.has(last)) return true;
  const before = host.lastIndexOf('.', dot - 1);
  if (OTHER_SUFFIXES.has(host.slice(before + 1)) || OTHER_SUFFIXES.has(lastThreeLabels(host, before)))
    return true;
  if (last.length !== 2) return false;
  if (last === 'us') return isUnitedStatesInstitution(host.split('.'));
  const second = host.slice(before + 1, dot);
  // Only hosts below a second-level suffix: `go.jp` itself is no institution.
  return (
    before !== -1 && SECOND_LEVEL_NAMES.has(second) && !UNRESTRICTED_SECOND_LEVELS.has(`${second}.${last}`)
  );
}

function lastThreeLabels(host: string, secondDot: number): string {
  return secondDot <= 0 ? host : host.slice(host.lastIndexOf('.', secondDot - 1) + 1);
}

/** Suffixes sold to anybody, or ordinary names. */
const UNRESTRICTED_SECOND_LEVELS = new Set(
  'go.it go.co go.ly go.to go.me go.io mi.it ac.me ac.gg mp.me admin.me state.me'.split(' '),
);

/** US localities (RFC 1480): `k12.ca.us`, `state.tx.us`, `co.king.wa.us`, `ci.dayton.oh.us`. */
function isUnitedStatesInstitution(labels: readonly string[]): boolean {
  return (
    (labels.at(-2) ?? '').length === 2 &&
    (/^(?:k12|state|lib|cc|tec|gen|dst|cog|mus)$/.test(labels.at(-3) ?? '') ||
      /^(?:co|ci|town|vil|twp)$/.test(labels.at(-4) ?? ''))
  );
}
