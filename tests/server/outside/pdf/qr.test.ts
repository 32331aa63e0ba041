import QRCode from 'qrcode';
import { expect, test } from 'vitest';
import { renderPdf } from '#server/outside/pdf/typst.ts';
import { demoDocument } from './demo-document.ts';
import { pixelsOf } from './pdf-tools.ts';

test('the code in the footer, as printed, is the code of the address that checks the document', () => {
  const document = demoDocument({ blocks: [] });
  const { width, height, grey } = pixelsOf(renderPdf(document), 1, 400);
  const isDark = (x: number, y: number): boolean => (grey[Math.floor(y) * width + Math.floor(x)] ?? 255) < 128;
  const { size, data } = QRCode.create(document.footer.verifyUrl ?? '', { errorCorrectionLevel: 'M' }).modules;
  // The footer's code is 13 mm wide at the left margin; it is the first dark thing from the bottom left.
  const perMm = 400 / 25.4;
  const area = { left: 19 * perMm, right: 34 * perMm, top: height - 30 * perMm, bottom: height - 5 * perMm };
  const dark: { x: number; y: number }[] = [];
  for (let y = Math.ceil(area.top); y < area.bottom; y++)
    for (let x = Math.ceil(area.left); x < area.right; x++) if (isDark(x, y)) dark.push({ x, y });
  const [left, top] = [Math.min(...dark.map(({ x }) => x)), Math.min(...dark.map(({ y }) => y))];
  const module = (13 * perMm) / size;
  const read = Array.from({ length: size * size }, (_, at) =>
    Number(isDark(left + ((at % size) + 0.5) * module, top + (Math.floor(at / size) + 0.5) * module)),
  );
  expect(read.join('')).toBe([...data].join(''));
});
