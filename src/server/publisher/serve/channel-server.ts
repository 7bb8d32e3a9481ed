import { constants, createReadStream } from 'node:fs';
import { open, realpath } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { systemErrorCode } from '../../node/explained-failure.ts';
import { channelFileKind, ENCODINGS } from '../channel/channel-files.ts';

/** A minute relieves the server and hardly delays readers. */
const INDEX_CACHE = 'public, max-age=60, no-transform';
const IMMUTABLE_CACHE = 'public, max-age=31536000, immutable, no-transform';

/** Read-only, with ranges, precompressed files and CORS for every origin. */
export function channelServer(folder: string): Server {
  const server = createServer({ requestTimeout: 30_000, keepAliveTimeout: 10_000 }, (request, response) => {
    answer(folder, request, response).catch((error: unknown) => {
      if (response.headersSent) response.destroy();
      else plain(response, 500, 'The file could not be read.');
      if (!isDisconnect(error)) console.error(error);
    });
  });
  return server;
}

async function answer(folder: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  response.setHeader('Access-Control-Allow-Origin', '*');
  response.setHeader('X-Content-Type-Options', 'nosniff');
  if (request.method === 'OPTIONS') {
    response.setHeader('Access-Control-Allow-Methods', 'GET, HEAD');
    response.setHeader('Access-Control-Allow-Headers', 'Range');
    response.setHeader('Access-Control-Max-Age', '86400');
    response.writeHead(204).end();
    return;
  }
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.setHeader('Allow', 'GET, HEAD, OPTIONS');
    plain(response, 405, 'Only GET and HEAD.');
    return;
  }
  const path = (request.url ?? '/').split(/[?#]/, 1)[0]?.slice(1) ?? '';
  // Serve only channel files: the folder may also hold state, keys and locks.
  const kind = channelFileKind(path);
  const found = kind === undefined ? null : await openFile(folder, path, acceptedEncodings(request));
  if (kind === undefined || found === null) {
    response.setHeader('Cache-Control', 'no-store');
    plain(response, 404, 'There is no such file in this channel.');
    return;
  }
  const { file, size, modified, encoding } = found;
  try {
    const tag = `"${size.toString(16)}-${modified.getTime().toString(16)}${encoding ?? ''}"`;
    response.setHeader('Content-Type', kind.type);
    response.setHeader('Cache-Control', kind.isImmutable ? IMMUTABLE_CACHE : INDEX_CACHE);
    response.setHeader('ETag', tag);
    response.setHeader('Last-Modified', modified.toUTCString());
    response.setHeader('Accept-Ranges', 'bytes');
    response.setHeader('Vary', 'Accept-Encoding');
    if (kind.type.startsWith('text/html')) {
      response.setHeader(
        'Content-Security-Policy',
        "default-src 'none'; style-src 'unsafe-inline'; img-src data:",
      );
    }
    if (encoding !== null) response.setHeader('Content-Encoding', encoding);
    if (request.headers['if-none-match'] === tag) {
      response.writeHead(304).end();
      return;
    }
    const range =
      request.headers['if-range'] === undefined || request.headers['if-range'] === tag
        ? rangeOf(request.headers.range, size)
        : null;
    if (range === 'unsatisfiable') {
      response.setHeader('Content-Range', `bytes */${size}`);
      plain(response, 416, 'The file is shorter than that.');
      return;
    }
    const start = range?.start ?? 0;
    const end = range?.end ?? size - 1;
    response.setHeader('Content-Length', end - start + 1);
    if (range !== null) response.setHeader('Content-Range', `bytes ${start}-${end}/${size}`);
    response.writeHead(range === null ? 200 : 206);
    if (request.method === 'HEAD' || size === 0) response.end();
    else await pipeline(createReadStream('', { fd: file, start, end, autoClose: false }), response);
  } finally {
    await file.close();
  }
}

/** Neither follows a symbolic link created since the check, nor blocks on a pipe. */
const READ_ONLY = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
const NOT_THERE: ReadonlySet<string> = new Set(['ENOENT', 'ENOTDIR', 'ELOOP', 'ENXIO']);

async function openFile(folder: string, path: string, encodings: readonly (typeof ENCODINGS)[number][]) {
  const root = await realpath(folder).catch(() => folder);
  for (const { name, extension } of [...encodings, { name: null, extension: '' }]) {
    try {
      const full = join(root, path) + extension;
      // A symbolic link could lead anywhere.
      if ((await realpath(full)) !== full) continue;
      const file = await open(full, READ_ONLY);
      const found = await file.stat();
      if (found.isFile()) return { file, size: found.size, modified: found.mtime, encoding: name };
      await file.close();
    } catch (error) {
      const code = systemErrorCode(error);
      if (code === null || !NOT_THERE.has(code)) throw error;
    }
  }
  return null;
}

function acceptedEncodings(request: IncomingMessage): readonly (typeof ENCODINGS)[number][] {
  // Send ranges uncompressed: ranges of compressed bytes are legal, but confuse caches.
  if (request.headers.range !== undefined) return [];
  const accepted = new Set(
    (request.headers['accept-encoding'] ?? '')
      .split(',')
      .filter((part) => !/;\s*q=0(?:\.0*)?\s*$/.test(part))
      .map((part) => part.split(';', 1)[0]?.trim().toLowerCase()),
  );
  return ENCODINGS.filter(({ name }) => accepted.has(name));
}

/** A single byte range (RFC 9110); null: send the whole file. */
export function rangeOf(
  header: string | undefined,
  size: number,
): { readonly start: number; readonly end: number } | 'unsatisfiable' | null {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? '');
  if (match === null) return null;
  const [, first = '', last = ''] = match;
  if (first === '' && last === '') return null;
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 };
  }
  const start = Number(first);
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== '' && Number(last) < start) return null;
  return start >= size ? 'unsatisfiable' : { start, end };
}

function plain(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8' }).end(`${text}\n`);
}

function isDisconnect(error: unknown): boolean {
  return ['ERR_STREAM_PREMATURE_CLOSE', 'ECONNRESET', 'EPIPE'].includes(systemErrorCode(error) ?? '');
}
