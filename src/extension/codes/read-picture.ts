import { MAX_CODES_PER_PICTURE, MAX_PICTURE_PX, PICTURE_PREFIX } from '../protocol/code-messages.ts';
import { findCodes } from './find-codes.ts';
import { pictureSize, type PictureSize } from './picture-size.ts';
import { webAddress } from './web-address.ts';

/**
 * @param picture - `data:image/png;base64,…`, or an image file
 * @returns web addresses; empty if unreadable or too large
 */
export async function readPicture(picture: string | Uint8Array<ArrayBuffer>): Promise<readonly string[]> {
  const bytes = typeof picture === 'string' ? bytesOf(picture) : picture;
  const size = bytes === null ? null : pictureSize(bytes);
  if (bytes === null || size === null || !isReadableSize(size)) return [];
  const bitmap = await bitmapOf(new Blob([bytes], { type: size.type }));
  if (bitmap === null) return [];
  const { width, height } = bitmap;
  const context = new OffscreenCanvas(width, height).getContext('2d');
  if (context === null) return [];
  context.drawImage(bitmap, 0, 0);
  bitmap.close();
  const texts = await findCodes(context.getImageData(0, 0, width, height));
  const addresses = texts.map(webAddress).filter((address) => address !== null);
  return [...new Set(addresses)].slice(0, MAX_CODES_PER_PICTURE);
}

function bytesOf(picture: string): Uint8Array<ArrayBuffer> | null {
  if (!picture.startsWith(PICTURE_PREFIX)) return null;
  try {
    return Uint8Array.from(atob(picture.slice(PICTURE_PREFIX.length)), (byte) => byte.charCodeAt(0));
  } catch (error) {
    if (error instanceof DOMException) return null;
    throw error;
  }
}

/** Checked before decoding: kilobytes can decode to any size. */
function isReadableSize({ width, height }: PictureSize): boolean {
  return width > 0 && height > 0 && width <= MAX_PICTURE_PX && height <= MAX_PICTURE_PX;
}

async function bitmapOf(blob: Blob): Promise<ImageBitmap | null> {
  try {
    return await createImageBitmap(blob);
  } catch (error) {
    if (error instanceof DOMException) return null;
    throw error;
  }
}
