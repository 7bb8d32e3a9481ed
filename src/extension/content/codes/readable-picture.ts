import { MAX_PICTURE_LENGTH, PICTURE_PREFIX } from '../../protocol/code-messages.ts';
import {
  attributeOf,
  baseOf,
  boxOf,
  findAll,
  isMatch,
  localName,
  newElement,
  textOf,
} from '../dom/unclobbered.ts';

/**
 * Minimum of the shorter side, in the file and as drawn. The smallest code with border is 58 wide at two pixels a
 * module.
 */
const MIN_PX = 50;
const MAX_PX = 5_000;

/** Longer to shorter side. Beyond it: a banner or a line. */
const MAX_RATIO = 4;

/** Up to this ratio a picture counts as square, like codes. */
const SQUARE_RATIO = 1.2;

/** Longer side after downscaling. */
const LOOKED_AT_PX = 800;

/** Elements checked for backgrounds, at three computed styles each. */
const MAX_STYLED = 8_000;

/** May hold a code, and is readable without a request. */
export interface Picture {
  readonly element: Element;
  readonly source: string;
  /** Of a pseudo-element, in CSS pixels. */
  readonly size?: { readonly width: number; readonly height: number };
}

export interface Pictures {
  readonly pictures: readonly Picture[];
  /** False if elements beyond `MAX_STYLED` were skipped. */
  readonly isWhole: boolean;
}

/**
 * Loaded pictures, inline or same-origin: others taint the canvas. The background's quota may run out, so visible, then
 * square, then large ones come first.
 */
export function picturesIn(body: Element): Pictures {
  const images = findAll(body, 'img').flatMap((image): Picture | readonly Picture[] =>
    image instanceof HTMLImageElement && isOfCode(image.naturalWidth, image.naturalHeight) && image.complete
      ? { element: image, source: image.currentSrc }
      : [],
  );
  const styled = styledIn(body);
  const drawn = [...drawnImages(body), ...styled.slice(0, MAX_STYLED).flatMap(backgroundsOf)];
  const found = [...images, ...drawn].filter(({ source }) => isReadable(source));
  const ranked = found.flatMap((picture) => {
    const box = boxOf(picture.element);
    const { top, bottom } = box;
    const { width, height } = picture.size ?? box;
    if (Math.min(width, height) < MIN_PX) return [];
    const isInSight = bottom > 0 && top < innerHeight;
    const isSquare = Math.max(width / height, height / width) < SQUARE_RATIO;
    return { picture, rank: Number(isInSight) * 2 + Number(isSquare), area: width * height };
  });
  const pictures = ranked
    .sort((one, other) => other.rank - one.rank || other.area - one.area)
    .map(({ picture }) => picture);
  return { pictures, isWhole: styled.length <= MAX_STYLED };
}

function drawnImages(body: Element): readonly Picture[] {
  return findAll(body, 'image, input[type="image" i][src], video[poster]').map((element) => {
    const address = ['href', 'xlink:href', 'src', 'poster'].map((name) => attributeOf(element, name));
    return {
      element,
      source: URL.parse(address.find((each) => each !== null) ?? '', baseOf(element))?.href ?? '',
    };
  });
}

const LINK = 'a, area, form';

/** Whether a style sheet may set an image. Backslash: escapes can hide these names. */
const MAY_DRAW = /url|image|@import|\\/i;

/** All elements if a style sheet sets images; otherwise those with their own style or attribute. */
function styledIn(body: Element): readonly Element[] {
  const isWhole = localName(body) === 'body';
  const sheets = isWhole ? findAll(document, 'style, link') : findAll(body, 'style, link');
  const isDrawing = sheets.some((sheet) => localName(sheet) === 'link' || MAY_DRAW.test(textOf(sheet)));
  if (isDrawing) return [body, ...findAll(body, '*')];
  return [body, ...findAll(body, '[style*="url" i], [style*="image" i], [style*="\\\\"], [background]')];
}

/** Includes pseudo-elements. Skips links, which already have a destination. */
function backgroundsOf(element: Element): readonly Picture[] {
  if (isMatch(element, LINK)) return [];
  return [null, '::before', '::after'].flatMap((part) => {
    const style = getComputedStyle(element, part);
    if (part !== null && style.content === 'none') return [];
    const [, source] =
      /url\("([^"]+)"\)/.exec(`${style.backgroundImage} ${part === null ? '' : style.content}`) ?? [];
    if (source === undefined) return [];
    const [width, height] = [style.width, style.height].map(Number.parseFloat);
    return part === null
      ? { element, source }
      : { element, source, size: { width: width || MIN_PX, height: height || MIN_PX } };
  });
}

function isOfCode(width: number, height: number): boolean {
  return (
    Math.min(width, height) >= MIN_PX &&
    Math.max(width, height) <= MAX_PX &&
    Math.max(width / height, height / width) <= MAX_RATIO
  );
}

function isReadable(address: string): boolean {
  if (/^(?:data:image\/|blob:)/i.test(address)) return true;
  const { origin } = location;
  return origin !== 'null' && address.startsWith(`${origin}/`);
}

/**
 * The picture as PNG in a `data:` URL.
 *
 * @returns null if it cannot hold a code or is unreadable
 */
export async function pictureOf({ element, source }: Picture): Promise<string | null> {
  try {
    const image =
      localName(element) === 'img' && element instanceof HTMLImageElement ? element : await loadImage(source);
    const { naturalWidth: width, naturalHeight: height } = image;
    if (!isOfCode(width, height)) return null;
    const scale = Math.min(1, LOOKED_AT_PX / Math.max(width, height));
    const canvas = new OffscreenCanvas(Math.round(width * scale), Math.round(height * scale));
    const context = canvas.getContext('2d');
    if (context === null) return null;
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    const picture = await asText(await canvas.convertToBlob({ type: 'image/png' }));
    return picture.startsWith(PICTURE_PREFIX) && picture.length <= MAX_PICTURE_LENGTH ? picture : null;
  } catch (error) {
    // The picture was redirected cross-origin, or has no pixels.
    if (error instanceof DOMException) return null;
    throw error;
  }
}

/** Sends no request: the page shows it, so it is cached. */
async function loadImage(source: string): Promise<HTMLImageElement> {
  const image = newElement('img');
  // Without `crossOrigin`, Firefox taints `data:` and `blob:` pictures. For server URLs it would cause a request.
  if (!/^https?:/i.test(source)) image.crossOrigin = 'anonymous';
  image.src = source;
  await image.decode();
  return image;
}

function asText(blob: Blob): Promise<string> {
  return new Promise((resolve) => {
    const reader = new FileReader();
    reader.onloadend = (): void => resolve(typeof reader.result === 'string' ? reader.result : '');
    reader.readAsDataURL(blob);
  });
}
