import { FORMAT_TAGS, type Texts } from '../platform/texts.ts';
import { Formats } from './formats.ts';

/** What every view needs beside its state: the reader's language and the time. */
export interface PageContext {
  readonly texts: Texts;
  readonly formats: Formats;
  /** Unix time, seconds. */
  readonly now: number;
}

export function pageContext(texts: Texts, now: number, timeZone?: string): PageContext {
  const join = (day: string, clock: string): string => texts.text('day_and_clock', day, clock);
  return { texts, formats: new Formats(FORMAT_TAGS[texts.language], join, timeZone), now };
}
