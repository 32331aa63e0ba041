import { beforeEach, expect, test } from 'vitest';
import type { Input } from '#contract/calls.ts';
import { contentDigest, type FullShownContent } from '#domain/consents/digest.ts';
import { pinnedMeanings } from '#domain/consents/pinned-meanings.ts';
import { FORM_TYPES, type FormType } from '#domain/forms/form-types.ts';
import { SIGNER_ROLES, type SignerRole } from '#domain/forms/signer-roles.ts';
import { sha256Hex } from '#server/sha256.ts';
import { aPatient, callerOf, DEMO_PASSWORD, signIn, typed, type Caller } from '#tests/support/forms/builders.ts';
import { NEW_PEOPLE, outForm, withoutFileLinks } from '#tests/support/forms/invited.ts';
import { visit } from '#tests/support/forms/link-of.ts';
import { signatureAt, signerAt } from '#tests/support/forms/signer-at.ts';
import { ticketDetails } from '#tests/support/forms/ticket-details.ts';
import { paperDesk } from '#tests/server/work/paper/paper-desk.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';

let staff: Caller & { token: string };
const app = useTestApp();
beforeEach(async () => {
  staff = await signIn(app);
});
const { faultsOf } = paperDesk(app, () => staff);
type Case = { readonly recordID: string; readonly consentID: string };
const details = async ({ recordID }: Case) => (await staff.call('recordDetails', { id: recordID })).data;
const versionOf = async (form: Case) => (await details(form)).consents.find(({ consentID }) => consentID === form.consentID)!;
const invite = (form: Case, ...invites: Input<'recordSendInvite'>['invites']) =>
  staff.call('recordSendInvite', { id: form.recordID, invites });
const tokenOf = (url = '') => url.split('/').at(-1) ?? '';

const WHERE: Readonly<Partial<Record<SignerRole, readonly FormType[]>>> = {
  PARENT: ['FORM_2'],
  INTERPRETER: FORM_TYPES,
  CONSULTEE: ['FORM_4'],
  SECOND_OPINION: ['FORM_4'],
};
const NOT_HERE: Readonly<Record<SignerRole, string>> = {
  PATIENT: 'The patient has a place of their own',
  CHILD: 'The patient has a place of their own',
  CLINICIAN: 'A clinician signs under their own account. To change who that is, change the form.',
  CONFIRMER: 'A clinician confirms on the day, under their own account, once everybody has signed',
  WITNESS: 'A witness is there in person: name the witness when the mark or the spoken answer is taken',
  PARENT: 'No other adult decides on this form: that is Form 2',
  CONSULTEE: 'The patient decides, or the family: only Form 4 has this role',
  SECOND_OPINION: 'The patient decides, or the family: only Form 4 has this role',
  INTERPRETER: '',
};
const joins = (formType: FormType, role: SignerRole) => WHERE[role]?.includes(formType) === true;

test.each(FORM_TYPES)('who does not join a %s is refused with the reason, and nothing changes', async (formType) => {
  const form = await outForm(staff, formType);
  const before = withoutFileLinks(await details(form));
  for (const role of SIGNER_ROLES.filter((each) => !joins(formType, each))) {
    const refused = await staff.refused('recordSendInvite', { id: form.recordID, invites: [NEW_PEOPLE[role]] });
    expect([refused.status, refused.fields], role).toEqual([400, [{ path: 'invites[0].role', message: NOT_HERE[role] }]]);
  }
  expect(withoutFileLinks(await details(form))).toEqual(before);
});

/** Answers the questions of a new signer's link. */
async function opened(token: string, role: SignerRole, dateOfBirth: string) {
  const nobody = callerOf(app);
  await nobody.call('consentVerifyUser', { token });
  const { name } = NEW_PEOPLE[role];
  const { ticket } =
    role === 'INTERPRETER'
      ? await nobody.call('recordVerifyInterpreter', { id: token, name, code: 'D-17' })
      : await nobody.call('recordVerifyPatient', {
          id: token,
          patientDetails: { dateOfBirth, lastName: name.split(' ').at(-1) ?? '' },
        });
  const holder = callerOf(app, ticket);
  return { holder, shown: ticketDetails(await holder.call('consentDetailsByToken', { token: ticket })) };
}

const JOINING = FORM_TYPES.flatMap((formType) =>
  SIGNER_ROLES.filter((role) => joins(formType, role)).map((role) => [formType, role] as const),
);

