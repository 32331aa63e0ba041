import type { Output } from '#contract/calls.ts';
import { DAY } from '#domain/base/limits.ts';
import { localDate } from '#domain/values/plain-date.ts';
import type { SignerRole } from '#domain/forms/signer-roles.ts';
import { aPatient, draft, sent, signIn, typed, type Caller } from '#tests/support/forms/builders.ts';
import { aChild, anAbleChild, aParent, COURT_TREATS, draft2, family2, sent2 } from '#tests/support/forms/form-2.ts';
import { completeCapacity, formFourDraft } from '#tests/support/forms/form-4.ts';
import { signatureAt, signerAt } from '#tests/support/forms/signer-at.ts';
import { kept, registerTablet, sendAlone } from '#tests/support/tablet/tablet.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';
import { beforeEach, expect, test } from 'vitest';

let staff: Caller & { token: string };
const app = useTestApp();
beforeEach(async () => {
  staff = await signIn(app);
});

type Sent = Output<'consentSend'>['data'];
const at = (version: Pick<Sent, 'consentID'>, role: SignerRole, order: number) => signerAt(app, staff, version, [role, order]);
const now = () => new Date(app.clock.now()).toISOString();
const statesOf = ({ recipients }: Pick<Sent, 'recipients'>) =>
  recipients.map(({ role, state, required }) => `${role}${required === false ? '?' : ''} ${state}`);

async function present({ recordID }: Pick<Sent, 'recordID'>) {
  const { consents, timeline } = (await staff.call('recordDetails', { id: recordID })).data;
  expect((await staff.call('recordTimeline', { id: recordID })).data.chain.ok).toBe(true);
  const consent = consents.toSorted((one, other) => other.versionNumber - one.versionNumber)[0]!;
  return { consent, timeline, types: timeline.map(({ type }) => type) };
}

/** The birth date of somebody who is so many years old, or becomes so in some days. */
function bornFor(years: number, inDays = 0): string {
  const [year, month, day] = localDate(app.clock.now() + inDays * DAY, app.deps.settings.timeZone).split('-');
  return `${Number(year) - years}-${month}-${day}`;
}

async function patientOf(years: number, inDays = 0): Promise<string> {
  const patient = aPatient({ dateOfBirth: bornFor(years, inDays) });
  return (await staff.call('patientCreate', patient)).data.patient.id;
}

async function sentForm4(patientID: string): Promise<Sent> {
  const { consentID, version } = await formFourDraft(staff, { patientID });
  return (await staff.call('consentSend', { consentID, version, channel: 'DEVICE' })).data;
}

const childAlone = (change = {}) => family2({ basis: 'CHILD' as 'PARENT', child: anAbleChild(change) });

test('a child who can decide signs with the clinician; adults need not, and who still waits has not signed', async () => {
  const version = await sent2(staff, childAlone());
  expect(statesOf(version)).toEqual(['CHILD WAITING', 'PARENT? WAITING', 'CLINICIAN WAITING']);
  const mother = await at(version, 'PARENT', 2);
  await (await at(version, 'CHILD', 1)).sign();
  expect((await staff.call('recordSign', typed(version))).data.status).toBe('SIGNED');
  const { consent, types } = await present(version);
  expect(statesOf(consent)).toEqual(['CHILD SIGNED', 'PARENT? EXPIRED', 'CLINICIAN SIGNED']);
  expect(types).toContain('GILLICK_ASSESSED');
  expect((await mother.refused('recordSign', signatureAt(mother.details))).code).toBe('MOVE_REFUSED');
});

test('a child who decides and says no ends the form', async () => {
  const version = await sent2(staff, childAlone());
  const child = await at(version, 'CHILD', 1);
  expect((await child.call('recordDecline', { consentID: version.consentID, reason: 'No' })).data.status).toBe('DECLINED');
});

