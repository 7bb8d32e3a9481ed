import { request as httpRequest } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { HostHandler } from './proxy.ts';

const TEXT = /^(?:text\/|application\/(?:javascript|json|x-javascript))/;

/**
 * A webmail under another host name that does not look like itself: the words by which Spamlight recognises it are
 * others in its pages, styles and scripts. The extension is the same as ever.
 *
 * @param names - such words, and what to write instead; each that is part of an address is written back when it is
 *   asked for
 */
export function disguised(
  { url }: { readonly url: string },
  host: string,
  names: Readonly<Record<string, string>>,
): HostHandler {
  const { origin } = new URL(url);
  const own: Readonly<Record<string, string>> = {
    [origin]: `https://${host}`,
    [origin.replaceAll('/', '\\/')]: `https:\\/\\/${host}`,
  };
  const words = Object.entries(names);
  const disguise = (text: string): string =>
    [...Object.entries(own), ...words].reduce(
      (before, [word, other]) => before.replaceAll(word, other),
      text,
    );
  const undisguise = (text: string): string =>
    words.reduce((before, [word, other]) => before.replaceAll(other, word), text);
  return async (request, response, asked) => {
    const target = new URL(undisguise(asked.pathname + asked.search), url);
    const { 'accept-encoding': _packed, ...headers } = request.headers;
    const answer = await new Promise<Parameters<NonNullable<Parameters<typeof httpRequest>[2]>>[0]>(
      (resolve, reject) => {
        const onward = httpRequest(
          target,
          { method: request.method, headers: { ...headers, host: target.host } },
          resolve,
        );
        onward.on('error', reject);
        request.pipe(onward);
      },
    );
    const body = await buffer(answer);
    const isText = TEXT.test(answer.headers['content-type'] ?? '');
    const { 'content-length': _length, 'transfer-encoding': _chunks, ...kept } = answer.headers;
    const location = answer.headers.location;
    response.writeHead(
      answer.statusCode ?? 502,
      location === undefined ? kept : { ...kept, location: disguise(location) },
    );
    // Byte for byte: the words that are replaced are ASCII in every charset.
    response.end(isText ? Buffer.from(disguise(body.toString('latin1')), 'latin1') : body);
  };
}
