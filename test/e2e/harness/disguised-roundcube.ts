import { request as httpRequest } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { HostHandler } from './proxy.ts';
import type { Roundcube } from './roundcube.ts';

const TEXT = /^(?:text\/|application\/(?:javascript|json|x-javascript))/;

/**
 * A Roundcube under another host name that does not look like one: the folder of its skins, by which Spamlight
 * recognises it, is called something else, and so is whatever else is named. The extension is the same as ever.
 *
 * @param names - words of its pages, styles and scripts, and what to write instead
 */
export function disguised({ url }: Roundcube, names: Readonly<Record<string, string>>): HostHandler {
  const written = Object.entries({ 'skins/': 'looks/', ...names });
  const disguise = (text: string): string =>
    written.reduce((before, [word, other]) => before.replaceAll(word, other), text);
  const undisguise = (text: string): string => text.replaceAll('looks/', 'skins/');
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
    response.writeHead(answer.statusCode ?? 502, kept);
    // Byte for byte: the words that are replaced are ASCII in every charset.
    response.end(isText ? Buffer.from(disguise(body.toString('latin1')), 'latin1') : body);
  };
}
