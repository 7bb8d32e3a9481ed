import type { Server } from 'node:http';
import swagger from '@fastify/swagger';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { readJson } from './read-json.ts';
import { ServiceMetrics } from './metrics.ts';
import { Pressure } from './pressure.ts';
import { problem, PROBLEM_TYPE, RequestRefused, type Problem } from './problem.ts';
import { addChangeRoutes } from './change-routes.ts';
import { addCheckRoutes } from './check-routes.ts';
import { addMessageRoutes } from './message-routes.ts';
import { addReportRoutes } from './report-routes.ts';
import { addStatusRoutes } from './status-routes.ts';
import type { Routes, ServiceParts } from './routes.ts';
import { refuseForeign } from './same-origin.ts';
import type { Right, TokenHolder, Tokens } from './tokens.ts';

/** As in package.json. */
export const CONTACT = {
  name: 'The Spamlight authors',
  url: 'https://spamlight.example/',
  email: 'support@spamlight.example',
} as const;

/** A thousand URLs of a kilobyte each; not meant for raw mail with pictures. */
const MAX_BODY_BYTES = 2 << 20;
const MAX_HEADER_BYTES = 16 << 10;
/** For a whole request, from its first byte. */
const REQUEST_TIMEOUT_MS = 10_000;
const IDLE_TIMEOUT_MS = 30_000;

/** Answered even under load. */
const ALWAYS_ANSWERED: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/metrics', '/v1/status']);

export interface ServiceApp {
  readonly app: FastifyInstance;
  readonly metrics: ServiceMetrics;
  /**
   * Reports not ready, refuses requests and closes connections after their response. Resolves once accepted requests
   * are answered.
   */
  readonly drain: () => Promise<void>;
}

/** The HTTP app of one process; `listen` is the caller's. */
export async function buildApp(parts: ServiceParts): Promise<ServiceApp> {
  const app = fastify({
    logger: false,
    bodyLimit: MAX_BODY_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    connectionTimeout: IDLE_TIMEOUT_MS,
    keepAliveTimeout: IDLE_TIMEOUT_MS,
    // Requests while closing are refused below, like all others.
    return503OnClosing: false,
    // Does not wait for clients that are still sending headers.
    forceCloseConnections: true,
    http: {
      maxHeaderSize: MAX_HEADER_BYTES,
      headersTimeout: REQUEST_TIMEOUT_MS,
      connectionsCheckingInterval: 1000,
    },
    // Judge exactly what was sent: no coercion, nothing dropped.
    ajv: {
      customOptions: { coerceTypes: false, removeAdditional: false, useDefaults: false, allErrors: false },
    },
    clientErrorHandler: answerClientError,
  });
  limitConnections(app.server, parts.pressure.maxConnections);
  const pressure = new Pressure(parts.pressure);
  const metrics = new ServiceMetrics(parts, pressure);
  let isDraining = false;

  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (_request: unknown, body: Buffer) => readJson(body),
  );

  app.addHook('onRequest', async (request, reply) => {
    if (parts.isOpen) refuseForeign(request.headers.host, request.headers.origin);
    if (request.headers['content-encoding'] !== undefined) {
      throw new RequestRefused(415, 'compressed', 'Send bodies without Content-Encoding.');
    }
    if (ALWAYS_ANSWERED.has(request.routeOptions.url ?? '')) return;
    if (isDraining) throw new RequestRefused(503, 'stopping', 'This service is being stopped.', 1);
    pressure.comes(request, () => request.raw.socket.destroy());
    reply.raw.once('close', () => pressure.over(request));
  });
  // Runs once the body is complete.
  app.addHook('preValidation', async (request, reply) => {
    if (ALWAYS_ANSWERED.has(request.routeOptions.url ?? '')) return;
    const isTaken = pressure.enter();
    if (isTaken) reply.raw.once('close', () => pressure.leave());
    pressure.over(request);
    if (!isTaken) throw new RequestRefused(503, 'overloaded', 'More is asked than is answered.', 1);
  });
  const methods = new Map<string, Set<string>>();
  app.addHook('onRoute', ({ url, method }) => {
    const known = methods.get(url) ?? new Set();
    for (const each of [method].flat()) known.add(each);
    methods.set(url, known);
  });
  // Decided when the response is ready: a keep-alive connection would delay the stop.
  app.addHook('onSend', async (_request, reply) => {
    if (isDraining) void reply.header('connection', 'close');
  });
  app.addHook('onResponse', async (request, reply) => {
    metrics.observe(request.routeOptions.url ?? 'none', reply.statusCode, reply.elapsedTime / 1000);
  });
  app.addHook('onClose', async () => {
    pressure.stop();
    metrics.stop();
  });
  app.setNotFoundHandler((request, reply) => {
    const allowed = [...(methods.get(request.url.replace(/\?.*/s, '')) ?? [])].sort().join(', ');
    if (allowed === '')
      return send(
        reply,
        problem(404, 'no-such-path', 'There is nothing here; /v1/openapi.json says what there is.'),
      );
    void reply.header('allow', allowed);
    return send(reply, problem(405, 'wrong-method', `Only ${allowed} is answered here.`));
  });
  app.setErrorHandler((error: unknown, _request, reply) => {
    if (error instanceof RequestRefused) return send(reply, error.problem, error.retryAfter);
    const known = problemOf(error);
    if (known !== null) return send(reply, known);
    parts.onFault(error);
    return send(reply, problem(500, 'fault', 'The service failed at this request.'));
  });

  await app.register(swagger, {
    openapi: {
      // OpenAPI 3.0 has no `null` type.
      openapi: '3.1.0',
      info: {
        title: 'Spamlight check service',
        description:
          'Checks links and messages that are submitted to it against a signed list. It follows and fetches nothing.',
        version: parts.version,
        contact: CONTACT,
        license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
      },
      servers: [{ url: '/', description: 'The service that gave this description' }],
      tags: [
        { name: 'checks', description: 'Links and messages' },
        { name: 'list', description: 'Changes of the list until the next build' },
        { name: 'reports', description: 'Reports of users, for the publisher' },
        { name: 'service', description: 'State of the service' },
      ],
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    },
  });
  const routes: Routes = {
    ...parts,
    app,
    metrics,
    isReady: () => !isDraining && parts.checker.facts() !== null,
    authorize: (request, right) => authorize(parts.tokens, request, right),
  };
  addCheckRoutes(routes);
  addMessageRoutes(routes);
  addChangeRoutes(routes);
  addReportRoutes(routes);
  addStatusRoutes(routes);
  await app.ready();
  return {
    app,
    metrics,
    drain: () => {
      isDraining = true;
      return pressure.empty();
    },
  };
}

