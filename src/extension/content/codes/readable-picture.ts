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

/** A code of the smallest kind with its border, at two points a module, is 58 wide. Points of the picture, and as drawn. */
const MIN_PX = 50;
const MAX_PX = 5_000;

/** What is longer or wider is a banner or a line. */
const MAX_RATIO = 4;

/** A code is as wide as it is high, and hardly anything else in a message is so nearly. */
const SQUARE_RATIO = 1.2;

/** Of the longer side as it is looked at; what is larger is made smaller first. */
const LOOKED_AT_PX = 800;

/** Elements of a message whose background is asked for: each costs a style of its own, and those of what is drawn beside it. */
const MAX_STYLED = 8_000;

/** A picture that a message shows, which may hold a code and can be read without asking anybody. */
export interface Picture {
  /** Where it is shown. */
  readonly element: Element;
  readonly source: string;
  /** Of what is drawn beside the element, which has another size; CSS pixels. */
  readonly size?: { readonly width: number; readonly height: number };
}

export interface Pictures {
  readonly pictures: readonly Picture[];
  /** All of the message was searched for them. */
  readonly isWhole: boolean;
}

/**
 * The pictures of a message that are in it, or came from the page's own origin and are there; others a page may draw, and
 * nobody may read. First those that are in sight and square, then by size: for many of them there may be no time.
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

/** Of other elements that show a picture by its address. */
function drawnImages(body: Element): readonly Picture[] {
  return findAll(body, 'image, input[type="image" i][src], video[poster]').map((element) => {
    const address = ['href', 'xlink:href', 'src', 'poster'].map((name) => attributeOf(element, name));
    return {
      element,
      source: URL.parse(address.find((each) => each !== null) ?? '', baseOf(element))?.href ?? '',
    };
  });
}

/** A link has one destination here, which is its own. */
const LINK = 'a, area, form';

/** Whether a style sheet may give anything a picture; names in it may be written with escapes. */
const MAY_DRAW = /url|image|@import|\\/i;

/** Elements that may have a background: where no style sheet of the message gives any, those that say so themselves. */
function styledIn(body: Element): readonly Element[] {
  const isWhole = localName(body) === 'body';
  const sheets = isWhole ? findAll(document, 'style, link') : findAll(body, 'style, link');
  const isDrawing = sheets.some((sheet) => localName(sheet) === 'link' || MAY_DRAW.test(textOf(sheet)));
  if (isDrawing) return [body, ...findAll(body, '*')];
  return [body, ...findAll(body, '[style*="url" i], [style*="image" i], [style*="\\\\"], [background]')];
}

/** What is drawn behind an element, and before and after what is in it. */
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
 * The picture's pixels, as the page draws them.
 *
 * @returns null if it is none that may hold a code, or the browser does not let it be read
 */
export async function pictureOf({ element, source }: Picture): Promise<string | null> {
  try {
    const image =
      localName(element) === 'img' && element instanceof HTMLImageElement ? element : await loaded(source);
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
    // A picture of another origin, by way of a redirect, or one without pixels.
    if (error instanceof DOMException) return null;
    throw error;
  }
}

/** The page shows it already: the browser has it, and asks nobody. */
async function loaded(source: string): Promise<HTMLImageElement> {
  const image = newElement('img');
  // Firefox lets nobody read what was in an address and was asked for by us, unless it is asked for so. Of what a server has
  // sent that would be another request.
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
