import { expect, test } from 'vitest';
import { sha256HexAsync } from '#contract/engine/hex.ts';
import type { Consent } from '#contract/shapes/record-shapes.ts';
import { contentDigest } from '#domain/consents/digest.ts';
import { EMPTY_FAMILY } from '#domain/family/family.ts';
import type { SignerRole } from '#domain/forms/signer-roles.ts';
import { pinnedRecordOf } from '#domain/consents/pinned-record.ts';
import { statementsOf } from '#domain/consents/statements.ts';
import { checkShown } from '#src/screens/cases/shown-check.ts';
import { completeCapacity } from '#tests/support/forms/form-4.ts';
import { demoProcedure } from '#tests/store/demo-entities.ts';
import { consent } from './build.ts';

const patient = { firstName: 'Zofia', lastName: 'Demo-Four', dateOfBirth: '1941-09-09', nhsNumber: null, hospitalNumber: null };
const additionalChoices = [{ id: 'blood', title: 'Blood', answer: null }];

/** A sent Form 4, on which the patient was asked nothing. */
async function formFour(change: Partial<Consent> = {}): Promise<Consent> {
  const procedures = [demoProcedure({ procedureID: '01890000-0000-7000-8000-000000000021' })];
  const pinned = pinnedRecordOf({
    formType: 'FORM_4',
    template: { templateID: 'demo', templateVersion: 1, nodes: [] },
    procedures,
    answers: { mattersToMe: '', additionalChoices, refusals: [] },
    interpreting: { interpreter: null, interpreterNeeded: false, interpreterNoneReason: '' },
    patient,
    oldProcedures: [],
    family: EMPTY_FAMILY,
    capacity: completeCapacity(),
    recipients: [
      { role: 'CLINICIAN', name: 'Demo Clinician', email: null, required: true, order: 1 },
      { role: 'SECOND_OPINION', name: 'Demo Second', email: null, required: true, order: 2 },
    ],
    translation: null,
  });
  return consent({
    formType: 'FORM_4',
    status: 'SENT',
    procedures,
    additionalChoices,
    statements: statementsOf(pinned),
    shown: { ...pinned, shownVersion: 2 },
    contentDigest: await contentDigest(pinned, sha256HexAsync),
    ...change,
  });
}

const check = async (change?: Partial<Consent>, role: SignerRole = 'CLINICIAN') =>
  checkShown(await formFour(change), { ...(consent() as unknown as Parameters<typeof checkShown>[1]), ...patient }, role);

test('a Form 4 whose choices nobody was asked is the form that was sent', async () => {
  expect(await check()).toBe('same');
});

test('a form that is drawn otherwise than it was sent is not signed', async () => {
  expect(await check({ mattersToMe: 'Something else' })).toBe('changed');
  expect(await check({ additionalChoices: [{ ...additionalChoices[0]!, answer: 'REFUSE' }] })).toBe('changed');
  expect(await check({ procedures: [] })).toBe('changed');
});

test('the sentence of whoever signs here is that of the record', async () => {
  const { statements } = await formFour();
  for (const role of ['CLINICIAN', 'SECOND_OPINION'] as const) {
    expect(await check({}, role)).toBe('same');
    expect(await check({ statements: { ...statements, [role]: 'Something else' } }, role)).toBe('changed');
  }
});
