import { beforeEach, expect, test } from 'vitest';
import { DAY } from '#domain/base/limits.ts';
import type { CaseStatus } from '#domain/base/states.ts';
import { SIGNER_ROLES } from '#domain/forms/signer-roles.ts';
import { localDate } from '#domain/values/plain-date.ts';
import { aPatient, sent, signAll, signed, signIn, type Caller } from '#tests/support/forms/builders.ts';
import { NEW_PEOPLE, outForm, withoutFileLinks } from '#tests/support/forms/invited.ts';
import { signerAt } from '#tests/support/forms/signer-at.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';

let staff: Caller & { token: string };
const app = useTestApp();
beforeEach(async () => {
  staff = await signIn(app);
});

type Case = { readonly recordID: string; readonly consentID: string };
const reason = 'A reason';
const details = async ({ recordID }: Case) => (await staff.call('recordDetails', { id: recordID })).data;

/** Every state in which nobody joins a form, each reached after a page had shown the form as out. READY is over within one call, and a referral has no form. */
const NOT_OUT: Readonly<Record<Exclude<CaseStatus, 'SENT' | 'READY' | 'UNDER_REVIEW'>, () => Promise<Case>>> = {
  DRAFT: async () => {
    const form = await sent(staff);
    await staff.call('recordRecall', { consentID: form.consentID, reason });
    return form;
  },
  PARTIALLY_SIGNED: async () => {
    const form = await sent(staff);
    await (await signerAt(app, staff, form, ['PATIENT', 1])).sign();
    return form;
  },
  SIGNED: async () => signed(app, staff),
  DECLINED: async () => {
    const form = await sent(staff);
    const patient = await signerAt(app, staff, form, ['PATIENT', 1]);
    await patient.call('recordDecline', { consentID: form.consentID, reason });
    return form;
  },
  EXPIRED: async () => {
    const form = await sent(staff);
    await app.database.db.updateTable('consents').set({ status: 'EXPIRED' }).where('id', '=', form.consentID).execute();
    return form;
  },
  // The newer version that replaced it was made in error: the case follows the old one, which stays replaced.
  SUPERSEDED: async () => {
    const form = await signed(app, staff);
    const again = await staff.call('recordReconsent', { id: form.recordID, reason });
    const { consentID, version } = again.data;
    await staff.call('consentUpdate', { consentID, version, clinicianStatement: { discussed: true, capacity: true } });
    const draft = (await details(form)).consents.find((each) => each.consentID === consentID)!;
    const newer = (await staff.call('consentSend', { consentID, version: draft.version, channel: 'DEVICE' })).data;
    await signAll(app, staff, newer);
    await staff.call('recordVoid', { consentID: newer.consentID, reason });
    return form;
  },
  WITHDRAWN: async () => {
    const form = await signed(app, staff);
    await staff.call('recordWithdraw', { consentID: form.consentID, reason });
    return form;
  },
  VOIDED: async () => {
    const form = await sent(staff);
    await staff.call('recordVoid', { consentID: form.consentID, reason });
    return form;
  },
};

/** Refused as a whole in every role, always with the same words, and nothing is another than before. */
async function refused(form: Case) {
  const before = withoutFileLinks(await details(form));
  const refusals = new Map<string, unknown>();
  for (const role of SIGNER_ROLES) {
    const invites = [NEW_PEOPLE[role]];
    const { status, code, message, data, fields } = await staff.refused('recordSendInvite', { id: form.recordID, invites });
    refusals.set(JSON.stringify([status, code, message, data, fields]), { status, code, message, data, fields });
  }
  expect(withoutFileLinks(await details(form))).toEqual(before);
  expect([...refusals.keys()]).toHaveLength(1);
  return [...refusals.values()][0];
}

test.each(Object.entries(NOT_OUT))(
  'nobody in any role joins a form that is %s by now, and the refusal says so',
  async (status, reach) => {
    const form = await reach();
    const { consents } = await details(form);
    expect(consents.find(({ consentID }) => consentID === form.consentID)?.status).toBe(status);
    expect(await refused(form)).toMatchObject(
      status === 'PARTIALLY_SIGNED'
        ? { status: 400, fields: [{ path: 'invites[0].role', message: 'Somebody has signed. Change the form first.' }] }
        : { status: 409, code: 'MOVE_REFUSED', data: { state: `CONSENT_${status}` } },
    );
  },
);

test('nobody in any role joins a referral, which has no form yet', async () => {
  const referrer = await signIn(app, 'bch@demo.nhs.uk');
  const patientID = (await referrer.call('patientCreate', aPatient())).data.patient.id;
  const to = { userId: (await staff.call('userMe', {})).user._id };
  const { recordID } = (await referrer.call('recordRefer', { patientID, to, question: 'Is an operation right?' })).data;
  expect(await refused({ recordID, consentID: '' })).toMatchObject({ status: 409, data: { state: 'CASE_WITHOUT_FORM' } });
});

test('a form that was replaced meanwhile takes nobody, neither the signed one nor the draft in its place', async () => {
  const form = await signed(app, staff);
  const { consentID } = (await staff.call('recordReopen', { id: form.recordID, reason })).data;
  expect(consentID).not.toBe(form.consentID);
  expect(await refused(form)).toMatchObject({ status: 409, code: 'MOVE_REFUSED', data: { state: 'CONSENT_DRAFT' } });
  const { db } = app.database;
  const joined = db.selectFrom('recipients').select('name').where('name', '=', NEW_PEOPLE.INTERPRETER.name);
  expect(await joined.where('consent_id', 'in', [form.consentID, consentID]).execute()).toEqual([]);
});

test('an invite of several people to a form that was taken back adds none of them', async () => {
  const form = await outForm(staff, 'FORM_2');
  await staff.call('recordRecall', { consentID: form.consentID, reason });
  const invites = [NEW_PEOPLE.PARENT, NEW_PEOPLE.INTERPRETER];
  const before = withoutFileLinks(await details(form));
  expect((await staff.refused('recordSendInvite', { id: form.recordID, invites })).code).toBe('MOVE_REFUSED');
  expect(withoutFileLinks(await details(form))).toEqual(before);
});

// The last: it moves the clock.
test('nobody joins a form that the patient has outgrown since it was made ready', async () => {
  const [year, ...day] = localDate(app.clock.now() + DAY, app.deps.settings.timeZone).split('-');
  const dateOfBirth = [Number(year) - 16, ...day].join('-');
  const { patient } = (await staff.call('patientCreate', aPatient({ dateOfBirth }))).data;
  const form = await outForm(staff, 'FORM_2', patient.id);
  app.clock.advance(DAY);
  staff = await signIn(app);
  expect(await refused(form)).toMatchObject({
    status: 409,
    code: 'MOVE_REFUSED',
    message: 'The patient has had a birthday since the form was made ready for signing, and other rules hold. Change the form.',
    data: { state: 'SIGNER_HAS_AGED' },
  });
});
