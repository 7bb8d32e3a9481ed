import { MAX_PICTURE_LENGTH, PICTURE_PREFIX } from '../../protocol/code-messages.ts';
import { boxOf } from '../unclobbered.ts';

/** A code of the smallest kind with its border, at two points a module, is 58 wide. Points of the picture, and as drawn. */
const MIN_PX = 50;
const MAX_PX = 5_000;

/** What is longer or wider is a banner or a line. */
const MAX_RATIO = 4;

/** Of the longer side as it is looked at; what is larger is made smaller first. */
const LOOKED_AT_PX = 800;

/**
 * Whether the picture may hold a code and can be read without asking anybody: it is in the message itself, or came
 * from the page's own origin and is there. Other pictures a page may draw, and nobody may read.
 */
export function mayHoldCode(image: HTMLImageElement): boolean {
  const { naturalWidth: width, naturalHeight: height, complete, currentSrc } = image;
  if (!complete || Math.min(width, height) < MIN_PX || Math.max(width, height) > MAX_PX) return false;
  if (Math.max(width / height, height / width) > MAX_RATIO) return false;
  const drawn = boxOf(image);
  return Math.min(drawn.width, drawn.height) >= MIN_PX && isReadable(currentSrc);
}

function isReadable(address: string): boolean {
  if (/^(?:data:image\/|blob:)/i.test(address)) return true;
  const { origin } = location;
  return origin !== 'null' && address.startsWith(`${origin}/`);
}

/**
 * The picture's pixels, as the page draws them.
 *
 * @returns null if the browser does not let them be read
 */
export async function pictureOf(image: HTMLImageElement): Promise<string | null> {
  const { naturalWidth: width, naturalHeight: height } = image;
  const scale = Math.min(1, LOOKED_AT_PX / Math.max(width, height));
  try {
    const canvas = new OffscreenCanvas(Math.round(width * scale), Math.round(height * scale));
    const context = canvas.getContext('2d');
    if (context === null) return null;
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    const picture = await asText(await canvas.convertToBlob({ type: 'image/png' }));
    return picture.startsWith(PICTURE_PREFIX) && picture.length <= MAX_PICTURE_LENGTH ? picture : null;
  } catch (error) {
    // A picture of another origin, by way of a redirect, or one without pixels.
    if (error instanceof DOMException) return null;
    throw error;
  }
}

function asText(blob: Blob): Promise<string> {
  return new Promise((resolve) => {
    const reader = new FileReader();
    reader.onloadend = (): void => resolve(typeof reader.result === 'string' ? reader.result : '');
    reader.readAsDataURL(blob);
  });
}
