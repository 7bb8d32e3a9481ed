import type { AnswerBody } from './answer-body.ts';
import { ok } from '../../../src/core/result.ts';
import { LinkChecker } from '../../../src/server/service/check/link-checker.ts';
import { DEFAULT_POLICY } from '../../../src/server/service/check/policy.ts';
import { buildApp, type ServiceApp } from '../../../src/server/service/http/app.ts';
import type { ServiceParts } from '../../../src/server/service/http/routes.ts';
import { Tokens, type TokenHolder } from '../../../src/server/service/http/tokens.ts';
import { sqliteRefusal } from '../../../src/server/node/changes/node-sqlite.ts';
import { NOW } from './a-change.ts';
import { aList } from './a-list.ts';
import { aTable } from './a-table.ts';

export const TOKEN = 'a-token-of-thirty-two-characters';
export const everything: TokenHolder = {
  name: 'forum',
  rights: new Set(['check', 'report', 'changes', 'metrics']),
};

const open: ServiceApp[] = [];
export async function closeServices(): Promise<void> {
  await Promise.all(open.splice(0).map(({ app }) => app.close()));
}

/** A service in this process that listens nowhere: `bad.example` is listed as phishing, `shop.example` as spam. */
export async function aService(parts: Partial<ServiceParts> = {}): Promise<ServiceApp> {
  // What only checks is also tried on a Node that cannot keep changes.
  const table = sqliteRefusal(process.versions) === null ? aTable() : null;
  const checker = new LinkChecker(table?.lookup ?? null);
  checker.use(aList({ danger: ['bad.example'], caution: ['shop.example'] }));
  const service = await buildApp({
    version: '0.0.0',
    checker,
    policy: DEFAULT_POLICY,
    tokens: new Tokens([[TOKEN, everything]]),
    isOpen: true,
    changes: table === null ? null : { submit: async (changes) => ok(table.apply(...changes)) },
    reports: { keep: async () => ok('kept'), feed: async () => ok('') },
    keepQuery: false,
    gatherMetrics: null,
    isEngineStale: () => false,
    pressure: { maxInFlight: 10, maxLateMs: Number.POSITIVE_INFINITY, maxConnections: 100, maxComing: 100 },
    now: () => NOW,
    onFault: (error) => {
      throw error;
    },
    ...parts,
  });
  open.push(service);
  return service;
}

export interface Answer {
  readonly status: number;
  readonly body: AnswerBody;
  readonly headers: Record<string, unknown>;
}

export async function post(
  service: ServiceApp,
  url: string,
  payload: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const isText = typeof payload === 'string' || Buffer.isBuffer(payload);
  const response = await service.app.inject({
    method: 'POST',
    url,
    headers: {
      host: 'localhost',
      'content-type': 'application/json',
      authorization: `Bearer ${TOKEN}`,
      ...headers,
    },
    payload: isText ? payload : JSON.stringify(payload),
  });
  return { status: response.statusCode, body: response.json<AnswerBody>(), headers: response.headers };
}
