import {
  createServer as createHttpServer,
  request as httpRequest,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { generate } from 'selfsigned';

export interface SeenRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
}

/** Answers one request to a host that the test plays. */
export type HostHandler = (
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
) => void | Promise<void>;

/**
 * The only way out of the browser under test: every host name ends here, so that webmails can be played
 * under their own names, and whatever the browser asks for is on record.
 */
export interface Proxy {
  readonly port: number;
  readonly seen: readonly SeenRequest[];
  /** Plays a host. A later handler for the same host replaces the earlier one. */
  serve(host: string, handler: HostHandler): void;
  forgetSeen(): void;
  /** Ends all connections, plays no host any more, and forgets what was seen. */
  clear(): void;
  close(): Promise<void>;
}

export async function startProxy(): Promise<Proxy> {
  const seen: SeenRequest[] = [];
  const hosts = new Map<string, HostHandler>();
  const sockets = new Set<Socket>();

  function answer(scheme: 'http' | 'https', request: IncomingMessage, response: ServerResponse): void {
    // A proxied plain request carries an absolute URL; one inside a tunnel has the host in its header.
    const url = new URL(request.url ?? '/', `${scheme}://${request.headers.host ?? 'nowhere.invalid'}`);
    seen.push({ method: request.method ?? 'GET', url: url.href, headers: request.headers });
    const handler = hosts.get(url.hostname);
    if (handler !== undefined) {
      void Promise.resolve(handler(request, response, url)).catch((error: unknown) => {
        // Where the page is gone, or the test over, nobody waits for it.
        if (!response.destroyed) console.error(`the handler of ${url.hostname} failed`, error);
        response.destroy();
      });
      return;
    }
    if (url.hostname === '127.0.0.1' || url.hostname === 'localhost') {
      forward(url, request, response);
      return;
    }
    response.writeHead(502, { 'content-type': 'text/plain' }).end('nobody plays this host');
  }

  function forward(url: URL, request: IncomingMessage, response: ServerResponse): void {
    const onward = httpRequest(url, { method: request.method, headers: request.headers }, (from) => {
      response.writeHead(from.statusCode ?? 502, from.headers);
      from.pipe(response);
    });
    onward.on('error', () => response.destroy());
    request.pipe(onward);
  }

  const certificate = await generate([{ name: 'commonName', value: 'Spamlight tests' }], {
    keySize: 2048,
    algorithm: 'sha256',
  });
  const secure = createHttpsServer(
    { key: certificate.private, cert: certificate.cert },
    (request, response) => {
      answer('https', request, response);
    },
  );
  const plain = createHttpServer((request, response) => {
    answer('http', request, response);
  });
  plain.on('connect', (_request: IncomingMessage, socket: Socket) => {
    socket.on('error', () => socket.destroy());
    socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
    secure.emit('connection', socket);
  });
  for (const server of [plain, secure]) {
    server.on('connection', (socket: Socket) => {
      sockets.add(socket);
      socket.on('close', () => sockets.delete(socket));
    });
  }
  secure.on('tlsClientError', () => undefined);
  await new Promise<void>((resolve) => {
    plain.listen(0, '127.0.0.1', resolve);
  });
  const { port } = plain.address() as AddressInfo;

  function clear(): void {
    hosts.clear();
    for (const socket of sockets) socket.destroy();
    seen.splice(0);
  }

  return {
    port,
    seen,
    clear,
    serve: (host, handler) => void hosts.set(host, handler),
    forgetSeen: () => void seen.splice(0),
    async close() {
      clear();
      await new Promise((resolve) => {
        plain.close(resolve);
      });
    },
  };
}

/** A handler that answers with fixed HTML at every path. */
export function htmlPage(html: string, headers: Record<string, string> = {}): HostHandler {
  return (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...headers }).end(html);
  };
}
