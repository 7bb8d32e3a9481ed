import { HEAD_PATH } from '../../../core/snapshot/channel-head.ts';
import { basePath, INDEX_PATH, type ChannelIndex } from '../../../core/snapshot/channel-index.ts';
import { networkMessage } from '../../node/channel/read-channel.ts';
import type { VerifiedPart } from './verify-channel.ts';

/** Seconds that caches may keep the index: readers learn of new entries this much later. */
const MAX_INDEX_AGE = 600;
const TIMEOUT_MS = 30_000;

/** @param url - of the channel, ends in a slash */
export async function verifyHeaders(
  url: string,
  { base, head }: Pick<ChannelIndex, 'base' | 'head'>,
): Promise<readonly VerifiedPart[]> {
  const parts: VerifiedPart[] = [];
  for (const path of [INDEX_PATH, ...(head === true ? [HEAD_PATH] : []), basePath(base.serial)]) {
    try {
      const response = await fetch(new URL(path, url), {
        method: 'HEAD',
        redirect: 'error',
        headers: { Origin: 'https://webmail.example' },
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      parts.push(...headerProblems(path, response, path === INDEX_PATH || path === HEAD_PATH));
    } catch (error) {
      const message = networkMessage(error);
      if (message === null) throw error;
      parts.push({ part: `headers of ${path}`, problem: message, note: null });
    }
  }
  return parts;
}

function headerProblems(
  path: string,
  { status, headers }: Response,
  isIndex: boolean,
): readonly VerifiedPart[] {
  const part = `headers of ${path}`;
  const found: VerifiedPart[] = [];
  const problem = (text: string): void => void found.push({ part, problem: text, note: null });
  const note = (text: string): void => void found.push({ part, problem: null, note: text });
  if (status !== 200) problem(`HEAD is answered with status ${status}`);
  if (headers.get('access-control-allow-origin') !== '*') {
    problem('Access-Control-Allow-Origin: * is missing; browsers refuse the file to the extension');
  }
  if (headers.get('set-cookie') !== null) problem('a cookie is set; clients are not to be told apart');
  const age = /max-age=(\d+)/.exec(headers.get('cache-control') ?? '')?.[1];
  if (isIndex && age !== undefined && Number(age) > MAX_INDEX_AGE) {
    problem(`it may be cached for ${age} s; readers would learn of new entries so much later`);
  }
  if (isIndex && age === undefined)
    note('no Cache-Control: caches on the way decide how old the index may be');
  if (!isIndex && (age === undefined || Number(age) < 86_400))
    note('it never changes and could be cached for a year');
  if (found.length === 0) note('as clients need them');
  return found;
}
