import { DAY } from '#domain/base/limits.ts';
import { localDate } from '#domain/values/plain-date.ts';
import { aPatient, draft, handOver, inked, sent, signIn, templateId, type Caller } from '#tests/support/forms/builders.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';

const app = useTestApp();

/** The id of a new patient who becomes 16 in so many days. */
async function almostSixteen(staff: Caller, days: number): Promise<string> {
  const [year, month, day] = localDate(app.clock.now() + days * DAY, app.deps.settings.timeZone).split('-');
  return (await staff.call('patientCreate', aPatient({ dateOfBirth: `${Number(year) - 16}-${month}-${day}` }))).data.patient.id;
}

test.each(['FORM_1', 'FORM_3'] as const)(
  '%s is sent from the sixteenth birthday on, and the day before only for a child who was assessed',
  async (formType) => {
    const staff = await signIn(app);
    const form = { formType, templateID: await templateId(staff, formType) };
    const young = await draft(staff, { ...form, patientID: await almostSixteen(staff, 1) });
    const open = ['child.gillick', 'child.tellParents'];
    expect(young.data.missing.map(({ path }) => path)).toEqual(open);
    const refused = await staff.refused('consentSend', { consentID: young.consentID, version: young.version, channel: 'DEVICE' });
    expect(refused.fields?.map(({ path }) => path)).toEqual(open);
    const old = await sent(staff, { ...form, patientID: await almostSixteen(staff, 0) });
    expect(old.status).toBe('SENT');
  },
);

test('a form that was sent before is not signed under 16; the signature is kept as evidence', async () => {
  const staff = await signIn(app);
  const { consentID, recordID } = await sent(staff, { patientID: await almostSixteen(staff, 0) });
  const holder = await handOver(app, staff, { consentID });
  const born = sql`jsonb_set(pinned, '{patient,dateOfBirth}', '"2016-01-02"')`;
  await sql`update consents set pinned = ${born} where id = ${consentID}`.execute(app.database.db);
  const signature = inked(holder.details);
  expect((await holder.refused('recordSign', signature)).code).toBe('MOVE_REFUSED');
  const { timeline, consents } = (await staff.call('recordDetails', { id: recordID })).data;
  expect(consents[0]!.status).toBe('SENT');
  expect(timeline.at(-1)).toMatchObject({ type: 'SIGNATURE_REFUSED', detail: { reason: 'The patient was under 16' } });
});
