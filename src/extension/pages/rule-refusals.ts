import type { Rule } from '../../core/verdict/rules.ts';
import type { MessageKey } from '../platform/texts/texts.ts';
import type { RuleRefusal } from '../protocol/rule-messages.ts';

export function refusalKey(refusal: RuleRefusal, action: Rule['action']): MessageKey {
  switch (refusal) {
    case 'not-judged-here':
    case 'not-in-a-message':
      return 'refusal_not_judged_here';
    case 'not-trustable':
      return action === 'trust' ? 'refusal_not_trustable' : 'refusal_not_blockable';
    case 'unreadable':
      return 'refusal_unreadable';
    case 'wildcard':
      return 'refusal_wildcard';
    case 'too-many':
      return 'refusal_too_many';
    case 'too-fast':
      return 'refusal_too_fast';
    case 'not-stored':
      return 'refusal_not_stored';
    case 'set-by-administrator':
      return 'refusal_administrator';
  }
}
