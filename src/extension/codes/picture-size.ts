export interface PictureSize {
  readonly type: string;
  /** Pixels; 0 if unknown. */
  readonly width: number;
  readonly height: number;
}

/**
 * Decoded size, from the file's header alone.
 *
 * Sources: PNG, 11.2.1 (https://www.w3.org/TR/png-3/#11IHDR); GIF89a, 18
 * (https://www.w3.org/Graphics/GIF/spec-gif89a.txt); JPEG, B.2.2 (https://www.w3.org/Graphics/JPEG/itu-t81.pdf); WebP
 * (https://developers.google.com/speed/webp/docs/riff_container).
 *
 * @returns null for other formats and truncated headers
 */
export function pictureSize(bytes: Uint8Array): PictureSize | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    switch (view.getUint8(0)) {
      case 0x89:
        return { type: 'image/png', width: view.getUint32(16), height: view.getUint32(20) };
      case 0x47:
        return { type: 'image/gif', width: view.getUint16(6, true), height: view.getUint16(8, true) };
      case 0xff:
        return sizeOfJpeg(view);
      case 0x52:
        return sizeOfWebP(view);
      default:
        return null;
    }
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** Walks the segments (a two-byte marker, then mostly a two-byte length) up to a start of frame. */
function sizeOfJpeg(view: DataView): PictureSize | null {
  let at = 2;
  for (;;) {
    if (view.getUint8(at) !== 0xff) return null;
    const marker = view.getUint8(at + 1);
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    // C0 to CF start a frame, but C4, C8 and CC are tables and extensions.
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
    if (isFrame) return { type: 'image/jpeg', height: view.getUint16(at + 5), width: view.getUint16(at + 7) };
    const isAlone = marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8);
    at += isAlone ? 2 : 2 + view.getUint16(at + 2);
  }
}

function sizeOfWebP(view: DataView): PictureSize | null {
  const type = 'image/webp';
  // The chunk is `VP8X`, `VP8L` or `VP8 `.
  if (view.getUint8(12) !== 0x56 || view.getUint8(13) !== 0x50) return null;
  const threeBytes = (at: number): number => view.getUint16(at, true) + (view.getUint8(at + 2) << 16);
  switch (view.getUint8(15)) {
    case 0x58:
      return { type, width: threeBytes(24) + 1, height: threeBytes(27) + 1 };
    case 0x4c: {
      const bits = view.getUint32(21, true);
      return { type, width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
    }
    case 0x20:
      return {
        type,
        width: view.getUint16(26, true) & 0x3fff,
        height: view.getUint16(28, true) & 0x3fff,
      };
    default:
      return null;
  }
}
