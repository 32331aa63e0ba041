import type { Picture } from './picture.ts';

/** The tag of EXIF for how a picture was held; 1 is upright. */
const ORIENTATION_TAG = 0x0112;
const UPRIGHT = 1;
const CHUNKS_FROM = 8;

/** How a PNG is to be turned, as the EXIF in it says: 1 to 8, of which 1 is upright. */
export function pngOrientation(file: Buffer): number {
  for (let at = CHUNKS_FROM; at + 12 <= file.length;) {
    const length = file.readUInt32BE(at);
    if (file.toString('latin1', at + 4, at + 8) === 'eXIf') return orientationIn(file.subarray(at + 8, at + 8 + length));
    at += 12 + length;
  }
  return UPRIGHT;
}

function orientationIn(exif: Buffer): number {
  const isLittle = exif.toString('latin1', 0, 2) === 'II';
  const short = (at: number) => (at + 2 > exif.length ? 0 : isLittle ? exif.readUInt16LE(at) : exif.readUInt16BE(at));
  const long = (at: number) => (at + 4 > exif.length ? 0 : isLittle ? exif.readUInt32LE(at) : exif.readUInt32BE(at));
  const directory = long(4);
  for (let nth = 0; nth < short(directory); nth += 1) {
    const entry = directory + 2 + nth * 12;
    if (short(entry) !== ORIENTATION_TAG) continue;
    const value = short(entry + 8);
    return value >= 1 && value <= 8 ? value : UPRIGHT;
  }
  return UPRIGHT;
}

/** The picture as it is seen upright. @param orientation - of EXIF, 1 to 8 */
export function turnPicture(picture: Picture, orientation: number): Picture {
  if (orientation === UPRIGHT) return picture;
  const { data, width, height } = picture;
  const isOnSide = orientation >= 5;
  const [turnedWidth, turnedHeight] = isOnSide ? [height, width] : [width, height];
  const from = new Uint32Array(data.slice().buffer);
  const turned = new Uint32Array(width * height);
  for (let y = 0; y < turnedHeight; y += 1)
    for (let x = 0; x < turnedWidth; x += 1) {
      const [column, row] = sourceOf({ x, y, width, height }, orientation);
      turned[y * turnedWidth + x] = from[row * width + column] ?? 0;
    }
  return { data: new Uint8ClampedArray(turned.buffer), width: turnedWidth, height: turnedHeight };
}

/** The place in the stored picture of an element of the upright one. `width`, `height`: of the stored picture */
function sourceOf(
  { x, y, width, height }: { x: number; y: number; width: number; height: number },
  orientation: number,
): [column: number, row: number] {
  const [right, bottom] = [width - 1, height - 1];
  switch (orientation) {
    case 2:
      return [right - x, y];
    case 3:
      return [right - x, bottom - y];
    case 4:
      return [x, bottom - y];
    case 5:
      return [y, x];
    case 6:
      return [y, bottom - x];
    case 7:
      return [right - y, bottom - x];
    case 8:
      return [right - y, x];
    default:
      return [x, y];
  }
}
