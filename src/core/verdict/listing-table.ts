import { type Level, SEVERAL_SOURCES } from './verdict.ts';

/** A host is a whole site, a page one of its addresses. */
type Listed = 'page' | 'host' | 'sender' | 'text';

/** `crowd`: a single source that nobody reviews, so that anybody can get anybody listed. */
type Backing = 'crowd' | 'vouched';

/**
 * What a listing makes of a link or a sender (null: nothing), and the points that it gives a message. Senders can be
 * forged, and spam is never danger. docs/publishing.md has the table by category, with the service's answers.
 *
 * Five points for a text: six would mark four times as much good mail if its senders' rivals reported all of it
 * (docs/accuracy.md).
 */
export const LISTING_TABLE = {
  page: { crowd: 'danger', vouched: 'danger' },
  host: { crowd: 'caution', vouched: 'danger' },
  sender: { crowd: null, vouched: 'caution' },
  text: { crowd: 3, vouched: 5 },
} as const satisfies Record<Listed, Record<Backing, Level | number | null>>;

interface SourceOfEntry {
  readonly action: Level;
  readonly group: string;
  readonly isReviewed?: boolean;
}

/** Of a sender or a text. A publisher that does not name its reviewed groups makes only what is vouched for danger. */
export function isVouchedFor({ action, group, isReviewed }: SourceOfEntry): boolean {
  return isReviewed === true || group === SEVERAL_SOURCES || action === 'danger';
}
