import { decodeQRBatch } from 'qr/decode.js';

/** A picture's pixels: red, green, blue, opacity; row by row. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8ClampedArray;
}

/** Codes of one picture: a poster has few, and more would only be there to keep us busy. */
const MAX_CODES = 8;

/** Of the searches behind the first one, which finds most codes. Milliseconds. */
const TIME_LIMIT_MS = 400;

/** Tries behind the first: other sizes, other places of the corners. */
const EFFORT = 24;

/** No code holds more: version 40, digits alone. */
const MAX_TEXT_LENGTH = 7_089;

/** What the codes of a picture say, each once. Never throws for what is in a picture. */
export async function findCodes({ width, height, data }: Pixels): Promise<readonly string[]> {
  const picture = { width, height, data: opaque(data) };
  const { texts, isLeftOver } = await search(picture);
  // Telephones read a code from behind as well, as on a window; the decoder finds its corners and cannot read it.
  const behind = isLeftOver ? await search(mirrored(picture)) : NOTHING;
  return [...new Set([...texts, ...behind.texts])]
    .filter(({ length }) => length <= MAX_TEXT_LENGTH)
    .slice(0, MAX_CODES);
}

interface Searched {
  readonly texts: readonly string[];
  /** Something looks like the corners of a code, and could not be read. */
  readonly isLeftOver: boolean;
}

const NOTHING: Searched = { texts: [], isLeftOver: false };

async function search(picture: Pixels): Promise<Searched> {
  const [found = []] = await decodeQRBatch([picture], {
    format: 'RGBA',
    effort: EFFORT,
    timeLimit: TIME_LIMIT_MS,
  });
  return {
    texts: found.filter((result) => typeof result === 'string'),
    // The library's name for its first step: without corners there is no code.
    isLeftOver: found.some((result) => typeof result !== 'string' && result.message !== 'finder'),
  };
}

function mirrored({ width, height, data }: Pixels): Pixels {
  const points = new Uint32Array(data.slice().buffer);
  for (let row = 0; row < points.length; row += width) points.subarray(row, row + width).reverse();
  return { width, height, data: new Uint8ClampedArray(points.buffer) };
}

/** On white, as nearly every page would show it: without, what is transparent is black and so is the code on it. */
function opaque(data: Uint8ClampedArray): Uint8ClampedArray {
  const mixed = Uint8ClampedArray.from(data);
  for (let at = 0; at < mixed.length; at += 4) {
    const opacity = (data[at + 3] ?? 255) / 255;
    if (opacity === 1) continue;
    for (let channel = at; channel < at + 3; channel++) {
      mixed[channel] = 255 - (255 - (data[channel] ?? 255)) * opacity;
    }
    mixed[at + 3] = 255;
  }
  return mixed;
}
