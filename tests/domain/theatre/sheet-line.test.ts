import { reasonOnSheet } from '#domain/theatre/sheet-line.ts';
import { expect, test } from 'vitest';

const WISH = 'Wants to talk about: blood transfusion';

test.for([
  ['Signed and sealed', [], [], 'Signed and sealed'],
  [
    'Signed and sealed',
    ['NO BLOOD TRANSFUSION', 'No pork products'],
    [],
    'Signed and sealed. Refusals: NO BLOOD TRANSFUSION; No pork products',
  ],
  [WISH, ['Latex: NO'], [WISH], `${WISH}. Refusals: Latex: NO`],
  ['Lapsed', ['Latex: NO'], [WISH], `Lapsed. ${WISH}. Refusals: Latex: NO`],
] as const)('%s, refused %j, open %j: %s', ([reason, refusals, openPoints, cell]) => {
  expect(reasonOnSheet({ reason, refusals, openPoints })).toBe(cell);
});
