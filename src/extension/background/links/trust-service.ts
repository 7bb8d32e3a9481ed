import { fail, type Result } from '../../../core/result.ts';
import type { Rule, RuleOrigin, ScopedSubject } from '../../../core/verdict/rules.ts';
import { subjectByForm } from '../../../core/verdict/subject-by-form.ts';
import { storedSubject, subjectFromText, widestUpTo } from '../../../core/verdict/trust-scopes.ts';
import { tell, type ContentCaller } from '../../platform/message-bus.ts';
import { mapInSteps } from '../../platform/run-in-steps.ts';
import type { Outcome } from '../../protocol/outcome.ts';
import type {
  AddRule,
  AddRules,
  BlockLink,
  RuleAnswer,
  RuleRefusal,
  UndoRule,
} from '../../protocol/rule-messages.ts';
import type { ResponseTo } from '../../protocol/requests.ts';
import type { MenuChoice } from './chosen-link.ts';
import type { FrameMemories } from './frame-memory.ts';
import type { LinkService } from './link-service.ts';
import type { LinkInMessage, OnceTrust } from '../reader/once-trust.ts';
import type { ReaderTrust } from '../reader/reader-trust.ts';
import type { NewRule, RuleBook } from '../reader/rule-book.ts';

/** In UTF-16 units. */
const MAX_NOTE_LENGTH = 500;

export interface TrustServiceOptions {
  readonly links: LinkService;
  readonly frames: FrameMemories;
  readonly rules: RuleBook;
  readonly onceTrust: OnceTrust;
  readonly onOnceChanged: (tabId: number) => Promise<void>;
  readonly readerTrust: () => Promise<ReaderTrust>;
  readonly now: () => number;
}

/**
 * A frame may decide only about links judged in it, and scopes are computed here: a page that controls our content
 * script can trust no more than links it shows.
 */
export class TrustService {
  readonly #options: TrustServiceOptions;

  constructor(options: TrustServiceOptions) {
    this.#options = options;
  }

  async fromFrame(
    action: Rule['action'],
    { href, messageKey, scope }: Pick<BlockLink, 'href' | 'messageKey' | 'scope'>,
    forSeconds: number | null,
    { tabId, frameId }: ContentCaller,
  ): Promise<RuleAnswer> {
    const subjects = await this.#subjects(action, { href, messageKey, tabId, frameId });
    if (!subjects.ok) return { refused: subjects.failure };
    // Folders share one scope: the widest counts, on shared sites one user's part.
    const subject = subjects.value.findLast((each) => each.scope === scope);
    if (subject === undefined) return { refused: 'not-trustable' };
    return this.#add({ action, ...subject, from: 'card' }, forSeconds, tabId, frameId);
  }

  async onceFromFrame(
    { href, messageKey }: { readonly href: string; readonly messageKey: string },
    { tabId, frameId }: ContentCaller,
  ): Promise<RuleAnswer> {
    const answer = await this.once(tabId, [{ frameId, messageKey, href }]);
    if (!('refused' in answer)) await this.#options.frames.rememberRule(tabId, frameId, answer.ruleId);
    return answer;
  }

  /** All links or none. */
  async once(tabId: number, links: readonly Omit<LinkInMessage, 'tabId' | 'subject'>[]): Promise<RuleAnswer> {
    const wanted: LinkInMessage[] = [];
    for (const link of links) {
      const subjects = await this.#subjects('trust', { ...link, tabId });
      if (!subjects.ok) return { refused: subjects.failure };
      const page = subjects.value.find(({ scope }) => scope === 'link');
      if (page === undefined) return { refused: 'not-trustable' };
      wanted.push({ ...link, tabId, subject: page.subject });
    }
    const [first] = wanted;
    if (first === undefined) return { refused: 'not-judged-here' };
    const ruleId = await this.#options.onceTrust.add(wanted);
    await this.#options.onOnceChanged(tabId);
    return { ruleId, scope: 'link', subject: first.subject };
  }

  async fromMenu({ action, href, tabId, frameId }: MenuChoice): Promise<void> {
    const answer = await this.#fromMenu(action, href, tabId, frameId);
    tell(
      'refused' in answer
        ? { type: 'rule-refused', action, because: answer.refused }
        : { type: 'rule-added', action, ...answer },
      tabId,
      frameId,
    );
  }

