import { PDF } from '@libpdf/core';
import jpeg from 'jpeg-js';
import { shrinkPicture, type Picture } from './picture.ts';

/** The longer side of a page that is stored, in picture elements: A4 at about 240 dots per inch. */
const STORED_LONGEST = 2800;
const STORED_QUALITY = 75;
const A4 = { short: 595.28, long: 841.89 };

/** A new PDF of pictures, one on each A4 page. Nothing of their files is in it but what is seen. */
export type PicturePdf = { add(picture: Picture): void; save(): Promise<Uint8Array> };

export function createPicturePdf(): PicturePdf {
  const pdf = PDF.create();
  return {
    add(picture) {
      const { data, width, height } = shrinkPicture(picture, STORED_LONGEST);
      const image = pdf.embedJpeg(jpeg.encode({ data, width, height }, STORED_QUALITY).data);
      const [pageWidth, pageHeight] = width > height ? [A4.long, A4.short] : [A4.short, A4.long];
      const scale = Math.min(pageWidth / width, pageHeight / height);
      const size = { width: width * scale, height: height * scale };
      const page = pdf.addPage({ width: pageWidth, height: pageHeight });
      page.drawImage(image, { ...size, x: (pageWidth - size.width) / 2, y: (pageHeight - size.height) / 2 });
    },
    save: () => pdf.save(),
  };
}
