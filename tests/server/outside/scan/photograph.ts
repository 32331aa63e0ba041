import jpeg from 'jpeg-js';
import type { Picture } from '#server/outside/scan/picture.ts';

export type Camera = {
  width: number;
  height: number;
  /** How far the paper leans away from the camera, and how far it is turned, degrees. */
  tilt: number;
  roll: number;
  /** The radius of the blur, in picture elements. */
  blur?: number;
  quality?: number;
};

const DISTANCE = 1.7;
const TABLE = [112, 88, 66] as const;

/** Draws lines of blue ink as of two signatures and a date on a page. */
export function withInk(page: Picture): Picture {
  const data = new Uint8ClampedArray(page.data);
  const dot = (x: number, y: number) => {
    for (let row = -3; row <= 3; row++) {
      for (let column = -3; column <= 3; column++) {
        const at = (Math.round(y + row) * page.width + Math.round(x + column)) * 4;
        data.set([28, 36, 110], at);
      }
    }
  };
  for (const [left, top] of [
    [0.2, 0.5],
    [0.55, 0.7],
    [0.3, 0.88],
  ] as const) {
    for (let step = 0; step < 3000; step++) {
      const along = step / 3000;
      dot(page.width * (left + 0.25 * along), page.height * (top + 0.02 * Math.sin(along * 40) * (1 - along)));
    }
  }
  return { ...page, data };
}

/** A photograph of a page on a table: leaning, turned, in uneven light, a little blurred and with noise, as a JPEG. */
export function photograph(page: Picture, { width, height, tilt, roll, blur = 1, quality = 80 }: Camera): Buffer {
  const toPage = inverse(projection(tilt, roll));
  const focus = 0.86 * DISTANCE * Math.max(width, height);
  const random = noise();
  const data = Buffer.alloc(width * height * 4, 255);
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at += 4) {
      const [u, v] = apply(toPage, (x - width / 2) / focus, (y - height / 2) / focus);
      const light = 0.6 + 0.25 * (x / width) + 0.15 * (1 - y / height);
      const [left, top] = [page.height * u + page.width / 2, page.height * v + page.height / 2];
      const grain = 10 * (random() - 0.5);
      for (let channel = 0; channel < 3; channel++) {
        data[at + channel] = Math.max(0, Math.min(255, colourAt(page, left, top, channel) * light + grain));
      }
    }
  }
  for (let round = 0; round < blur; round++) soften(data, width, height);
  return Buffer.from(jpeg.encode({ data, width, height }, quality).data);
}

type Matrix = readonly [number, number, number, number, number, number, number, number, number];

/** From the paper's plane to the picture's: two columns of a turn, and the distance. */
function projection(tilt: number, roll: number): Matrix {
  const [a, b] = [(tilt * Math.PI) / 180, (roll * Math.PI) / 180];
  const [cosA, sinA, cosB, sinB] = [Math.cos(a), Math.sin(a), Math.cos(b), Math.sin(b)];
  return [cosB, -sinB, 0, cosA * sinB, cosA * cosB, 0, sinA * sinB, sinA * cosB, DISTANCE];
}

function inverse([a, b, c, d, e, f, g, h, i]: Matrix): Matrix {
  return [
    e * i - f * h,
    c * h - b * i,
    b * f - c * e,
    f * g - d * i,
    a * i - c * g,
    c * d - a * f,
    d * h - e * g,
    b * g - a * h,
    a * e - b * d,
  ];
}

function apply([a, b, c, d, e, f, g, h, i]: Matrix, x: number, y: number): [number, number] {
  const w = g * x + h * y + i;
  return [(a * x + b * y + c) / w, (d * x + e * y + f) / w];
}

/** The colour of the nearest picture element, or of the table beside the page. */
function colourAt({ data, width, height }: Picture, x: number, y: number, channel: number): number {
  const isPage = x >= 0 && y >= 0 && x < width && y < height;
  return isPage ? (data[(Math.floor(y) * width + Math.floor(x)) * 4 + channel] ?? 0) : (TABLE[channel] ?? 0);
}

/** Mixes each picture element with those beside, above and below it. */
function soften(data: Buffer, width: number, height: number): void {
  const sharp = Buffer.from(data);
  for (let at = width * 4; at < (height - 1) * width * 4; at++) {
    const sides = (sharp[at - 4] ?? 0) + (sharp[at + 4] ?? 0) + (sharp[at - width * 4] ?? 0) + (sharp[at + width * 4] ?? 0);
    data[at] = (2 * (sharp[at] ?? 0) + sides) / 6;
  }
}

/** The same numbers from 0 to 1 in each run. */
function noise(): () => number {
  let state = 42;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
