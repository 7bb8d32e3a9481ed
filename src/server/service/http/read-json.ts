import { RequestRefused } from './problem.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * @throws RequestRefused unless UTF-8 JSON. Replacing invalid bytes by U+FFFD would judge another link than was sent.
 */
export function readJson(body: Uint8Array): unknown {
  let text: string;
  try {
    text = utf8.decode(body);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new RequestRefused(400, 'not-utf8', 'The body is not UTF-8.');
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new RequestRefused(400, 'not-json', 'The body is not JSON.');
  }
}
