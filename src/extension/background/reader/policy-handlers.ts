import type { PageHandlersOf } from '../../platform/message-bus.ts';
import type { POLICY_REQUESTS } from '../../protocol/policy-messages.ts';
import type { ManagedPolicy } from './managed-policy.ts';

export function policyHandlers(policy: () => Promise<ManagedPolicy>): PageHandlersOf<typeof POLICY_REQUESTS> {
  return {
    'get-policy': async () => ({ settings: (await policy()).settings }),
  };
}
