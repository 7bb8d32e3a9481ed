import { isRecord } from '../../../../core/fields/is-record.ts';
import type { Rule } from '../../../../core/verdict/rules.ts';

/**
 * Makes a backup that holds only the rules of one action. The background validates them.
 *
 * @returns null if not a backup
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

/**
 * Takes the rules of action `wanted`; if there are none, those of the other action: an exported list holds one action.
 *
 * @returns null if not a backup
 */
export function listIn(
  backup: string,
  wanted: Rule['action'],
): { readonly action: Rule['action']; readonly text: string } | null {
  const other = wanted === 'trust' ? 'block' : 'trust';
  for (const action of [wanted, other] as const) {
    const text = rulesOnly(backup, action);
    if (text !== null && entriesOf(text).length > 0) return { action, text };
  }
  const text = rulesOnly(backup, wanted);
  return text === null ? null : { action: wanted, text };
}

/** @param text - from `rulesOnly` */
export function entriesOf(text: string): readonly unknown[] {
  const parsed: unknown = JSON.parse(text);
  return isRecord(parsed) && Array.isArray(parsed['rules']) ? parsed['rules'] : [];
}
