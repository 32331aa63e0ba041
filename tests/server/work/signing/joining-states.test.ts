import { beforeEach, expect, test } from 'vitest';
import { DAY } from '#domain/base/limits.ts';
import { localDate } from '#domain/values/plain-date.ts';
import { aPatient, sent, signAll, signed, signIn, type Caller } from '#tests/support/forms/builders.ts';
import { NEW_PEOPLE, outForm, withoutFileLinks } from '#tests/support/forms/invited.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';

let staff: Caller & { token: string };
const app = useTestApp();
beforeEach(async () => {
  staff = await signIn(app);
});

type Case = { readonly recordID: string; readonly consentID: string };
const reason = 'A reason';
const details = async ({ recordID }: Case) => (await staff.call('recordDetails', { id: recordID })).data;

/** The states of a form that nobody joins, each reached after a page had shown the form as out. */
const NOT_OUT: Readonly<Record<string, () => Promise<Case>>> = {
  CONSENT_DRAFT: async () => {
    const form = await sent(staff);
    await staff.call('recordRecall', { consentID: form.consentID, reason });
    return form;
  },
  CONSENT_SIGNED: async () => signed(app, staff),
  // The newer version that replaced it was made in error: the case follows the old one, which stays replaced.
  CONSENT_SUPERSEDED: async () => {
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
  CONSENT_WITHDRAWN: async () => {
    const form = await signed(app, staff);
    await staff.call('recordWithdraw', { consentID: form.consentID, reason });
    return form;
  },
  CONSENT_VOIDED: async () => {
    const form = await sent(staff);
    await staff.call('recordVoid', { consentID: form.consentID, reason });
    return form;
  },
};

/** Refused as a whole, and nothing is another than before. */
async function refused(form: Case) {
  const before = withoutFileLinks(await details(form));
  const invites = [NEW_PEOPLE.INTERPRETER];
  const { status, code, message, data } = await staff.refused('recordSendInvite', { id: form.recordID, invites });
  expect(withoutFileLinks(await details(form))).toEqual(before);
  return { status, code, message, data };
}

test.each(Object.entries(NOT_OUT))(
  'nobody joins a form whose state is %s by now, and the refusal names it',
  async (state, reach) => {
    expect(await refused(await reach())).toMatchObject({ status: 409, code: 'MOVE_REFUSED', data: { state } });
  },
);

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
