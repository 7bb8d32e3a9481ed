import { assert as check, property, uint8Array } from 'fast-check';
import { encode } from 'jpeg-js';
import { encodeQR } from 'qr';
import { describe, expect, test } from 'vitest';
import { pictureSize } from '../../../src/extension/codes/picture-size.ts';

const bytes = (text: string): Uint8Array => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

function png(width: number, height: number): Uint8Array {
  const head = Buffer.alloc(24);
  head.write('\u0089PNG\r\n\u001a\n\u0000\u0000\u0000\u000DIHDR', 'latin1');
  head.writeUInt32BE(width, 16);
  head.writeUInt32BE(height, 20);
  return head;
}

describe('how large a picture is', () => {
  test.each([
    ['PNG', png(640, 480), { type: 'image/png', width: 640, height: 480 }],
    ['a PNG of gigabytes', png(60_000, 60_000), { type: 'image/png', width: 60_000, height: 60_000 }],
    ['GIF', bytes('GIF89a\u0010\u0001\u0020\u0000'), { type: 'image/gif', width: 272, height: 32 }],
    [
      'JPEG',
      encode({ width: 33, height: 17, data: Buffer.alloc(33 * 17 * 4) }, 50).data,
      { type: 'image/jpeg', width: 33, height: 17 },
    ],
    [
      'JPEG whose tables come first',
      bytes(
        '\u00ff\u00d8\u00ff\u00c4\u0000\u0009\0\0\0\u0001\0\u0001\0\u00ff\u00c0\u0000\u000b\u0008\0\u0011\0\u0021\u0001',
      ),
      { type: 'image/jpeg', width: 33, height: 17 },
    ],
    [
      'WebP, lossy',
      bytes('RIFF\0\0\0\0WEBPVP8 \0\0\0\0\0\0\0\u009d\u0001\u002a\u0040\u0001\u00f0\u0000'),
      { type: 'image/webp', width: 320, height: 240 },
    ],
    [
      'WebP, lossless',
      bytes('RIFF\0\0\0\0WEBPVP8L\0\0\0\0\u002f\u003f\u00c1\u003b\u0000'),
      { type: 'image/webp', width: 320, height: 240 },
    ],
    [
      'WebP, extended',
      bytes('RIFF\0\0\0\0WEBPVP8X\0\0\0\0\0\0\0\0\u003f\u0001\u0000\u00ef\u0000\u0000'),
      { type: 'image/webp', width: 320, height: 240 },
    ],
  ])('the size of a picture is read from its head: %s', (_, given, size) => {
    expect(pictureSize(given)).toEqual(size);
  });

  test('the size of a QR code as senders draw it is read', () => {
    const gif = encodeQR('https://a.example/', 'gif', { scale: 3 });
    expect(pictureSize(gif)?.width).toBeGreaterThan(60);
  });

  test.each([
    ['nothing', ''],
    ['text', 'hello'],
    ['a PNG that ends', '\u0089PNG\r\n'],
    ['a JPEG without a frame', '\u00ff\u00d8\u00ff\u00e0\u0000\u0004ab\u00ff'],
    ['a JPEG with garbage', '\u00ff\u00d8ab'],
    ['a JPEG that goes in a circle', '\u00ff\u00d8\u00ff\u00e0\u0000\u0000'],
    ['a sound', 'RIFF\0\0\0\0WAVEfmt \0\0\0\0'],
  ])('no size is read from what is no picture: %s: none', (_, given) => {
    expect(pictureSize(bytes(given))).toBeNull();
  });

  test('reading the size of a picture never throws, and always ends', () => {
    check(
      property(uint8Array({ maxLength: 80 }), (rest) => {
        for (const first of [0x89, 0x47, 0xff, 0x52]) {
          const size = pictureSize(Uint8Array.of(first, ...rest));
          if (size !== null) expect(size.width).toBeGreaterThanOrEqual(0);
        }
      }),
    );
  });
});
