import type { Interpreter } from '#domain/consents/consent.ts';
import { EMPTY_PARENT } from '#domain/family/parent.ts';
import { factsOnForm, formFactsOf, interpreterNeedOf, lacksInterpreter } from '#domain/theatre/form-facts.ts';
import { lightOf } from '#domain/theatre/theatre-light.ts';
import { SEALED } from '#tests/support/forms/sealed-light.ts';
import { expect, test } from 'vitest';

const NOBODY = { interpreter: null, interpreterNeeded: false, interpreterNoneReason: '' };
// Nothing but the name of an interpreter is read.
const named = (name: string) => ({ name }) as Interpreter;

test('an interpreter is lacking where the form or the record needs one and none is named; a reason answers the record alone', () => {
  for (const interpreterNeeded of [null, false, true])
    for (const interpreter of [null, named(''), named('Demo Interpreter')])
      for (const interpreterNoneReason of ['', 'Nobody could come'])
        for (const isInRecord of [false, true]) {
          const form = { interpreter, interpreterNeeded, interpreterNoneReason };
          const isNamed = interpreter?.name === 'Demo Interpreter';
          const isOnForm = interpreterNeeded ?? interpreter !== null;
          const isLacking = !isNamed && (isOnForm || (isInRecord && interpreterNoneReason === ''));
          expect(lacksInterpreter(interpreterNeedOf(form), isInRecord), JSON.stringify({ form, isInRecord })).toBe(isLacking);
        }
});

test('each fact alone keeps a light from being green; a form of a build before without a family has none', () => {
  const no = { interpreterNeeded: false, childSaidNo: false };
  const plain = factsOnForm(NOBODY);
  const adult = { ...EMPTY_PARENT, id: '', signs: false, answer: 'DISAGREES' } as const;
  const disputed = factsOnForm({ ...NOBODY, basis: 'PARENT', parents: [adult] });
  const said: readonly (readonly [Parameters<typeof formFactsOf>, string, string])[] = [
    [[plain, no], 'GREEN', 'Signed and sealed'],
    [[plain, { ...no, interpreterNeeded: true }], 'AMBER', 'Signed, but no interpreter is named'],
    [[plain, { ...no, childSaidNo: true }], 'AMBER', 'Signed, but the child said no'],
    [[disputed, no], 'RED', 'The adults do not agree with each other'],
    [[factsOnForm({ ...NOBODY, basis: 'COURT', parents: [adult] }), no], 'GREEN', 'Signed and sealed'],
  ];
  for (const [facts, light, reason] of said) {
    expect(lightOf({ ...SEALED, facts: formFactsOf(...facts) })).toEqual({ light, reason });
  }
});
