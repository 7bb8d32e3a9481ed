import { FORMAT_TAGS, type Texts } from '../platform/texts/texts.ts';
import { NOTHING_ADMINISTERED, type Administered } from '../protocol/policy-messages.ts';
import { Formats } from './formats.ts';

export interface PageContext {
  readonly texts: Texts;
  readonly formats: Formats;
  /** Unix seconds. */
  readonly now: number;
  readonly administered: Administered;
}

/** @param timeZone - for tests */
export function pageContext(
  texts: Texts,
  now: number,
  administered = NOTHING_ADMINISTERED,
  timeZone?: string,
): PageContext {
  const join = (day: string, clock: string): string => texts.text('day_and_clock', day, clock);
  return { texts, formats: new Formats(FORMAT_TAGS[texts.language], join, timeZone), now, administered };
}