test('where a court decides the clinician alone must sign, and the no of a child stands on the form', async () => {
  const version = await sent2(staff, {
    ...family2({ basis: 'COURT' as 'PARENT', child: anAbleChild({ agreement: 'DISAGREES', note: 'Does not want it' }) }),
    disagreement: { outcome: 'COURT_ORDER', note: '', courtOrder: COURT_TREATS },
  });
  expect(statesOf(version)).toEqual(['PARENT? WAITING', 'CLINICIAN WAITING']);
  expect((await staff.call('recordSign', typed(version))).data.status).toBe('SIGNED');
  const { consent, types } = await present(version);
  expect(statesOf(consent)).toEqual(['PARENT? EXPIRED', 'CLINICIAN SIGNED']);
  expect(consent.confirmState).toBe('DUE');
  expect(types).toEqual(expect.arrayContaining(['CHILD_SAID_NO', 'DISAGREEMENT_SETTLED']));
});

test('a child’s wish that parents do not know keeps them from signing, and is asked about', async () => {
  const wish = { tellParents: 'NO', encouraged: null } as const;
  const { data } = await draft2(staff, childAlone(wish));
  expect(data.missing.map(({ path }) => path)).toEqual(['parents.0.signs', 'child.encouraged']);
  const version = await sent2(staff, { ...childAlone({ ...wish, encouraged: true }), parents: [] });
  expect(statesOf(version)).toEqual(['CHILD WAITING', 'CLINICIAN WAITING']);
});

test('Form 1 under 16 is signed as the patient by a child who was judged able', async () => {
  const child = anAbleChild({ tellParents: 'NO', encouraged: true });
  const version = await sent(staff, { patientID: await patientOf(14), child });
  expect(version.shown).toMatchObject({ shownVersion: 2, family: { child: { gillick: { able: true } } } });
  await (await at(version, 'PATIENT', 1)).sign();
  expect((await staff.call('recordSign', typed(version))).data.status).toBe('SIGNED');
});

const interpreter = { name: 'Demo Interpreter', language: 'Polish', signsHere: true, for: 'BOTH' as const };

test('an interpreter says who they are, cannot sign yet, and signs later; they ask and decide nothing', async () => {
  const version = await sent2(staff, { interpreterNeeded: true, interpreter });
  const { consentID } = version;
  const third = await at(version, 'INTERPRETER', 3);
  await third.call('recordIdentity', { consentID, confirmed: true });
  expect((await third.refused('recordQuestion', { consentID, text: 'How long?' })).code).toBe('FORBIDDEN');
  expect((await third.refused('recordAnswers', { consentID, mattersToMe: 'Nothing' })).code).toBe('FORBIDDEN');
  const { data } = await third.call('recordDecline', { consentID, reason: 'I have to leave' });
  expect(data).toMatchObject({ status: 'SENT', signerState: 'DECLINED' });
  await (await at(version, 'PARENT', 1)).sign();
  expect((await staff.call('recordSign', typed(version))).data.status).toBe('PARTIALLY_SIGNED');
  expect((await (await at(version, 'INTERPRETER', 3)).sign({ comments: 'By telephone' })).data.status).toBe('SIGNED');
  const { consent, types } = await present(version);
  expect(consent.interpreterComments).toBe('I have to leave\nBy telephone');
  expect(types).toContain('INTERPRETER_CONFIRMED');
  expect(types).not.toContain('IDENTITY_CONFIRMED');
});

const mark = { method: 'MARK_WITNESSED', strokes: [[{ x: 0.5, y: 0.5, t: 0 }]] } as const;
const ink = () => mark.strokes.map((stroke) => [...stroke]);

test('a witness signs in the same act as the mark', async () => {
  const version = await sent2(staff);
  const witness = { name: 'Demo Witness', role: 'Nurse', adult: true, method: 'TYPED', typedName: 'Demo Witness' } as const;
  await (await at(version, 'PARENT', 1)).sign({ ...mark, strokes: ink(), witness });
  expect((await staff.call('recordSign', typed(version))).data.status).toBe('SIGNED');
  const { consent } = await present(version);
  expect(consent.addedSigners).toMatchObject([{ role: 'WITNESS', state: 'SIGNED', attests: 1, recipient_name: 'Demo Witness' }]);
});

