import type { FrameHandlersOf, PageHandlersOf } from '../../platform/message-bus.ts';
import type { RULE_REQUESTS } from '../../protocol/rule-messages.ts';
import type { RuleBook } from '../reader/rule-book.ts';
import type { TrustService } from './trust-service.ts';

export function frameRuleHandlers(trust: TrustService): FrameHandlersOf<typeof RULE_REQUESTS> {
  return {
    'trust-link': (request, caller) => trust.fromFrame('trust', request, request.forSeconds, caller),
    'trust-once': (request, caller) => trust.onceFromFrame(request, caller),
    'block-link': (request, caller) => trust.fromFrame('block', request, null, caller),
    'undo-rule': async (request, caller) => ({ outcome: await trust.undoFromFrame(request, caller) }),
  };
}

export function pageRuleHandlers({
  trust,
  rules,
}: {
  readonly trust: TrustService;
  readonly rules: RuleBook;
}): PageHandlersOf<typeof RULE_REQUESTS> {
  return {
    'list-rules': async ({ action }) => {
      const listed = await rules.list(action);
      return listed.ok ? { rules: listed.value } : { refused: 'not-stored' };
    },
    'add-rule': (request, { path }) => trust.fromPage(request, originOf(path)),
    'trust-shown-once': ({ tabId, links }) => trust.once(tabId, links),
    'add-rules': (request) => trust.manyFromPage(request),
    'edit-rule': async ({ ruleId, note, expiresAt }) => ({
      outcome: await rules.edit(ruleId, { note, expiresAt }),
    }),
    'undo-rule': async ({ ruleId }) => ({ outcome: await trust.undo(ruleId) }),
    'remove-rules': async ({ ids }) => {
      const removed = await rules.remove(ids);
      return removed.ok ? { removed: removed.value } : { refused: 'not-stored' };
    },
    'restore-rules': async ({ rules: removed }) => ({ outcome: await rules.restore(removed) }),
  };
}

/** @returns null for *Check a message* */
function originOf(path: string): 'popup' | 'settings' | null {
  if (path.includes('/popup/')) return 'popup';
  return path.includes('/check-message/') ? null : 'settings';
}