/**
 * `server.maxConnections` fails in clusters: a full worker returns the connection, the primary passes it to the next,
 * and when all are full this loop occupies a core.
 */
function limitConnections(server: Server, most: number): void {
  let open = 0;
  server.on('connection', (socket) => {
    if (open >= most) {
      socket.destroy();
      return;
    }
    open++;
    socket.once('close', () => open--);
  });
}

function authorize(tokens: Tokens, request: FastifyRequest, right: Right): TokenHolder {
  const holder = tokens.holderOf(request.headers.authorization);
  if (holder === null) throw new RequestRefused(401, 'no-token', 'A bearer token is needed here.');
  if (!holder.rights.has(right))
    throw new RequestRefused(403, 'not-allowed', `This token may not: ${right}.`);
  return holder;
}

function send(reply: FastifyReply, what: Problem, retryAfter: number | null = null): FastifyReply {
  if (retryAfter !== null) void reply.header('retry-after', String(retryAfter));
  if (what.status === 401) void reply.header('www-authenticate', 'Bearer');
  // As text: a route's schema would drop unnamed fields.
  return reply.code(what.status).type(PROBLEM_TYPE).serializer(String).send(JSON.stringify(what));
}

/** @returns null for bugs */
function problemOf(error: unknown): Problem | null {
  if (!(error instanceof Error)) return null;
  if ('validation' in error && error.validation !== undefined) {
    // The message contains nothing that was sent.
    return problem(400, 'not-as-described', error.message);
  }
  const code = 'code' in error ? error.code : undefined;
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE')
    return problem(413, 'too-large', `A body may have ${MAX_BODY_BYTES} bytes.`);
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE')
    return problem(415, 'wrong-type', 'Send JSON, as application/json.');
  const status = 'statusCode' in error ? error.statusCode : undefined;
  if (typeof status === 'number' && status >= 400 && status < 500)
    return problem(status, 'bad-request', 'The request could not be read.');
  return null;
}

const CLIENT_ERRORS: ReadonlyMap<string, Problem> = new Map([
  ['HPE_HEADER_OVERFLOW', problem(431, 'headers-too-large', `Headers may have ${MAX_HEADER_BYTES} bytes.`)],
  ['ERR_HTTP_REQUEST_TIMEOUT', problem(408, 'too-slow', 'The request did not arrive in time.')],
]);

/** For requests refused before routing: not HTTP, too slow, or with too large headers. */
function answerClientError(
  error: NodeJS.ErrnoException,
  socket: { writable: boolean; end(text: string): unknown; destroy(): unknown },
): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const what =
    CLIENT_ERRORS.get(error.code ?? '') ?? problem(400, 'not-http', 'This is not an HTTP request.');
  const body = JSON.stringify(what);
  socket.end(
    `HTTP/1.1 ${what.status} ${what.title}\r\nContent-Type: ${PROBLEM_TYPE}\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}
