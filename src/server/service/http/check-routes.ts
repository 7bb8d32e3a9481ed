import { answerFor, engineState, listState } from './answer.ts';
import { strictest } from '../check/policy.ts';
import type { Routes } from './routes.ts';
import { CheckAnswer, CheckRequest, PROBLEMS } from './schemas.ts';

/** Links not reached by then are unchecked. A thousand take 20 ms on an idle core. */
export const MAX_CHECK_MS = 1000;

export function addCheckRoutes({ app, checker, policy, isOpen, metrics, now, authorize }: Routes): void {
  app.post<{ Body: CheckRequest }>(
    '/v1/check',
    {
      schema: {
        operationId: 'checkLinks',
        tags: ['checks'],
        summary: 'Checks links, and says what to do with each',
        description:
          'Each URL is looked up as it was submitted, through every redirector that can be read. `unchecked` is never a yes: the list is missing or too old, or the URL cannot be read.',
        body: CheckRequest,
        response: { 200: CheckAnswer, ...PROBLEMS },
        security: isOpen ? [] : [{ bearer: [] }],
      },
      onRequest: async (request) => {
        if (!isOpen) authorize(request, 'check');
      },
    },
    async (request) => {
      const at = now();
      const checked = await checker.check(request.body.urls, {
        now: at,
        deadline: performance.now() + MAX_CHECK_MS,
      });
      const results = checked.map((one) => answerFor(one, policy));
      const actions = results.map(({ action }) => action);
      metrics.countLinks(actions);
      metrics.countTrouble(checked);
      return {
        action: strictest(actions),
        list: listState(checker.facts(), at),
        engine: engineState(checker.hasEngine(), checked),
        results,
      };
    },
  );
}
