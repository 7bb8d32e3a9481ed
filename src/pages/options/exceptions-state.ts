import type { Rule } from '../../core/verdict/rules.ts';
import type { Correction } from '../../protocol/evidence-messages.ts';
import type { NotShown } from '../answered.ts';
import type { Sentence } from '../status-sentences.ts';
import type { ForgetActions } from './asks-first.ts';

/** One decision of the reader, whatever it is about. */
export type Exception =
  | { readonly kind: 'trust' | 'block'; readonly key: string; readonly subject: string; readonly rule: Rule }
  | {
      readonly kind: 'fine' | 'spam';
      readonly key: string;
      readonly subject: string;
      readonly correction: Correction;
    }
  | { readonly kind: 'paused'; readonly key: string; readonly subject: string };

export interface ExceptionsReady {
  readonly kind: 'ready';
  /** Pauses first, as they are the widest; then by day, newest first. */
  readonly all: readonly Exception[];
  /** Senders that are remembered as hashes: they can be counted, not named. */
  readonly remembered: number;
  readonly search: string;
  readonly rows: number;
  /** The reader is asked whether the senders are to be forgotten. */
  readonly asksToForget: boolean;
  readonly said: Sentence;
  /** What was taken back last and can be put back. */
  readonly undo: readonly Rule[] | null;
}

export interface ExceptionsUnready {
  readonly kind: 'loading' | NotShown;
}

export type ExceptionsState = ExceptionsUnready | ExceptionsReady;

export interface ExceptionsActions extends ForgetActions {
  readonly search: (text: string) => void;
  readonly more: () => void;
  readonly takeBack: (exception: Exception) => void;
  readonly undo: (rules: readonly Rule[]) => void;
}

export function exceptionsOf(
  rules: readonly Rule[],
  corrections: readonly Correction[],
  pausedOrigins: readonly string[],
): readonly Exception[] {
  const decided: (Exception & { readonly at: number })[] = [
    ...rules.map((rule) => ({
      kind: rule.action,
      key: `rule ${rule.id}`,
      subject: rule.subject,
      rule,
      at: rule.addedAt,
    })),
    ...corrections.map((correction) => ({
      kind: correction.correction,
      key: `correction ${correction.id}`,
      subject: correction.subject,
      correction,
      at: correction.addedAt,
    })),
  ];
  decided.sort((a, b) => b.at - a.at);
  return [
    ...pausedOrigins.map((origin) => ({ kind: 'paused', key: `pause ${origin}`, subject: origin }) as const),
    ...decided.map(({ at: _at, ...exception }) => exception),
  ];
}

export function foundExceptions(all: readonly Exception[], search: string): readonly Exception[] {
  const wanted = search.trim().toLowerCase();
  return wanted === '' ? all : all.filter(({ subject }) => subject.toLowerCase().includes(wanted));
}
