/** Orientation in EXIF: 1 is normal, 2 to 4 are mirrored, upside down and both, 5 to 8 are rotated. */
export type Orientation = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;

const orientationTag = 0x0112;

/** Reads the orientation from a TIFF block (EXIF 3.0, 4.6.5.1.6); 1 if it is missing or invalid. Some encoders keep the prefix that JPEG uses. */
export function orientationOf(exif: Uint8Array | null): Orientation {
  if (exif === null) return 1;
  const start = exif[0] === 0x45 ? 6 : 0;
  const view = new DataView(
    exif.buffer,
    exif.byteOffset + Math.min(start, exif.length),
    Math.max(0, exif.length - start),
  );
  try {
    const order = view.getUint16(0);
    if (order !== 0x4949 && order !== 0x4d4d) return 1;
    const little = order === 0x4949;
    const directory = view.getUint32(4, little);
    const entries = view.getUint16(directory, little);
    for (let index = 0; index < entries; index += 1) {
      const entry = directory + 2 + index * 12;
      if (view.getUint16(entry, little) !== orientationTag) continue;
      const value = view.getUint16(entry + 8, little);
      return value >= 1 && value <= 8 ? (value as Orientation) : 1;
    }
  } catch (error) {
    // An offset points outside the block.
    if (!(error instanceof RangeError)) throw error;
  }
  return 1;
}