test('the clinician, another signer and a mark are no witness', async () => {
  const version = await sent2(staff);
  const mother = await at(version, 'PARENT', 1);
  const spoken = { method: 'VERBAL_WITNESSED', strokes: undefined } as const;
  for (const name of ['demo  CLINICIAN', 'Ada Demo-Mother', 'Ada Demo Mother']) {
    const body = signatureAt(mother.details, { ...spoken, witness: { name, role: 'Nurse' } });
    expect((await mother.refused('recordSign', body)).fields?.map(({ path }) => path)).toEqual(['witness.name']);
  }
  await mother.sign({ ...spoken, witness: { name: 'Demo Witness', role: 'Nurse' } });
  const witness = await at(version, 'WITNESS', 3);
  const other = { name: 'Demo Porter', role: 'Porter' };
  const refused = await witness.refused('recordSign', signatureAt(witness.details, { ...spoken, witness: other }));
  expect(refused.fields?.map(({ path }) => path)).toEqual(['method']);
  expect((await present(version)).consent.addedSigners).toHaveLength(1);
});

test('nor is another clinician who has signed, in either order, and whoever signs later is compared too', async () => {
  const eyes = await signIn(app, 'eyes@demo.nhs.uk');
  const spoken = { method: 'VERBAL_WITNESSED', strokes: undefined } as const;
  const version = await sent2(staff);
  await eyes.call('recordSign', typed(version));
  const mother = await at(version, 'PARENT', 1);
  const byEyes = signatureAt(mother.details, { ...spoken, witness: { name: 'Demo Eyes', role: 'Consultant' } });
  expect((await mother.refused('recordSign', byEyes)).fields?.map(({ path }) => path)).toEqual(['witness.name']);
  await mother.sign({ ...spoken, witness: { name: 'Demo Witness', role: 'Nurse' } });
  const witness = await at(version, 'WITNESS', 3);
  const late = await witness.refused('recordSign', signatureAt(witness.details, { name: 'Demo Eyes' }));
  expect(late.fields?.map(({ path }) => path)).toEqual(['name']);
  const other = await sent2(staff);
  const own = { name: 'Demo Eyes', role: 'Consultant', adult: true, method: 'TYPED', typedName: 'Demo Eyes' } as const;
  await (await at(other, 'PARENT', 1)).sign({ ...mark, strokes: ink(), witness: own });
  expect((await eyes.refused('recordSign', typed(other))).fields?.map(({ path }) => path)).toEqual(['name']);
  expect((await staff.call('recordSign', typed(other))).data.status).toBe('SIGNED');
});

test('a witness who has not signed is waited for', async () => {
  const version = await sent2(staff);
  await (await at(version, 'PARENT', 1)).sign({ ...mark, strokes: ink(), witness: { name: 'Demo Witness', role: 'Nurse' } });
  expect((await staff.call('recordSign', typed(version))).data.status).toBe('PARTIALLY_SIGNED');
  const witness = await at(version, 'WITNESS', 3);
  expect(witness.details.statement).toBe('I was there when Ada Demo-Mother answered. I saw the mark.');
  expect((await witness.sign()).data.status).toBe('SIGNED');
  await app.doJobs();
  expect((await present(version)).consent.sealState).toBe('SEALED');
});

test('a form that is written again begins without what was judged for it, and says what it was about before', async () => {
  const version = await sent2(staff, {
    ...family2({ basis: 'COURT' as 'PARENT', child: anAbleChild() }),
    disagreement: { outcome: 'COURT_ORDER', note: '', courtOrder: COURT_TREATS },
    capacity: completeCapacity(),
  });
  await staff.call('recordSign', typed(version));
  const judged = ({ disagreement, child, capacity, clinicianStatement, oldProcedures }: Sent) => ({
    judged: [disagreement, child?.gillick, capacity, clinicianStatement],
    old: oldProcedures.map(({ procedureID }) => procedureID),
  });
  const anew = { judged: [null, null, null, null], old: version.procedures.map(({ procedureID }) => procedureID) };
  const { data: reconsented } = await staff.call('recordReconsent', { id: version.recordID, reason: 'A year later' });
  expect(judged(reconsented)).toEqual(anew);
  await staff.call('recordVoid', { consentID: reconsented.consentID, reason: 'Not needed', kind: 'OTHER' });
  const { data: reopened } = await staff.call('recordReopen', { id: version.recordID, reason: 'A new finding' });
  expect(judged(reopened)).toEqual(anew);
});

