import { setImmediate as nextTurn } from 'node:timers/promises';
import { isRecord } from '../../../core/fields/is-record.ts';
import { fail } from '../../../core/result.ts';
import type { Change } from '../../node/changes/change.ts';
import { MAX_ID_CHARACTERS, parseChange } from '../changes/parse-change.ts';
import type { Routes } from './routes.ts';
import { RequestRefused } from './problem.ts';
import { RateLimit } from './rate-limit.ts';
import { ChangesAnswer, ChangesRequest, MAX_CHANGES, PROBLEMS } from './schemas.ts';

/** Per token and process. A million in three minutes are 5,600 per second. */
const CHANGE_LIMIT = { perSecond: 20_000, burst: 200_000, maxNames: 1000 };

/** Changes per event-loop turn: about a millisecond. */
export const CHANGES_PER_TURN = 64;

type Outcome = { id: string; outcome: string; because?: string };

/** Validates the batch only: an invalid change must not refuse the others. */
function isBatch(body: unknown): boolean {
  if (!isRecord(body) || Object.keys(body).length !== 1) return false;
  const { changes } = body;
  return (
    Array.isArray(changes) && changes.length > 0 && changes.length <= MAX_CHANGES && changes.every(isRecord)
  );
}

const FIELDS: ReadonlySet<string> = new Set(Object.keys(ChangesRequest.properties.changes.items.properties));

export function addChangeRoutes({ app, changes, metrics, now, authorize }: Routes): void {
  const limit = new RateLimit(CHANGE_LIMIT);
  app.post<{ Body: ChangesRequest }>(
    '/v1/changes',
    {
      schema: {
        operationId: 'changeList',
        tags: ['list'],
        summary: 'Adds to the list and removes from it, until the next build',
        description:
          'Takes up to a thousand changes. Each has an outcome of its own. Those that are `applied` are on disk, and every process uses them. The same changes may be sent again.',
        body: ChangesRequest,
        response: { 200: ChangesAnswer, ...PROBLEMS },
        security: [{ bearer: [] }],
      },
      attachValidation: true,
      onRequest: async (request) => {
        authorize(request, 'changes');
      },
    },
    async (request) => {
      if (request.validationError !== undefined && !isBatch(request.body)) throw request.validationError;
      if (changes === null)
        throw new RequestRefused(404, 'not-kept', 'This service keeps no changes (--data).');
      const { name } = authorize(request, 'changes');
      const wait = limit.take(name, performance.now(), request.body.changes.length);
      if (wait > 0) throw new RequestRefused(429, 'too-many', 'Too many changes in a short time.', wait);
      const at = now();
      const results: Outcome[] = [];
      const accepted: Change[] = [];
      const places: number[] = [];
      for (const [index, given] of request.body.changes.entries()) {
        if (index > 0 && index % CHANGES_PER_TURN === 0) await nextTurn();
        const isKnown = Object.keys(given).every((name) => FIELDS.has(name));
        const change = isKnown ? parseChange(given, at) : fail('unknown-field' as const);
        const id = typeof given.id === 'string' ? given.id.slice(0, MAX_ID_CHARACTERS) : '';
        if (change.ok) {
          accepted.push(change.value);
          places.push(index);
          results.push({ id, outcome: 'refused' });
        } else results.push({ id, outcome: 'refused', because: change.failure });
      }
      if (accepted.length > 0) {
        const taken = await changes.submit(accepted);
        if (!taken.ok) {
          const { kind, message, retryAfter } = taken.failure;
          throw new RequestRefused(503, kind, message, retryAfter);
        }
        taken.value.forEach((outcome, index) => {
          const result = results[places[index] ?? -1];
          if (result !== undefined) result.outcome = outcome;
        });
      }
      for (const { outcome } of results) metrics.countChange(outcome);
      return { results };
    },
  );
}
