/** A rendered square image. */
export interface IconImage {
  /** Pixels of one side. */
  readonly size: number;
  readonly png: Uint8Array;
}

/** Sizes that Windows shows somewhere; 256 is the largest that the format knows. */
export const icoSizes = [16, 24, 32, 48, 64, 128, 256] as const;

/** The types of Apple's icon format that hold PNG, with their size in pixels. */
export const icnsTypes = [
  ['icp4', 16],
  ['icp5', 32],
  ['icp6', 64],
  ['ic07', 128],
  ['ic08', 256],
  ['ic09', 512],
  ['ic10', 1024],
  ['ic11', 32],
  ['ic12', 64],
  ['ic13', 256],
  ['ic14', 512],
] as const;

/** A Windows icon: a directory of entries, then the PNG files. */
export function icoFile(images: readonly IconImage[]): Uint8Array {
  const entrySize = 16;
  const header = Buffer.alloc(6 + entrySize * images.length);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(images.length, 4);
  let offset = header.length;
  for (const [index, { size, png }] of images.entries()) {
    const entry = 6 + entrySize * index;
    // One byte for the size; 0 means 256.
    header.writeUInt8(size % 256, entry);
    header.writeUInt8(size % 256, entry + 1);
    header.writeUInt16LE(1, entry + 4);
    header.writeUInt16LE(32, entry + 6);
    header.writeUInt32LE(png.length, entry + 8);
    header.writeUInt32LE(offset, entry + 12);
    offset += png.length;
  }
  return Buffer.concat([header, ...images.map(({ png }) => png)]);
}

/** An Apple icon: chunks of a type, a length that counts its own eight bytes, and a PNG file. */
export function icnsFile(chunks: readonly { readonly type: string; readonly png: Uint8Array }[]): Uint8Array {
  const body = Buffer.concat(chunks.flatMap(({ type, png }) => [chunkHeader(type, png.length), png]));
  return Buffer.concat([chunkHeader('icns', body.length), body]);
}

function chunkHeader(type: string, length: number): Buffer {
  const header = Buffer.alloc(8);
  header.write(type, 0, 'latin1');
  header.writeUInt32BE(length + 8, 4);
  return header;
}
