import { isRecord } from '../../core/is-record.ts';
import type { Rule } from '../../core/verdict/rules.ts';

/**
 * The entries of one list out of a backup, as a backup of its own. The background checks each entry; here is only
 * cut away what belongs elsewhere.
 *
 * @returns null if the text is no backup
 */
export function rulesOnly(backup: string, action: Rule['action']): string | null {
  let parsed: unknown;
  try {
    parsed = JSON.parse(backup);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
  if (!isRecord(parsed) || !Array.isArray(parsed['rules'])) return null;
  const { format, version } = parsed;
  const rules = parsed['rules'].filter((rule: unknown) => isRecord(rule) && rule['action'] === action);
  return JSON.stringify({ format, version, rules, channels: [], lists: [], statistics: [] }, null, 1);
}

/** The entries of what `rulesOnly` gave. */
export function entriesOf(text: string): readonly unknown[] {
  const parsed: unknown = JSON.parse(text);
  return isRecord(parsed) && Array.isArray(parsed['rules']) ? parsed['rules'] : [];
}
