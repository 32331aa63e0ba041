/** Picture elements in rows from the top, with red, green, blue and opacity, which only a file has. */
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

/** A picture of at most `longest` on its longer side, each element the mean of those that it stands for. */
export function shrinkPicture(picture: Picture, longest: number): Picture {
  const scale = Math.max(picture.width, picture.height) / longest;
  if (scale <= 1) return picture;
  const width = Math.max(1, Math.round(picture.width / scale));
  const height = Math.max(1, Math.round(picture.height / scale));
  const data = new Uint8ClampedArray(width * height * 4);
  const across = edges(picture.width, width);
  const down = edges(picture.height, height);
  for (let y = 0; y < height; y++) shrinkRow(picture, across, [down[y] ?? 0, down[y + 1] ?? 0], data.subarray(y * width * 4));
  return { data, width, height };
}

/** A picture on white instead of transparent. Changes it. */
export function onWhite(picture: Picture): Picture {
  const { data } = picture;
  for (let at = 0; at < data.length; at += 4) {
    const opacity = data[at + 3] ?? 255;
    if (opacity === 255) continue;
    for (let channel = at; channel < at + 3; channel++) data[channel] = 255 + (((data[channel] ?? 0) - 255) * opacity) / 255;
    data[at + 3] = 255;
  }
  return picture;
}

/** The edges of `parts` equal parts of a length, each at least one wide. */
function edges(length: number, parts: number): number[] {
  return Array.from({ length: parts + 1 }, (_, part) => Math.floor((part * length) / parts));
}

function shrinkRow(
  { data, width }: Picture,
  across: readonly number[],
  rows: readonly [number, number],
  row: Uint8ClampedArray,
): void {
  const [top, bottom] = rows;
  for (let x = 0, left = 0; x + 1 < across.length; x++) {
    const right = across[x + 1] ?? 0;
    let red = 0;
    let green = 0;
    let blue = 0;
    for (let y = top; y < bottom; y++) {
      for (let at = (y * width + left) * 4, end = (y * width + right) * 4; at < end; at += 4) {
        red += data[at] ?? 0;
        green += data[at + 1] ?? 0;
        blue += data[at + 2] ?? 0;
      }
    }
    const count = (right - left) * (bottom - top);
    const to = x * 4;
    row[to] = red / count;
    row[to + 1] = green / count;
    row[to + 2] = blue / count;
    row[to + 3] = 255;
    left = right;
  }
}
