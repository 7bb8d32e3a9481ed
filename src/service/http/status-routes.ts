import { engineState, listState } from '../check/answer.ts';
import type { Routes } from './routes.ts';
import { RequestRefused } from './problem.ts';
import { ProblemAnswer, StatusAnswer } from './schemas.ts';

export function addStatusRoutes(routes: Routes): void {
  const { app, checker, metrics, gatherMetrics, isEngineStale, version, now, isOpen, isReady, authorize } =
    routes;
  const hidden = { schema: { hide: true } };
  app.get('/healthz', hidden, async (_request, reply) => reply.type('text/plain').send('ok\n'));
  app.get('/readyz', hidden, async (_request, reply) => {
    if (!isReady())
      throw new RequestRefused(503, 'not-ready', 'There is no list yet, or the service is stopping.', 1);
    return reply.type('text/plain').send('ready\n');
  });
  app.get('/metrics', hidden, async (request, reply) => {
    if (!isOpen) authorize(request, 'metrics');
    const text = await (gatherMetrics?.() ?? metrics.registry.metrics());
    return reply.type(metrics.registry.contentType).send(text);
  });
  app.get('/v1/openapi.json', hidden, async (_request, reply) => reply.send(app.swagger()));
  app.get(
    '/v1/status',
    {
      schema: {
        summary: 'Which list is in use, and how old it is',
        response: { 200: StatusAnswer, '4xx': ProblemAnswer },
        security: isOpen ? [] : [{ bearer: [] }],
      },
    },
    async (request) => {
      if (!isOpen) authorize(request, 'check');
      const engine = engineState(checker.hasEngine(), [{ trouble: checker.engineTrouble() }]);
      return {
        version,
        list: listState(checker.facts(), now()),
        engine: engine === 'current' && isEngineStale() ? 'stale' : engine,
        changes: checker.changeCount(),
        ready: isReady(),
      };
    },
  );
}
