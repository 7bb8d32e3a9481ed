import {
  indexRules,
  NO_RULES,
  type Rule,
  type RuleOrigin,
  type Rules,
  type ScopedSubject,
} from '../../../core/verdict/rules.ts';
import { fail, ok, type Result } from '../../../core/result.ts';
import type { StorageFailure } from '../../platform/storage/database.ts';
import type { RuleStore } from '../../platform/storage/rule-store.ts';
import { readSession, removeFromSession, writeSession } from '../../platform/session-storage.ts';
import type { Outcome } from '../../protocol/outcome.ts';
import { MAX_RULES_PER_REQUEST, parseRule, type RuleRefusal } from '../../protocol/rule-messages.ts';
import type { ManagedPolicy } from './managed-policy.ts';

/**
 * All subjects and notes together, in UTF-16 units: tens of thousands of usual rules. Without a limit, long ones could
 * fill 80 MB.
 */
const MAX_RULES_LENGTH = 4_000_000;

export interface NewRule extends ScopedSubject {
  readonly action: Rule['action'];
  readonly expiresAt: number | null;
  readonly note: string;
  /** Absent for *Check a message*. */
  readonly from?: RuleOrigin;
}

export interface RuleBookOptions {
  readonly store: RuleStore;
  readonly policy: () => Promise<ManagedPolicy>;
  readonly now: () => number;
  readonly onChange: () => Promise<void>;
}

interface Added {
  readonly added: readonly Rule[];
  readonly replaced: readonly Rule[];
}

interface KnownRules {
  readonly rules: Rules;
  /** False: an unread rule may block a trusted subject, so trust is left out. */
  readonly isWhole: boolean;
}

interface Book {
  readonly all: readonly Rule[];
  /** False: the administrator's rules are missing. */
  readonly isWhole: boolean;
  readonly indexed: Rules;
  /** Unix seconds: the next expiry. */
  readonly until: number;
}

export class RuleBook {
  readonly #options: RuleBookOptions;
  #book: Promise<Result<Book, StorageFailure>> | null = null;

  constructor(options: RuleBookOptions) {
    this.#options = options;
  }

  async current(): Promise<KnownRules> {
    const book = await this.#current();
    return book.ok
      ? { rules: book.value.indexed, isWhole: book.value.isWhole }
      : { rules: NO_RULES, isWhole: false };
  }

  /** Newest first. */
  async list(action: Rule['action']): Promise<Result<readonly Rule[], StorageFailure>> {
    const book = await this.#current();
    if (!book.ok) return book;
    return ok(
      book.value.all
        .filter((rule) => rule.action === action)
        .sort((a, b) => b.addedAt - a.addedAt || (a.subject < b.subject ? -1 : 1)),
    );
  }

  /** Replaces the reader's rule on the subject, which `undo` restores. */
  async add(rule: NewRule): Promise<Result<Rule, RuleRefusal>> {
    const done = await this.#add([rule]);
    if (!done.ok) return done;
    const { added, replaced } = done.value;
    const [first] = added;
    if (first === undefined) throw new RangeError('one rule was added, and there is none');
    if (replaced.length > 0) await writeSession(replacedKey(first.id), replaced);
    return ok(first);
  }

  /** Adds all rules or none; of several on one subject, the last. `restore` brings replaced rules back. */
  async addAll(rules: readonly NewRule[]): Promise<Result<Added, RuleRefusal>> {
    const done = await this.#add(rules);
    if (done.ok) await this.#rememberRemoved(done.value.replaced);
    return done;
  }

