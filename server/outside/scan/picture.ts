/** Picture elements in rows from the top, with red, green, blue and opacity. */
export type Picture = { readonly data: Uint8ClampedArray; readonly width: number; readonly height: number };

/** A part of a picture. */
export type PictureArea = { readonly left: number; readonly top: number; readonly width: number; readonly height: number };

/** A copy of a part, at least one picture element wide and high. */
export function cropPicture({ data, width }: Picture, area: PictureArea): Picture {
  const cropped = new Uint8ClampedArray(area.width * area.height * 4);
  for (let row = 0; row < area.height; row++) {
    const from = ((area.top + row) * width + area.left) * 4;
    cropped.set(data.subarray(from, from + area.width * 4), row * area.width * 4);
  }
  return { data: cropped, width: area.width, height: area.height };
}

/** A picture of at most `longest` on its longer side, each element the mean of those it stands for, and on white. */
export function shrinkPicture(picture: Picture, longest: number): Picture {
  const scale = Math.max(1, Math.max(picture.width, picture.height) / longest);
  const width = Math.max(1, Math.round(picture.width / scale));
  const height = Math.max(1, Math.round(picture.height / scale));
  const data = new Uint8ClampedArray(width * height * 4);
  const across = bounds(picture.width, width);
  const down = bounds(picture.height, height);
  for (let y = 0, to = 0; y < height; y++) {
    for (let x = 0; x < width; x++, to += 4) {
      meanInto(data, to, picture, [across[x] ?? 0, across[x + 1] ?? 0, down[y] ?? 0, down[y + 1] ?? 0]);
    }
  }
  return { data, width, height };
}

/** The edges of `parts` equal parts of a length, each at least one wide. */
function bounds(length: number, parts: number): number[] {
  return Array.from({ length: parts + 1 }, (_, part) => Math.floor((part * length) / parts));
}

function meanInto(
  data: Uint8ClampedArray,
  to: number,
  picture: Picture,
  [left, right, top, bottom]: [number, number, number, number],
): void {
  let red = 0;
  let green = 0;
  let blue = 0;
  for (let y = top; y < bottom; y++) {
    for (let at = (y * picture.width + left) * 4, end = at + (right - left) * 4; at < end; at += 4) {
      const opacity = picture.data[at + 3] ?? 255;
      const white = 255 * (255 - opacity);
      red += (picture.data[at] ?? 0) * opacity + white;
      green += (picture.data[at + 1] ?? 0) * opacity + white;
      blue += (picture.data[at + 2] ?? 0) * opacity + white;
    }
  }
  const count = (right - left) * (bottom - top) * 255;
  data[to] = red / count;
  data[to + 1] = green / count;
  data[to + 2] = blue / count;
  data[to + 3] = 255;
}
