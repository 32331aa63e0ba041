import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import { PAPER_CODE_START } from '#domain/documents/paper-code.ts';
import { cropPicture, shrinkPicture, type Picture, type PictureArea } from './picture.ts';
import { readWasm } from './wasm-file.ts';

/** Codes of one page that are looked at: a page has two. */
const CODES_OF_PAGE_MOST = 8;
/** A code of a page is under 100 characters long. */
const CODE_LENGTH_MOST = 200;
/** The longer side of a whole page, in picture elements: a module of a code is three or more of them wide. */
const PAGE_LONGEST = 3508;
/** The share of a page, from each of its corners, in which its code lies, however it is turned. */
const CORNER = 0.55;

let prepared: Promise<unknown> | undefined;

/** Reads the texts of the page codes in the picture of a page: on the page at half its size, which mostly does, then on all of it and in its corners. */
export async function readPageCodes(picture: Picture, isTimeUp: () => boolean): Promise<string[]> {
  prepared ??= prepareReader();
  await prepared;
  const page = shrinkPicture(picture, PAGE_LONGEST);
  for (const attempt of attempts(page)) {
    if (isTimeUp()) return [];
    const codes = await readCodes(attempt());
    if (codes.length > 0) return codes;
  }
  return [];
}

async function prepareReader(): Promise<void> {
  const wasmBinary = await readWasm('zxing-wasm/reader/zxing_reader.wasm');
  await prepareZXingModule({ overrides: { wasmBinary }, fireImmediately: true });
}

function attempts(page: Picture): (() => Picture)[] {
  const half = Math.max(page.width, page.height) / 2;
  return [() => shrinkPicture(page, half), () => page, ...corners(page).map((area) => () => cropPicture(page, area))];
}

/** The corners of a page: the bottom left first, where the code of an upright page is. */
function corners({ width, height }: Picture): PictureArea[] {
  const size = { width: Math.ceil(width * CORNER), height: Math.ceil(height * CORNER) };
  const right = width - size.width;
  const bottom = height - size.height;
  return [
    { ...size, left: 0, top: bottom },
    { ...size, left: right, top: bottom },
    { ...size, left: 0, top: 0 },
    { ...size, left: right, top: 0 },
  ];
}

async function readCodes({ data, width, height }: Picture): Promise<string[]> {
  const image = { data, width, height, colorSpace: 'srgb' };
  const found = await readBarcodes(image, { formats: ['QRCode'], maxNumberOfSymbols: CODES_OF_PAGE_MOST });
  const texts = found
    .map(({ text }) => text)
    .filter((text) => text.startsWith(PAPER_CODE_START) && text.length <= CODE_LENGTH_MOST);
  return [...new Set(texts)];
}