  async #add(rules: readonly NewRule[]): Promise<Result<Added, RuleRefusal>> {
    const book = await this.#current();
    if (!book.ok) return fail('not-stored');
    const own = book.value.all.filter(({ by }) => by === 'reader');
    const addedAt = this.#options.now();
    const added = new Map(
      rules.map((rule): [string, Rule] => [
        keyOf(rule),
        { ...rule, id: crypto.randomUUID(), addedAt, by: 'reader' },
      ]),
    );
    const replaced = own.filter((rule) => added.has(keyOf(rule)));
    const after = [...own.filter((rule) => !added.has(keyOf(rule))), ...added.values()];
    const length = after.reduce((sum, { subject, note }) => sum + subject.length + note.length, 0);
    if (after.length > MAX_RULES_PER_REQUEST || length > MAX_RULES_LENGTH) return fail('too-many');
    const stored = await this.#options.store.replace(
      replaced.map(({ id }) => id),
      [...added.values()],
    );
    if (!stored.ok) return fail('not-stored');
    await this.#options.onChange();
    return ok({ added: [...added.values()], replaced });
  }

  async undo(id: string): Promise<Outcome> {
    const replaced = rulesIn(await readSession(replacedKey(id)));
    const done = await this.#options.store.undo(id, replaced);
    // The replaced rules stay in session storage, for a retry.
    if (!done.ok) return 'not-stored';
    await removeFromSession([replacedKey(id)]);
    if (!done.value) return 'gone';
    await this.#options.onChange();
    return 'done';
  }

  /** If trust is locked, a trust rule may not be prolonged. */
  async edit(id: string, change: Pick<Rule, 'note' | 'expiresAt'>): Promise<Outcome> {
    const book = await this.#current();
    if (!book.ok) return 'not-stored';
    const rule = book.value.all.find((rule) => rule.id === id && rule.by === 'reader');
    if (rule === undefined) return 'gone';
    const isLonger = endOf(change) > endOf(rule);
    if (rule.action === 'trust' && isLonger && (await this.#isTrustLocked())) return 'gone';
    return this.#put([{ ...rule, ...change }]);
  }

  /** If trust is locked, restores trust only as removed in this session: a page could otherwise add new trust. */
  async restore(rules: readonly Rule[]): Promise<Outcome> {
    if (!(await this.#isTrustLocked())) return this.#put(rules);
    const removed = await this.#removed();
    const known = new Map(removed.map((rule) => [rule.id, rule]));
    const restored = rules.flatMap((rule) => known.get(rule.id) ?? (rule.action === 'block' ? rule : []));
    if (restored.length < rules.length) return 'gone';
    const outcome = await this.#put(restored);
    if (outcome === 'done') {
      const left = removed.filter(({ id }) => !restored.some((rule) => rule.id === id));
      await writeSession(REMOVED, left);
    }
    return outcome;
  }

  async #put(rules: readonly Rule[]): Promise<Outcome> {
    const stored = await this.#options.store.replace([], rules);
    if (!stored.ok) return 'not-stored';
    await this.#options.onChange();
    return 'done';
  }

  async remove(ids: readonly string[]): Promise<Result<readonly Rule[], StorageFailure>> {
    const removed = await this.#options.store.replace(ids, []);
    if (!removed.ok || removed.value.length === 0) return removed;
    await this.#rememberRemoved(removed.value);
    await this.#options.onChange();
    return removed;
  }

  /** Unix seconds, or `Infinity`. */
  async nextEnd(): Promise<number> {
    const book = await this.#current();
    return book.ok ? book.value.until : Number.POSITIVE_INFINITY;
  }

  forget(): void {
    this.#book = null;
  }

  async #isTrustLocked(): Promise<boolean> {
    return (await this.#options.policy()).administered.locks.includes('trust');
  }

  async #rememberRemoved(rules: readonly Rule[]): Promise<void> {
    const trusted = rules.filter(({ action }) => action === 'trust');
    if (trusted.length === 0 || !(await this.#isTrustLocked())) return;
    await writeSession(REMOVED, [...(await this.#removed()), ...trusted].slice(-MAX_REMOVED));
  }

  async #removed(): Promise<readonly Rule[]> {
    return rulesIn(await readSession(REMOVED));
  }

  async #current(): Promise<Result<Book, StorageFailure>> {
    this.#book ??= this.#read();
    const reading = this.#book;
    const book = await reading;
    const isOver = book.ok && book.value.until <= this.#options.now();
    if (book.ok && book.value.isWhole && !isOver) return book;
    if (this.#book === reading) this.#book = null;
    return isOver ? this.#current() : book;
  }

  async #read(): Promise<Result<Book, StorageFailure>> {
    const [stored, policy] = await Promise.all([this.#options.store.all(), this.#options.policy()]);
    if (!stored.ok) return stored;
    const now = this.#options.now();
    const all = [...stored.value, ...policy.rules];
    const counted = policy.isRead ? all : all.filter(({ action }) => action === 'block');
    const ends = all.flatMap(({ expiresAt }) => (expiresAt === null || expiresAt <= now ? [] : [expiresAt]));
    return ok({
      all,
      isWhole: policy.isRead,
      indexed: indexRules(counted, now),
      until: Math.min(...ends),
    });
  }
}

const keyOf = ({ scope, subject }: ScopedSubject): string => `${scope} ${subject}`;

const endOf = ({ expiresAt }: Pick<Rule, 'expiresAt'>): number => expiresAt ?? Number.POSITIVE_INFINITY;

function rulesIn(stored: unknown): readonly Rule[] {
  return Array.isArray(stored) ? stored.flatMap((rule) => parseRule(rule) ?? []) : [];
}

/** Session-storage key of trust rules removed while an administrator locks trust, newest last: only these can be restored. */
const REMOVED = 'removed-trust';

/** Session storage has 10 MB. */
const MAX_REMOVED = 1_000;

const replacedKey = (id: string): string => `replaced:${id}`;
