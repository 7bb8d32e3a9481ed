import type { PageHandlers } from '../../platform/message-bus.ts';
import type { PolicyRequest } from '../../protocol/policy-messages.ts';
import type { ManagedPolicy } from './managed-policy.ts';

export function policyHandlers(
  policy: () => Promise<ManagedPolicy>,
): Pick<PageHandlers, PolicyRequest['type']> {
  return {
    'get-policy': async () => ({ settings: (await policy()).settings }),
  };
}
