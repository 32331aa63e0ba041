import { makeCase, type Caller, type MadeCase, type Stage } from './made-cases.ts';

/** Makes cases for screen tests: each of a patient of their own, with a risk that the clinician has added. */
export function caseGiver(origin: string, caller: Caller): (until: Stage) => Promise<MadeCase> {
  const own = {
    name: 'Slow healing',
    text: '',
    frequency: { num: 5, den: 100 },
    source: null,
    year: null,
    population: null,
    core: false,
  };
  let count = 0;
  return (until) => {
    count += 1;
    const person = { firstName: 'Ada', lastName: `Demo-Case ${count}`, dateOfBirth: `19${30 + count}-03-04` };
    const procedure = { name: 'Cataract surgery with lens implant', side: 'RIGHT' as const, site: 'eye', personalRisks: [own] };
    return makeCase(origin, caller, { person, until, procedures: [procedure] });
  };
}