test.each(JOINING)('%s: a new %s joins, signs, and the form is whole', async (formType, role) => {
  const form = await outForm(staff, formType);
  const first = form.recipients.find((each) => each.role !== 'CLINICIAN')!;
  const [link] = (await invite(form, { signing_order: first.signing_order, channel: 'QR' })).data;
  const before = await versionOf(form);
  const isByLink = role !== 'SECOND_OPINION';
  const answer = await invite(form, NEW_PEOPLE[role]);
  const [made] = answer.data;
  const order = form.recipients.length + 1;
  expect(made).toMatchObject({ signing_order: order, role, channel: 'QR', mail: null });
  expect(answer.message).toBe(isByLink ? 'The links are on their way' : 'No link was sent');
  expect([made?.link === null, made?.endsAt === null, made?.message === null]).toEqual([!isByLink, !isByLink, isByLink]);

  const after = await versionOf(form);
  const { name } = NEW_PEOPLE[role];
  expect(after.recipients.filter((each) => each.signing_order !== order)).toEqual(before.recipients);
  expect(after.recipients.at(-1)).toMatchObject({ recipient_name: name, role, state: isByLink ? 'INVITED' : 'WAITING' });
  expect([after.status, after.contentDigest === before.contentDigest]).toEqual(['SENT', false]);
  expect(after.version).toBe(before.version + 1);
  const added = (await details(form)).timeline.slice(-(isByLink ? 2 : 1));
  expect(added).toMatchObject([
    { type: 'SIGNER_INVITED', detail: { role, order, name, contentDigest: after.contentDigest } },
    ...(isByLink ? [{ type: 'LINK_SENT', detail: { role, order, channel: 'QR' } }] : []),
  ]);
  const { pinned } = await app.database.db
    .selectFrom('consents')
    .select('pinned')
    .where('id', '=', form.consentID)
    .executeTakeFirstOrThrow();
  expect(await contentDigest(pinned!, sha256Hex)).toBe(after.contentDigest);
  expect(await faultsOf(form)).toEqual([]);

  const { dateOfBirth } = after.shownPatient!;
  if (isByLink) {
    const { holder, shown } = await opened(tokenOf(made?.link?.url), role, dateOfBirth);
    expect([shown.signing_order, shown.contentDigest]).toEqual([order, after.contentDigest]);
    await holder.call('recordSign', signatureAt(shown));
  } else {
    const second = await signIn(app, 'eyes@demo.nhs.uk');
    await second.call('recordSign', typed(after, { role, statement: after.statements[role] ?? '' }));
  }
  // The link that somebody else had before works as before, and shows the form as it is now.
  const lastName = first.recipient_name.split(' ').at(-1) ?? '';
  const other = await visit(app, { token: tokenOf(link?.link?.url), dateOfBirth, lastName });
  await other.call('recordSign', signatureAt(other.details));
  await staff.call('recordSign', typed(after));
  await app.doJobs();
  const signed = await versionOf(form);
  expect([signed.status, signed.sealState]).toEqual(['SIGNED', 'SEALED']);
  expect(signed.recipients.map(({ state }) => state)).toEqual(signed.recipients.map(() => 'SIGNED'));
  expect(await faultsOf(form)).toEqual([]);
});

test('who joins a form that is read in another language has the meaning of their own sentence; all others stay as they are pinned', async () => {
  app.deps.settings.patientLanguages = ['cy'];
  const { patient } = (await staff.call('patientCreate', aPatient({ communication: { language: 'cy' } }))).data;
  const form = await outForm(staff, 'FORM_1', patient.id);
  const before = await versionOf(form);
  await invite(form, NEW_PEOPLE.INTERPRETER);
  const after = await versionOf(form);
  app.deps.settings.patientLanguages = [];
  const meaningsOf = ({ shown }: typeof before) => (shown as unknown as FullShownContent).meanings!;
  expect(meaningsOf(after)).toEqual(expect.arrayContaining([...meaningsOf(before)]));
  const of = pinnedMeanings(after.shown as unknown as FullShownContent, 'cy')!;
  expect(of(after.statements.INTERPRETER ?? '')).toMatch(/^Cyfieithais y sgwrs/u);
  expect(await faultsOf(form)).toEqual([]);
});

test('what was shown before somebody joined is signed by nobody', async () => {
  const form = await outForm(staff, 'FORM_1');
  const [made] = (await invite(form, { signing_order: 1, channel: 'QR' })).data;
  const { shownPatient } = await versionOf(form);
  const { dateOfBirth, lastName } = shownPatient!;
  const at = { token: tokenOf(made?.link?.url), dateOfBirth, lastName };
  const patient = await visit(app, at);
  await invite(form, NEW_PEOPLE.INTERPRETER);
  expect((await patient.refused('recordSign', signatureAt(patient.details))).code).toBe('SIGNED_CONTENT_MISMATCH');
  const again = await visit(app, at);
  expect((await again.call('recordSign', signatureAt(again.details))).data.signerState).toBe('SIGNED');
});

test('nobody joins while a signer has the form on a tablet: what they read and sign stays as it is', async () => {
  const form = await outForm(staff, 'FORM_1');
  const patient = await signerAt(app, staff, form, ['PATIENT', 1]);
  const refused = await staff.refused('recordSendInvite', { id: form.recordID, invites: [NEW_PEOPLE.INTERPRETER] });
  expect([refused.status, refused.fields]).toEqual([
    400,
    [{ path: 'invites[0].role', message: 'A signer has the form on a tablet now. Take the tablet back first.' }],
  ]);
  await patient.call('userUnlock', { password: DEMO_PASSWORD });
  await invite(form, NEW_PEOPLE.INTERPRETER);
  expect((await versionOf(form)).recipients.map(({ role }) => role)).toContain('INTERPRETER');
});

test('a telephone of somebody who is no interpreter is refused, and never dropped', async () => {
  const form = await outForm(staff, 'FORM_2');
  const refused = await staff.refused('recordSendInvite', {
    id: form.recordID,
    invites: [{ ...NEW_PEOPLE.PARENT, phone: '0121 000 0000' }],
  });
  expect(refused.fields).toEqual([{ path: 'invites[0].phone', message: 'A telephone number is kept of an interpreter alone' }]);
});

test('a place at which nobody signs is refused by its number, and nobody of the call gets a link', async () => {
  const form = await outForm(staff, 'FORM_1');
  const refused = await staff.refused('recordSendInvite', {
    id: form.recordID,
    invites: [
      { signing_order: 1, channel: 'QR' },
      { signing_order: 9, channel: 'QR' },
    ],
  });
  expect([refused.status, refused.fields]).toEqual([
    400,
    [{ path: 'invites[1].signing_order', message: 'Nobody on this form has signing order 9' }],
  ]);
  const { timeline } = (await staff.call('recordDetails', { id: form.recordID })).data;
  expect(timeline.map(({ type }) => type)).not.toContain('LINK_SENT');
});
