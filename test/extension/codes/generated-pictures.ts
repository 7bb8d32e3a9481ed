import { decode, encode } from 'jpeg-js';
import { encodeQR } from 'qr';
import type { Pixels } from '../../../src/extension/codes/find-codes.ts';

/** Deterministic numbers from 0 to 1. */
export function numbersFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

type Colour = readonly [number, number, number];

const WHITE: Colour = [255, 255, 255];
const BLACK: Colour = [0, 0, 0];

class Canvas implements Pixels {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8ClampedArray;

  constructor(width: number, height: number, colour: Colour = WHITE) {
    this.width = width;
    this.height = height;
    this.data = new Uint8ClampedArray(width * height * 4);
    this.fill(0, 0, width, height, colour);
  }

  fill(left: number, top: number, width: number, height: number, [red, green, blue]: Colour): void {
    for (let y = Math.max(0, Math.round(top)); y < Math.min(this.height, Math.round(top + height)); y++) {
      for (let x = Math.max(0, Math.round(left)); x < Math.min(this.width, Math.round(left + width)); x++) {
        const at = (y * this.width + x) * 4;
        this.data.set([red, green, blue, 255], at);
      }
    }
  }

  code(
    text: string,
    left: number,
    top: number,
    modulePx: number,
    level: 'medium' | 'high',
    dark: Colour,
  ): number {
    // The border is drawn by whoever places the code.
    const rows = encodeQR(text, 'raw', { ecc: level, border: 1 })
      .slice(1, -1)
      .map((row) => row.slice(1, -1));
    rows.forEach((row, y) =>
      row.forEach((isDark, x) => {
        if (isDark) this.fill(left + x * modulePx, top + y * modulePx, modulePx, modulePx, dark);
      }),
    );
    return rows.length * modulePx;
  }
}

/** As a mail program would save it: 8 × 8 blocks, much thrown away. */
function asJpeg({ width, height, data }: Pixels): Pixels {
  const saved = encode({ width, height, data: Buffer.from(data) }, 40);
  const read = decode(saved.data, { useTArray: true });
  return { width: read.width, height: read.height, data: new Uint8ClampedArray(read.data) };
}

export const LOOKS = [
  'plain',
  'small',
  'coloured',
  'inverted',
  'logo',
  'jpeg',
  'two',
  'in a letter',
] as const;
export type Look = (typeof LOOKS)[number];

export interface GeneratedCodes {
  readonly look: Look;
  readonly texts: readonly string[];
  readonly pixels: Pixels;
}

/** A picture with one code or two, of a look; another for each seed. */
export function generatedCodes(look: Look, seed: number): GeneratedCodes {
  const random = numbersFrom(seed * 97 + LOOKS.indexOf(look) + 1);
  const address = (): string =>
    `https://www.brookfield-${Math.floor(random() * 1e6)}.net/r/${'x'.repeat(Math.floor(random() * 60))}?id=${Math.floor(random() * 1e9)}`;
  const one = address();
  const texts = look === 'two' ? [one, address()] : [one];
  const px = look === 'small' ? 2 : 3 + Math.floor(random() * 5);
  const level = look === 'logo' ? 'high' : 'medium';
  const dark: Colour =
    look === 'coloured'
      ? [random() * 120, random() * 90, random() * 140]
      : look === 'inverted'
        ? WHITE
        : BLACK;
  const light: Colour =
    look === 'coloured'
      ? [200 + random() * 55, 215 + random() * 40, 200 + random() * 55]
      : look === 'inverted'
        ? [15, 25, 60]
        : WHITE;
  const measure = new Canvas(1, 1);
  const sides = texts.map((text) => measure.code(text, 0, 0, px, level, dark));
  const border = 4 * px;
  const side = Math.max(...sides);
  const isLetter = look === 'in a letter';
  const width = isLetter ? side + 240 : sides.reduce((sum, each) => sum + each + 2 * border, 0);
  const height = isLetter ? side + 320 : side + 2 * border;
  const canvas = new Canvas(width, height, light);
  if (isLetter) {
    for (let line = 0; line < 9; line++)
      canvas.fill(30, 20 + line * 14, 60 + random() * (width - 120), 6, [60, 60, 60]);
    canvas.fill(0, height - 60, width, 60, [20, 70, 150]);
  }
  let left = isLetter ? 120 : border;
  texts.forEach((text, index) => {
    canvas.code(text, left, isLetter ? 180 : border, px, level, dark);
    left += (sides[index] ?? 0) + 2 * border;
  });
  if (look === 'logo') {
    const logo = side * 0.2;
    canvas.fill(border + (side - logo) / 2, border + (side - logo) / 2, logo, logo, [220, 40, 40]);
  }
  return { look, texts, pixels: look === 'jpeg' ? asJpeg(canvas) : canvas };
}

