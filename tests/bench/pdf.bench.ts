import { test } from 'vitest';
import { benchPdf, NAMES } from './pdf.ts';
import { report } from './report.ts';

/** How much longer a form may take to be drawn and sealed than before its pages were marked for readers [source: design of documents]. */
const SLOWER_MOST = 1.2;

test.each(Object.keys(NAMES) as (keyof typeof NAMES)[])(
  'a Form 2 drawn and sealed, with a name %s, beside Chromium’s print of it',
  async (name) => {
    const { drawnMs, sealedMs, chromiumMs, ratio, bytes, chromiumBytes, beforeMs } = await benchPdf(name);
    const ms = (value: number): string => `${value.toFixed(1)} ms`;
    report({
      line: `draw and seal a Form 2, a name ${name}`,
      now: `${ms(drawnMs + sealedMs)} (drawn ${ms(drawnMs)}, sealed ${ms(sealedMs)}, ${bytes} bytes)`,
      aim: '30 ms',
      beside: `Chromium’s print ${ms(chromiumMs)}, ${ratio.toFixed(1)} times as long (${chromiumBytes} bytes)`,
    });
    if (beforeMs === undefined) return;
    const slower = (drawnMs + sealedMs) / beforeMs;
    report({
      line: `draw and seal a Form 2, a name ${name}, beside ${process.env['BENCH_BEFORE']}`,
      now: `${slower.toFixed(2)} times as long`,
      aim: `${SLOWER_MOST} times as long`,
      isHeld: slower <= SLOWER_MOST,
      beside: `before ${ms(beforeMs)}, now ${ms(drawnMs + sealedMs)}`,
    });
  },
);