test.each([
  ['Form 2 at 16', 16, async (patientID: string) => sent2(staff, { patientID })],
  [
    'Form 2 at 18 of somebody who was found not able',
    18,
    async (patientID: string) => sent2(staff, { patientID, capacity: completeCapacity(), child: aChild() }),
  ],
  [
    'Form 1 at 16 of a child who was judged able',
    16,
    async (patientID: string) => sent(staff, { patientID, child: anAbleChild() }),
  ],
] as const)('%s is not signed after the birthday, and the signature is evidence', async (_, years, send) => {
  const version = await send(await patientOf(years, 1));
  app.clock.advance(DAY);
  staff = await signIn(app);
  const signer = await at(version, version.recipients[0]!.role, 1);
  const refused = await signer.refused('recordSign', signatureAt(signer.details, { capturedAt: now() }));
  expect([refused.status, refused.code]).toEqual([409, 'MOVE_REFUSED']);
  const { consent, timeline } = await present(version);
  expect([consent.status, consent.signatures]).toEqual(['SENT', []]);
  const reason = 'The patient had a birthday, and needs another form';
  expect(timeline.at(-1)).toMatchObject({ type: 'SIGNATURE_REFUSED', detail: { reason } });
});

test.each([
  ['Form 1, of a child as it turns out', 17, 14, 'The patient was under 16'],
  ['Form 2, of an adult as it turns out', 11, 30, 'The birth date was corrected, and the patient needs another form'],
  ['Form 4, of a child as it turns out', 18, 15, 'The birth date was corrected, and the patient needs another form'],
] as const)('%s, is not signed once the birth date is corrected', async (_, years, corrected, reason) => {
  const patientID = await patientOf(years);
  const send = {
    17: () => sent(staff, { patientID }),
    11: () => sent2(staff, { patientID }),
    18: () => sentForm4(patientID),
  };
  const version = await send[years]();
  const { role } = version.recipients[0]!;
  const signer = role === 'CLINICIAN' ? null : await at(version, role, 1);
  const { version: before } = (await staff.call('patientGetDetails', { id: patientID })).data.patient;
  await staff.call('patientUpdate', { id: patientID, version: before, dateOfBirth: bornFor(corrected) });
  const refused =
    signer === null
      ? await staff.refused('recordSign', typed(version))
      : await signer.refused('recordSign', signatureAt(signer.details));
  expect(refused.code).toBe('MOVE_REFUSED');
  expect((await present(version)).timeline.at(-1)).toMatchObject({ type: 'SIGNATURE_REFUSED', detail: { reason } });
});

test('a form that a tablet completed before the birthday, and sent after it, is signed as of before alone', async () => {
  const before = now();
  const { consentID, recordID, version, data } = await draft2(staff, { patientID: await patientOf(16, 1), parents: [aParent()] });
  app.clock.advance(DAY);
  staff = await registerTablet(await signIn(app));
  const { templateVersion } = data;
  const sending = { consentID, version, channel: 'DEVICE', templateVersion: templateVersion!, shownVersion: 2 } as const;
  const answer = await sendAlone(app, staff, kept('consentSend', sending, { capturedAt: before }));
  expect(answer.status).toBe(200);
  const mother = await at({ consentID }, 'PARENT', 1);
  expect((await mother.refused('recordSign', signatureAt(mother.details, { capturedAt: now() }))).code).toBe('MOVE_REFUSED');
  expect((await mother.sign({ capturedAt: before })).data.status).toBe('PARTIALLY_SIGNED');
  await present({ recordID });
});

test('a complete draft of Form 1 for an adult needs no part of a child', async () => {
  expect((await draft(staff, { patientID: await patientOf(16) })).data.missing).toEqual([]);
});
