import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Input } from '#contract/calls.ts';
import { signIn, aPatient, draft, templateId, type Caller } from '#tests/support/forms/builders.ts';
import { publishedProcedure } from '#tests/support/forms/procedures.ts';
import { kept, sendEnvelope } from '#tests/support/tablet/tablet.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';

type Planned = NonNullable<Input<'consentCreate'>['procedures']>[number];

let staff: Caller & { token: string };
let sided: string;
let sideless: string;
let retired: string;
const app = useTestApp(async (opened) => {
  staff = await signIn(opened);
  const people = { editor: await signIn(opened, 'bch@demo.nhs.uk'), publisher: await signIn(opened, 'admin@demo.nhs.uk') };
  const published = (change: Parameters<typeof publishedProcedure>[1]) => publishedProcedure(people, change);
  sided = (
    await published({ procedureName: 'Demo sided', sideRequired: true, siteDefault: 'eye', anaestheticDefault: ['LOCAL'] })
  ).procedureID;
  sideless = (await published({ procedureName: 'Demo sideless', sideRequired: false })).procedureID;
  const old = await published({ procedureName: 'Demo retired' });
  const { procedureID, revision } = old;
  await people.publisher.call('procedureUpdateStatus', { procedureID, revision, status: 'RETIRED' });
  retired = procedureID;
});

const plan = (procedures: readonly Planned[]) => ({ procedures: [...procedures] });

/** Bodies that the builder never sends, and where the server says so. */
const REFUSED: readonly (readonly [string, () => readonly Planned[], string, RegExp])[] = [
  ['a side where the procedure has none', () => [{ procedureID: sideless, side: 'RIGHT' }], 'procedures.0.side', /has no side/],
  ['both sides where it has none', () => [{ procedureID: sideless, side: 'BOTH' }], 'procedures.0.side', /has no side/],
  [
    'the same, behind another procedure',
    () => [
      { procedureID: sided, side: 'LEFT' },
      { procedureID: sideless, side: 'LEFT' },
    ],
    'procedures.1.side',
    /has no side/,
  ],
  ['a procedure that is not in use', () => [{ procedureID: retired }], 'procedures.0.procedureID', /not in use/],
  [
    'the same procedure, side and site twice',
    () => [
      { procedureID: sided, side: 'LEFT' },
      { procedureID: sided, side: 'LEFT', site: 'eye' },
    ],
    'procedures',
    /listed twice/,
  ],
];

test.each(REFUSED)('%s is refused when a form is begun and when it is changed', async (_, procedures, path, message) => {
  const { patient } = (await staff.call('patientCreate', aPatient())).data;
  const begun = await staff.refused('consentCreate', { patientID: patient.id, formType: 'FORM_1', ...plan(procedures()) });
  const { consentID, version } = await draft(staff, { patientID: patient.id, procedures: [] });
  const changed = await staff.refused('consentUpdate', { consentID, version, ...plan(procedures()) });
  for (const { status, fields } of [begun, changed]) {
    expect(status).toBe(400);
    expect(fields).toContainEqual({ path, message: expect.stringMatching(message) });
  }
});

test('a form begun with the procedure alone has its usual site and anaesthetic, and keeps those that were chosen', async () => {
  const made = await draft(staff, plan([{ procedureID: sided, side: 'RIGHT' }]));
  expect(made.data.procedures).toMatchObject([{ site: 'eye', anaesthetic: ['LOCAL'], side: 'RIGHT' }]);
  const { consentID } = made;
  const chosen = await staff.call('consentUpdate', {
    consentID,
    version: made.version,
    ...plan([{ procedureID: sided, side: 'RIGHT', site: 'eyelid', anaesthetic: [] }]),
  });
  expect(chosen.data.procedures).toMatchObject([{ site: 'eyelid', anaesthetic: [] }]);
  const kept = await staff.call('consentUpdate', {
    consentID,
    version: chosen.version,
    ...plan([{ procedureID: sided, side: 'LEFT' }]),
  });
  expect(kept.data.procedures).toMatchObject([{ site: 'eyelid', anaesthetic: [], side: 'LEFT' }]);
});

test('what a tablet kept is stored as it showed it: without a network nothing is filled in, nor refused', async () => {
  const { patient } = (await staff.call('patientCreate', aPatient())).data;
  const call = { patientID: patient.id, formType: 'FORM_1' as const, consentID: randomUUID(), recordID: randomUUID() };
  const op = kept('consentCreate', {
    ...call,
    ...plan([
      { procedureID: sided, side: 'RIGHT' },
      { procedureID: sideless, side: 'LEFT' },
    ]),
  });
  const [sent] = await sendEnvelope(app, staff, [op]);
  expect(sent).toMatchObject({ status: 200 });
  const { consents } = (await staff.call('recordDetails', { id: call.recordID })).data;
  expect(consents[0]?.procedures).toMatchObject([{ site: '', anaesthetic: [], side: 'RIGHT' }, { side: 'LEFT' }]);
  expect(consents[0]?.missing.map(({ path }) => path)).toContain('procedures.1.side');
});

/** Drafts that only a tablet of before has pinned, and the field that is missing. */
const TABLETS_ALONE: readonly (readonly [string, () => object, string])[] = [
  [
    'does not say whether an interpreter is needed',
    () => ({ ...plan([{ procedureID: sided, side: 'RIGHT' }]), interpreterNeeded: null }),
    'interpreterNeeded',
  ],
  [
    'names a side of a procedure that has none',
    () => ({ ...plan([{ procedureID: sideless, side: 'LEFT' }]), interpreterNeeded: false }),
    'procedures.0.side',
  ],
];

test.each(TABLETS_ALONE)('a form that %s is sent from a queue alone, whichever versions a call names', async (_, form, path) => {
  const { patient } = (await staff.call('patientCreate', aPatient())).data;
  const ids = { consentID: randomUUID(), recordID: randomUUID() };
  const whole = { templateID: await templateId(staff), clinicianStatement: { discussed: true, capacity: true, note: '' } };
  const begin = kept('consentCreate', { ...ids, patientID: patient.id, formType: 'FORM_1', ...whole, ...form() });
  expect((await sendEnvelope(app, staff, [begin]))[0]).toMatchObject({ status: 200 });
  const { version } = (await staff.call('recordDetails', { id: ids.recordID })).data.consents[0]!;
  const { consentID } = ids;
  for (const shown of [{}, { templateVersion: 1 }, { templateVersion: 1, shownVersion: 4 }]) {
    const refused = await staff.refused('consentSend', { consentID, version, channel: 'DEVICE', ...shown });
    expect([refused.status, refused.fields?.map((each) => each.path)]).toEqual([400, [path]]);
  }
  const send = kept('consentSend', { consentID, version, channel: 'DEVICE', templateVersion: 1, shownVersion: 4 });
  expect((await sendEnvelope(app, staff, [send]))[0]).toMatchObject({ status: 200 });
});
