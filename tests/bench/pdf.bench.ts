import { test } from 'vitest';
import { benchPdf } from './pdf.ts';
import { report } from './report.ts';

test('a consent drawn and sealed, beside Chromium’s print of the same form', async () => {
  const { drawnMs, sealedMs, chromiumMs, ratio, bytes, chromiumBytes } = await benchPdf();
  const ms = (value: number): string => `${value.toFixed(1)} ms`;
  report({
    line: 'draw and seal three pages',
    now: `${ms(drawnMs + sealedMs)} (drawn ${ms(drawnMs)}, sealed ${ms(sealedMs)}, ${bytes} bytes)`,
    aim: '30 ms',
    beside: `Chromium’s print ${ms(chromiumMs)}, ${ratio.toFixed(1)} times as long (${chromiumBytes} bytes)`,
  });
});
