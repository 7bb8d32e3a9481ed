import type { RouteShorthandOptions } from 'fastify';
import { engineState, listState } from './answer.ts';
import type { Routes } from './routes.ts';
import { RequestRefused } from './problem.ts';
import { describedResponse, PROBLEMS, StatusAnswer } from './schemas.ts';

export function addStatusRoutes(routes: Routes): void {
  const { app, checker, metrics, gatherMetrics, isEngineStale, version, now, isOpen, isReady, authorize } =
    routes;
  app.get(
    '/healthz',
    plain('isAlive', 'Whether the process is there', 'Answered however busy the service is.'),
    async (_request, reply) => reply.type('text/plain').send('ok\n'),
  );
  app.get(
    '/readyz',
    plain(
      'isReady',
      'Whether checks are answered from a list',
      'Otherwise 503: there is no list yet, or the service is ending and takes no more checks.',
    ),
    async (_request, reply) => {
      if (!isReady())
        throw new RequestRefused(503, 'not-ready', 'There is no list yet, or the service is stopping.', 1);
      return reply.type('text/plain').send('ready\n');
    },
  );
  app.get(
    '/metrics',
    plain(
      'readMetrics',
      'Counts and sizes, in the text format of Prometheus',
      'Of all processes together.',
      isOpen,
    ),
    async (request, reply) => {
      if (!isOpen) authorize(request, 'metrics');
      const text = await (gatherMetrics?.() ?? metrics.registry.metrics());
      return reply.type(metrics.registry.contentType).send(text);
    },
  );
  app.get('/v1/openapi.json', { schema: { hide: true } }, async (_request, reply) =>
    reply.send(app.swagger()),
  );
  app.get(
    '/v1/status',
    {
      schema: {
        operationId: 'readStatus',
        tags: ['service'],
        summary: 'Which list is in use, and how old it is',
        description:
          'The serial of the list, when it was published and when it expires, how many changes hold besides, and whether checks are answered from it.',
        response: { 200: StatusAnswer, ...PROBLEMS },
        security: isOpen ? [] : [{ bearer: [] }],
      },
    },
    async (request) => {
      if (!isOpen) authorize(request, 'check');
      const engine = engineState(checker.hasEngine(), [{ trouble: checker.trouble() }]);
      return {
        version,
        list: listState(checker.facts(), now()),
        lists: checker.lists().map((list) => listState(list?.facts ?? null, now())),
        engine: engine === 'current' && isEngineStale() ? 'stale' : engine,
        changes: checker.changeCount(),
        ready: isReady(),
      };
    },
  );
}

function plain(
  operationId: string,
  summary: string,
  description: string,
  isOpen = true,
): RouteShorthandOptions {
  return {
    schema: {
      operationId,
      tags: ['service'],
      summary,
      description,
      response: { 200: describedResponse('Text', 'text/plain', { type: 'string' }), ...PROBLEMS },
      security: isOpen ? [] : [{ bearer: [] }],
    },
  };
}
