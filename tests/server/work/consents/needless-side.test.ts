import { expect, test } from 'vitest';
import type { Input } from '#contract/calls.ts';
import { aPatient, draft, procedureId, signIn, testNhsNumber, type Caller } from '#tests/support/forms/builders.ts';
import { aConsent, consentsCsv } from '#tests/support/people/consent-files.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';
import { consentDesk } from '#tests/server/work/imports/consent-desk.ts';

let staff: Caller & { token: string };
let referrer: Caller;
let patient: { id: string; nhsNumber: string; dateOfBirth: string };
const app = useTestApp(async (opened) => {
  staff = await signIn(opened, 'bch@demo.nhs.uk');
  referrer = await signIn(opened, 'referrer@demo.nhs.uk');
  const nhsNumber = testNhsNumber(731);
  const { data } = await referrer.call('patientCreate', { ...aPatient(), nhsNumber });
  patient = { id: data.patient.id, nhsNumber, dateOfBirth: data.patient.dateOfBirth };
});

type Planned = NonNullable<Input<'consentCreate'>['procedures']>[number];
type Faults = readonly { readonly path: string; readonly message: string }[];

/** The ways in which a side reaches a procedure, each with its fault; none where it is taken. */
const WAYS: Readonly<Record<string, (procedure: Planned) => Promise<Faults>>> = {
  'a form that is begun': async (procedure) => {
    const { patient: own } = (await staff.call('patientCreate', aPatient())).data;
    return faultsOf(staff.call('consentCreate', { patientID: own.id, formType: 'FORM_1', procedures: [procedure] }));
  },
  'a form that is changed': async (procedure) => {
    const { consentID, version } = await draft(staff, { procedures: [] });
    return faultsOf(staff.call('consentUpdate', { consentID, version, procedures: [procedure] }));
  },
  'a referral': async (procedure) =>
    faultsOf(
      referrer.call('recordRefer', {
        patientID: patient.id,
        to: { speciality: 'Ophthalmology' },
        question: 'Is an operation right?',
        procedures: [procedure],
      }),
    ),
  'a row of a file': async ({ procedureID, side }) => {
    const row = aConsent(patient, { procedure: procedureID, side: side === 'NOT_APPLICABLE' ? '' : (side ?? '') });
    const { data } = await consentDesk(app, staff.token).preview(consentsCsv([row]));
    return data.recordData.flatMap(({ errors }) => errors);
  },
};

test.each(Object.entries(WAYS))(
  '%s: a side of a procedure that has none is refused in words, and no side is taken',
  async (_, way) => {
    const procedureID = await procedureId(staff, 'caesarean');
    const { procedureName } = (await staff.call('procedureGetDetails', { id: procedureID })).data;
    for (const side of ['LEFT', 'RIGHT', 'BOTH'] as const) {
      const faults = await way({ procedureID, side });
      expect(faults).toEqual([
        {
          path: expect.stringMatching(/^(?:procedures\.0\.)?side$/),
          message: `${procedureName} has no side. Take the side away.`,
        },
      ]);
    }
    for (const side of ['NOT_APPLICABLE', null] as const) expect(await way({ procedureID, side })).toEqual([]);
  },
);

async function faultsOf(made: Promise<unknown>): Promise<Faults> {
  return made.then(
    () => [],
    ({ fields }: { fields?: Faults }) => fields ?? [],
  );
}
