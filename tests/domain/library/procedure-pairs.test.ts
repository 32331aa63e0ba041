import { expect, test } from 'vitest';
import { pairProcedures } from '#domain/library/procedure-pairs.ts';

const at = (side: 'LEFT' | 'RIGHT' | null, site = '', procedureID = 'a') => ({ procedureID, side, site });

test('each side goes with its own, then the same side at another site, then the same procedure', () => {
  const before = [at('LEFT', 'arm'), at('LEFT', 'leg'), at('RIGHT')];
  const now = [at('RIGHT'), at('LEFT', 'leg'), at('LEFT', 'hand'), at(null), at(null, '', 'b')];
  expect(pairProcedures(before, now)).toEqual({ pairs: [before[2], before[1], before[0], undefined, undefined], left: [] });
  expect(pairProcedures(before, [at(null)])).toEqual({ pairs: [before[0]], left: [before[1], before[2]] });
});