/** A picture without a code: what newsletters are made of, and what looks a little like a code. */
export function ordinaryPicture(seed: number): Pixels {
  const random = numbersFrom(seed + 5_000_000);
  const size = (): number => 60 + Math.floor(random() * 240);
  const canvas = new Canvas(size(), size(), [random() * 255, random() * 255, random() * 255]);
  const { width, height } = canvas;
  const colour = (): Colour => [random() * 255, random() * 255, random() * 255];
  const kind = seed % 8;
  const count = 20 + Math.floor(random() * 60);
  if (kind === 0)
    for (let n = 0; n < count; n++)
      canvas.fill(random() * width, random() * height, random() * 90, random() * 90, colour());
  if (kind === 1)
    for (let y = 0; y < height; y++) canvas.fill(0, y, width, 1, [y % 256, (y * 2) % 256, 255 - (y % 256)]);
  if (kind === 2)
    for (let x = 0; x < width; x += 2)
      canvas.fill(x, 0, 1 + random() * 3, height, random() < 0.5 ? BLACK : WHITE);
  if (kind === 3 || kind === 4) {
    // Modules without the pattern of a code, as in mosaics and other kinds of codes.
    const px = kind === 3 ? 4 : 2 + Math.floor(random() * 8);
    for (let y = 0; y < height; y += px)
      for (let x = 0; x < width; x += px)
        if (random() < 0.5) canvas.fill(x, y, px, px, kind === 3 ? BLACK : colour());
  }
  if (kind === 5)
    for (let line = 0; line < height; line += 12) canvas.fill(8, line, random() * width, 5, BLACK);
  if (kind === 6) {
    // Frames in frames, as the corners of a code are.
    canvas.fill(0, 0, width, height, WHITE);
    for (let n = 0; n < 3 + random() * 3; n++) {
      const px = 2 + Math.floor(random() * 5);
      const x = random() * (width - 7 * px);
      const y = random() * (height - 7 * px);
      canvas.fill(x, y, 7 * px, 7 * px, BLACK);
      canvas.fill(x + px, y + px, 5 * px, 5 * px, WHITE);
      canvas.fill(x + 2 * px, y + 2 * px, 3 * px, 3 * px, BLACK);
    }
  }
  if (kind === 7)
    for (let at = 0; at < canvas.data.length; at++) if (at % 4 !== 3) canvas.data[at] = random() * 255;
  return canvas;
}

/** As it is seen in a mirror, or through the window it sticks on. */
export function fromBehind({ width, height, data }: Pixels): Pixels {
  const canvas = new Canvas(width, height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = (y * width + x) * 4;
      canvas.data.set(data.subarray(at, at + 4), (y * width + width - 1 - x) * 4);
    }
  }
  return canvas;
}

/** Two pictures in one, on white. */
export function beside(left: Pixels, right: Pixels): Pixels {
  const canvas = new Canvas(left.width + right.width, Math.max(left.height, right.height));
  for (const [from, start] of [
    [left, 0],
    [right, left.width],
  ] as const) {
    for (let y = 0; y < from.height; y++) {
      const row = from.data.subarray(y * from.width * 4, (y + 1) * from.width * 4);
      canvas.data.set(row, (y * canvas.width + start) * 4);
    }
  }
  return canvas;
}
