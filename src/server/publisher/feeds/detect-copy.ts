import {
  DETECT_CHARACTERS,
  detectFormat,
  type DetectedFormat,
  type DetectFailure,
} from '../../../core/feed/detect-format.ts';
import { fail, type Result } from '../../../core/result.ts';
import { expectedMessage } from '../../node/explained-failure.ts';
import { FeedBytesError, readFeedBytes } from './feed-bytes.ts';

export type DetectCopyFailure = DetectFailure | { readonly kind: 'unreadable'; readonly message: string };

export async function detectCopy(path: string): Promise<Result<DetectedFormat, DetectCopyFailure>> {
  const decoder = new TextDecoder();
  let text = '';
  try {
    for await (const chunk of readFeedBytes(path, Number.POSITIVE_INFINITY)) {
      text += decoder.decode(chunk, { stream: true });
      if (text.length > DETECT_CHARACTERS) break;
    }
  } catch (error) {
    const message = error instanceof FeedBytesError ? error.failure.message : expectedMessage(error);
    return fail({ kind: 'unreadable', message });
  }
  return detectFormat(text);
}

export function detectMessage(failure: DetectCopyFailure): string {
  if (typeof failure !== 'string') return failure.message;
  switch (failure) {
    case 'empty':
      return 'it is empty';
    case 'markup':
      return 'it is a web page and no feed';
    case 'not-text':
      return 'it is no text';
    case 'unknown':
      return 'no format finds entries in it';
  }
}
