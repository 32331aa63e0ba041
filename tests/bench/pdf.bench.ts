import { test } from 'vitest';
import { benchPdf } from './pdf.ts';

test('a consent drawn and sealed, beside Chromium’s print of the same form', async () => {
  const { drawnMs, sealedMs, chromiumMs, ratio, bytes, chromiumBytes } = await benchPdf();
  const ms = (value: number): string => `${value.toFixed(1)} ms`;
  console.info(`PDF: drawn ${ms(drawnMs)}, sealed ${ms(sealedMs)}, together ${ms(drawnMs + sealedMs)} (${bytes} bytes)`);
  console.info(`Chromium print of the same form: ${ms(chromiumMs)} (${chromiumBytes} bytes), ${ratio.toFixed(1)} times as long`);
});
