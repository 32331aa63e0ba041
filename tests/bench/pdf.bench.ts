import { test } from 'vitest';
import { benchPdf, NAMES } from './pdf.ts';
import { report } from './report.ts';

test.each(Object.keys(NAMES) as (keyof typeof NAMES)[])(
  'a Form 2 drawn and sealed, with a name %s, beside Chromium’s print of it',
  async (name) => {
    const { drawnMs, sealedMs, chromiumMs, ratio, bytes, chromiumBytes } = await benchPdf(name);
    const ms = (value: number): string => `${value.toFixed(1)} ms`;
    report({
      line: `draw and seal a Form 2, a name ${name}`,
      now: `${ms(drawnMs + sealedMs)} (drawn ${ms(drawnMs)}, sealed ${ms(sealedMs)}, ${bytes} bytes)`,
      aim: '30 ms',
      beside: `Chromium’s print ${ms(chromiumMs)}, ${ratio.toFixed(1)} times as long (${chromiumBytes} bytes)`,
    });
  },
);
