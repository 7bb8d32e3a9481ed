import { afterEach, expect, test, vi } from 'vitest';
import { readPicture } from '../../../src/extension/codes/read-picture.ts';
import { MAX_PICTURE_PX } from '../../../src/extension/protocol/code-messages.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

/** The beginning of a PNG, which names its size. */
function png(width: number, height: number): Uint8Array<ArrayBuffer> {
  const head = new Uint8Array(24);
  head.set(Buffer.from('\u0089PNG\r\n\u001a\n\u0000\u0000\u0000\u000DIHDR', 'latin1'));
  new DataView(head.buffer).setUint32(16, width);
  new DataView(head.buffer).setUint32(20, height);
  return head;
}

test.each([
  ['as large as is read', MAX_PICTURE_PX, MAX_PICTURE_PX, true],
  ['too wide', MAX_PICTURE_PX + 1, 20, false],
  ['too high', 20, MAX_PICTURE_PX + 1, false],
  ['without width', 0, 20, false],
  ['without height', 20, 0, false],
])('a picture that is %s is decoded only if it is small enough', async (_, width, height, isDecoded) => {
  const decode = vi.fn(() => Promise.reject(new DOMException('damaged')));
  vi.stubGlobal('createImageBitmap', decode);
  expect(await readPicture(png(width, height))).toEqual([]);
  expect(decode).toHaveBeenCalledTimes(isDecoded ? 1 : 0);
});
