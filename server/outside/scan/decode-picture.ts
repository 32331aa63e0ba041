import decodeJpeg, { init as initJpeg } from '@jsquash/jpeg/decode.js';
import decodePng, { init as initPng } from '@jsquash/png/decode.js';
import { onWhite, type Picture } from './picture.ts';
import { RefusedScan } from './refused-scan.ts';
import { pngOrientation, turnPicture } from './turn-picture.ts';
import { readWasm } from './wasm-file.ts';

/** The class of the same name in browsers, which the decoders answer with. */
class ImageData {
  readonly data: Uint8ClampedArray;
  readonly width: number;
  readonly height: number;

  constructor(data: Uint8ClampedArray, width: number, height: number) {
    this.data = data;
    this.width = width;
    this.height = height;
  }
}

let prepared: Promise<unknown> | undefined;

/**
 * Decodes a picture, turned upright as its file says.
 *
 * @throws RefusedScan
 */
export async function decodePicture(file: Buffer, kind: 'JPEG' | 'PNG'): Promise<Picture> {
  prepared ??= prepareDecoders();
  await prepared;
  const bytes = new Uint8Array(file).buffer;
  try {
    if (kind === 'JPEG') return await decodeJpeg(bytes, { preserveOrientation: true });
    return turnPicture(onWhite(await decodePng(bytes)), pngOrientation(file));
  } catch {
    // A decoder that failed may be in a broken state: the next picture gets fresh ones.
    prepared = undefined;
    throw new RefusedScan('DAMAGED');
  }
}

async function prepareDecoders(): Promise<void> {
  Object.assign(globalThis, { ImageData });
  await initJpeg({ wasmBinary: await readWasm('@jsquash/jpeg/codec/dec/mozjpeg_dec.wasm') });
  await initPng(await readWasm('@jsquash/png/codec/pkg/squoosh_png_bg.wasm'));
}
