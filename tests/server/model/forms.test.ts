import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Output } from '#contract/calls.ts';
import { FORM_TYPES, type FormType } from '#domain/forms/form-types.ts';
import { aPatient, signIn, templateId, type Caller } from '#tests/support/forms/builders.ts';
import { ABLE_CHILD_BORN } from '#tests/support/forms/form-2.ts';
import { isFull } from '#tests/support/checks/full.ts';
import { printedSeed } from '#tests/support/checks/random.ts';
import { randomForm, type FormLibrary, type RandomForm } from '#tests/support/forms/random-form.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';
import { verdictOf } from './case-desk.ts';

const app = useTestApp();

/** The required signers of each kind of form. */
const SIGNERS: Readonly<Record<RandomForm['kind'], readonly string[]>> = {
  adult: ['PATIENT', 'CLINICIAN'],
  awake: ['PATIENT', 'CLINICIAN'],
  parent: ['PARENT', 'CLINICIAN'],
  parents: ['PARENT', 'PARENT', 'CLINICIAN'],
  child: ['CHILD', 'CLINICIAN'],
  court: ['CLINICIAN'],
  bestInterests: ['CLINICIAN'],
  attorney: ['CLINICIAN', 'CONSULTEE'],
};

async function libraryOf(staff: Caller): Promise<FormLibrary> {
  const { records } = (await staff.call('procedureGet', { limit: 100, status: 'ACTIVE' })).data;
  const procedures = await Promise.all(
    records.map(async ({ procedureID: id }) => (await staff.call('procedureGetDetails', { id })).data),
  );
  const ids = await Promise.all(FORM_TYPES.map(async (form) => [form, await templateId(staff, form)] as const));
  // One entry for each form type.
  return { procedures, templates: Object.fromEntries(ids) as Record<FormType, string> };
}

/** The parts of a sent form that nobody may be asked to sign without. */
function gapsIn(
  { procedures, recipients }: Output<'consentSend'>['data'],
  kind: RandomForm['kind'],
  library: FormLibrary,
): string[] {
  const gaps: string[] = [];
  if (procedures.length === 0) gaps.push('no procedure');
  for (const { procedureID, side, risks, removedRisks, alternatives } of procedures) {
    const inLibrary = library.procedures.find((each) => each.procedureID === procedureID);
    if (inLibrary === undefined) gaps.push('an unknown procedure');
    if (inLibrary?.sideRequired === true && !['LEFT', 'RIGHT', 'BOTH'].includes(side ?? '')) gaps.push('no side');
    if (!alternatives.includes('No treatment')) gaps.push('no “No treatment”');
    for (const { name, core } of inLibrary?.risks ?? []) {
      const isThere =
        risks.some((risk) => risk.name === name) || removedRisks.some((risk) => risk.name === name && risk.reason !== '');
      if (core && !isThere) gaps.push(`the core risk ${name}`);
    }
  }
  const required = recipients.flatMap(({ role, required: must }) => (must === false ? [] : [role]));
  if (required.join(' ') !== SIGNERS[kind].join(' ')) gaps.push(`signers: ${required.join(' ')}`);
  return gaps;
}

test(
  'random forms are sent if and only if nothing is missing, and always with risks, side, alternatives and signers',
  { timeout: 1_200_000 },
  async () => {
    const seed = printedSeed('forms', 20_261_125);
    const staff = await signIn(app);
    const library = await libraryOf(staff);
    const newPatient = async (change: object) => (await staff.call('patientCreate', aPatient(change))).data.patient.id;
    const [child, adult] = [await newPatient({ dateOfBirth: ABLE_CHILD_BORN }), await newPatient({})];
    const outcomes = { sent: 0, refused: 0 };
    const property = fc.asyncProperty(randomForm(library), async ({ kind, form, holes }) => {
      const patientID = form.formType === 'FORM_2' ? child : adult;
      const { consentID, version, data } = await staff.call('consentCreate', { ...form, patientID });
      const { code, answer } = await verdictOf(staff.call('consentSend', { consentID, version, channel: 'DEVICE' }));
      expect({ holes, isSent: code === null }).toEqual({ holes, isSent: holes.length === 0 });
      // A draft reports the faults for which sending refuses it; only the template's own form type is judged at sending.
      if (!holes.includes('another form’s template')) expect(data.missing.length > 0).toBe(code !== null);
      outcomes[code === null ? 'sent' : 'refused'] += 1;
      if (answer !== undefined) expect(gapsIn(answer.data, kind, library)).toEqual([]);
    });
    await fc.assert(property, { seed, numRuns: isFull ? 5000 : 75, endOnFailure: !isFull });
    expect(Math.min(outcomes.sent, outcomes.refused)).toBeGreaterThan(20);
  },
);
