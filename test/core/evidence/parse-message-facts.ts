import * as v from 'valibot';
import { MESSAGE_FACTS } from '../../../src/core/evidence/message-facts-schema.ts';
import type { MessageFacts } from '../../../src/core/evidence/message-facts.ts';
import { pathOf } from '../../../src/core/fields/schema.ts';
import { fail, ok, type Result } from '../../../src/core/result.ts';

/** `field` is a path such as `body.links[3].href`. */
export type MessageFactsFailure =
  | { readonly kind: 'not-facts' }
  | { readonly kind: 'bad-field'; readonly field: string };

export function parseMessageFacts(value: unknown): Result<MessageFacts, MessageFactsFailure> {
  const read = v.safeParse(MESSAGE_FACTS, value, { abortEarly: true });
  if (read.success) return ok(read.output);
  const field = pathOf(read.issues[0]);
  return fail(field === '' ? { kind: 'not-facts' } : { kind: 'bad-field', field });
}
