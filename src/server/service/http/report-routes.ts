import { reportedUrl } from '../reports/report.ts';
import type { Routes } from './routes.ts';
import { RequestRefused } from './problem.ts';
import { RateLimit } from './rate-limit.ts';
import { describedResponse, PROBLEMS, ReportAnswer, ReportRequest } from './schemas.ts';

const VOTER_LIMIT = { perSecond: 0.1, burst: 20, maxNames: 50_000 };
const PLATFORM_LIMIT = { perSecond: 100, burst: 1000, maxNames: 1000 };

export function addReportRoutes({ app, reports, keepQuery, authorize }: Routes): void {
  const voters = new RateLimit(VOTER_LIMIT);
  const platforms = new RateLimit(PLATFORM_LIMIT);
  const kept = (): NonNullable<typeof reports> => {
    if (reports === null)
      throw new RequestRefused(404, 'not-kept', 'This service keeps no reports (--data).');
    return reports;
  };

  app.post<{ Body: ReportRequest }>(
    '/v1/report',
    {
      schema: {
        operationId: 'reportLink',
        tags: ['reports'],
        summary: "Stores a user's report on a link for 30 days, for the publisher. It changes no verdict",
        description:
          'One vote for each link and reporter. The query of the URL is cut off unless the service was told to keep it.',
        body: ReportRequest,
        response: { 200: ReportAnswer, ...PROBLEMS },
        security: [{ bearer: [] }],
      },
      onRequest: async (request) => {
        authorize(request, 'report');
      },
    },
    async (request) => {
      const { name } = authorize(request, 'report');
      const { vote, voter } = request.body;
      const who = `${name} ${voter}`;
      const wait = platforms.take(name, performance.now()) || voters.take(who, performance.now());
      if (wait > 0) throw new RequestRefused(429, 'too-many', 'Too many reports in a short time.', wait);
      const url = reportedUrl(request.body.url, keepQuery);
      if (url === null)
        throw new RequestRefused(400, 'not-a-web-address', 'Only web addresses can be reported.');
      const outcome = await kept().keep({ url, vote, voter: who });
      if (!outcome.ok) {
        const { kind, message, retryAfter } = outcome.failure;
        throw new RequestRefused(kind === 'too-many' ? 429 : 503, kind, message, retryAfter);
      }
      return { outcome: outcome.value };
    },
  );

  app.get(
    '/v1/reports.csv',
    {
      schema: {
        operationId: 'readReports',
        tags: ['reports'],
        summary: 'Reports of the last 30 days, as a feed that the publisher can read',
        description:
          'One row for each link: the verdict of its votes, how many voted each way, and the first and the last day.',
        response: {
          200: describedResponse('CSV with a head line', 'text/csv', { type: 'string' }),
          ...PROBLEMS,
        },
        security: [{ bearer: [] }],
      },
    },
    async (request, reply) => {
      authorize(request, 'report');
      const feed = await kept().feed();
      if (!feed.ok) {
        const { kind, message, retryAfter } = feed.failure;
        throw new RequestRefused(503, kind, message, retryAfter);
      }
      return reply.type('text/csv; charset=utf-8').serializer(String).send(feed.value);
    },
  );
}
