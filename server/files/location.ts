/** EXIF tags: the block of GPS data, and in it latitude and longitude of the camera and of what it was aimed at. */
const placeBlock = 0x8825;
const places = new Set([0x0002, 0x0004, 0x0014, 0x0016]);
const inXmp = /GPS(?:Dest)?(?:Latitude|Longitude)/;

/** Tags and values of one EXIF block; empty if the block is damaged. */
function entries(tiff: Buffer, at: number, isLittle: boolean): { readonly tag: number; readonly value: number }[] {
  const u16 = (from: number) => (isLittle ? tiff.readUInt16LE(from) : tiff.readUInt16BE(from));
  const u32 = (from: number) => (isLittle ? tiff.readUInt32LE(from) : tiff.readUInt32BE(from));
  if (at + 2 > tiff.length) return [];
  const fitting = Math.min(u16(at), Math.floor((tiff.length - at - 2) / 12));
  return Array.from({ length: fitting }, (_, index) => ({
    tag: u16(at + 2 + index * 12),
    value: u32(at + 2 + index * 12 + 8),
  }));
}

export function hasLocation(exif: Buffer | null, xmp: Buffer | null): boolean {
  if (xmp !== null && inXmp.test(xmp.toString('latin1'))) return true;
  if (exif === null) return false;
  const tiff = exif.subarray(exif.toString('latin1', 0, 6) === 'Exif\0\0' ? 6 : 0);
  if (tiff.length < 8) return false;
  const isLittle = tiff.toString('latin1', 0, 2) === 'II';
  const first = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  const block = entries(tiff, first, isLittle).find(({ tag }) => tag === placeBlock);
  return block !== undefined && entries(tiff, block.value, isLittle).some(({ tag }) => places.has(tag));
}
