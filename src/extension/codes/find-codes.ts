import { decodeQRBatch } from 'qr/decode.js';

/** RGBA, row by row. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8ClampedArray;
}

/** Even posters have fewer codes. */
const MAX_CODES = 8;

/** Total for the library's searches after the first, which finds most codes. */
const TIME_LIMIT_MS = 400;

/** Further scales and corner positions to try. */
const EFFORT = 24;

/** Characters in the largest QR code: version 40, digits only. */
const MAX_TEXT_LENGTH = 7_089;

/** Distinct texts. Never throws because of a picture's content. */
export async function findCodes({ width, height, data }: Pixels): Promise<readonly string[]> {
  const picture = { width, height, data: opaque(data) };
  const { texts, isLeftOver } = await search(picture);
  // Phones read mirrored codes too.
  const behind = isLeftOver ? await search(mirrored(picture)) : NOTHING;
  return [...new Set([...texts, ...behind.texts])]
    .filter(({ length }) => length <= MAX_TEXT_LENGTH)
    .slice(0, MAX_CODES);
}

interface SearchResult {
  readonly texts: readonly string[];
  /** Corners were found of a code that could not be decoded. */
  readonly isLeftOver: boolean;
}

const NOTHING: SearchResult = { texts: [], isLeftOver: false };

async function search(picture: Pixels): Promise<SearchResult> {
  const [found = []] = await decodeQRBatch([picture], {
    format: 'RGBA',
    effort: EFFORT,
    timeLimit: TIME_LIMIT_MS,
  });
  return {
    texts: found.filter((result) => typeof result === 'string'),
    // `finder`: no corners found.
    isLeftOver: found.some((result) => typeof result !== 'string' && result.message !== 'finder'),
  };
}

function mirrored({ width, height, data }: Pixels): Pixels {
  const points = new Uint32Array(data.slice().buffer);
  for (let row = 0; row < points.length; row += width) points.subarray(row, row + width).reverse();
  return { width, height, data: new Uint8ClampedArray(points.buffer) };
}

/** Puts the picture on white: otherwise transparent pixels turn black, like the code. */
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
