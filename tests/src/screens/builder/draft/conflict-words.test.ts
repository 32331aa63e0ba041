import { expect, test } from 'vitest';
import { procedureWords } from '#src/screens/builder/draft/procedure-words.ts';
import { draft } from './build.ts';

test('in a conflict a procedure is told with its side and the core risks that are left out', () => {
  const [procedure] = draft().procedures;
  if (procedure === undefined) throw new Error('The draft has no procedure');
  const one: typeof procedure = {
    ...procedure,
    procedureName: 'Cataract surgery',
    side: 'RIGHT',
    site: 'eye',
    risks: [],
    personalRisks: [],
  };
  expect(procedureWords({ ...one, removedRisks: [] })).toBe('Cataract surgery, RIGHT eye: 0 risks');
  const removedRisks = [{ name: 'Bleeding', reason: 'Demo reason' }];
  expect(procedureWords({ ...one, side: 'LEFT', removedRisks })).toBe('Cataract surgery, LEFT eye: 0 risks, left out: Bleeding');
});