  /** @param from - null for *Check a message* */
  async fromPage(
    { action, scope, subject: text, note, expiresAt }: AddRule,
    from: RuleOrigin | null,
  ): Promise<RuleAnswer> {
    if (await this.#isLocked(action)) return { refused: 'set-by-administrator' };
    // The settings send typed text, other pages what they showed.
    const subject =
      from === 'settings'
        ? subjectFromText(text, scope, action)
        : storedSubject({ scope, subject: text }, action);
    if (typeof subject === 'string') return { refused: subject };
    const added = await this.#options.rules.add({
      action,
      ...subject,
      expiresAt,
      note: note.slice(0, MAX_NOTE_LENGTH),
      ...(from === null ? {} : { from }),
    });
    return added.ok ? answerOf(added.value) : { refused: added.failure };
  }

  async manyFromPage({ action, lines }: AddRules): Promise<ResponseTo<AddRules>> {
    if (await this.#isLocked(action)) return { refused: 'set-by-administrator' };
    // Each line takes tenths of a millisecond: yield to other requests. The page has already shown which lines are
    // refused, so they are skipped.
    const subjects = await mapInSteps(lines, (line) => subjectByForm(line, action, 'reader'));
    const rules = subjects.flatMap((subject): readonly NewRule[] => {
      if (typeof subject === 'string') return [];
      return [{ action, ...subject, expiresAt: null, note: '', from: 'settings' }];
    });
    const done = await this.#options.rules.addAll(rules);
    if (!done.ok) return { refused: done.failure };
    return { ids: done.value.added.map(({ id }) => id), replaced: done.value.replaced };
  }

  async undoFromFrame({ ruleId }: UndoRule, { tabId, frameId }: ContentCaller): Promise<Outcome> {
    const { ruleIds } = await this.#options.frames.frame(tabId, frameId);
    return ruleIds.includes(ruleId) ? this.undo(ruleId) : 'gone';
  }

  async undo(ruleId: string): Promise<Outcome> {
    const tabId = await this.#options.onceTrust.undo(ruleId);
    if (tabId === null) return this.#options.rules.undo(ruleId);
    await this.#options.onOnceChanged(tabId);
    return 'done';
  }

  async #fromMenu(action: Rule['action'], href: string, tabId: number, frameId: number): Promise<RuleAnswer> {
    // The menu names no message.
    const subjects = await this.#subjects(action, { href, messageKey: null, tabId, frameId });
    // The menu appears at every link, also outside messages.
    if (!subjects.ok && subjects.failure === 'not-judged-here') return { refused: 'not-in-a-message' };
    if (!subjects.ok) return { refused: subjects.failure };
    const subject = widestUpTo(subjects.value, 'site');
    if (subject === null) return { refused: 'not-trustable' };
    return this.#add({ action, ...subject, from: 'menu' }, null, tabId, frameId);
  }

  async #subjects(
    action: Rule['action'],
    {
      href,
      messageKey,
      tabId,
      frameId,
    }: Pick<LinkInMessage, 'href' | 'tabId' | 'frameId'> & { readonly messageKey: string | null },
  ): Promise<Result<readonly ScopedSubject[], RuleRefusal>> {
    if (await this.#isLocked(action)) return fail('set-by-administrator');
    const judged = await this.#options.frames.judged(tabId, frameId, href, messageKey);
    return judged === null
      ? fail('not-judged-here')
      : this.#options.links.subjects(action, href, judged.sender);
  }

  async #isLocked(action: Rule['action']): Promise<boolean> {
    return action === 'trust' && !(await this.#options.readerTrust()).canAdd;
  }

  async #add(
    rule: Omit<NewRule, 'expiresAt' | 'note'>,
    forSeconds: number | null,
    tabId: number,
    frameId: number,
  ): Promise<RuleAnswer> {
    const expiresAt = forSeconds === null ? null : this.#options.now() + forSeconds;
    const added = await this.#options.rules.add({ ...rule, expiresAt, note: '' });
    if (!added.ok) return { refused: added.failure satisfies RuleRefusal };
    await this.#options.frames.rememberRule(tabId, frameId, added.value.id);
    return answerOf(added.value);
  }
}

function answerOf({ id, scope, subject }: Rule): RuleAnswer {
  return { ruleId: id, scope, subject };
}
