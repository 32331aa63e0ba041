import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import type { Input, Output } from '#contract/calls.ts';
import { REFERRAL_MOVES } from '#domain/referrals/referral.ts';
import { aPatient, signIn, templateId, procedureId, type Caller } from '#tests/support/forms/builders.ts';
import { addPerson } from '#tests/support/people/people.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';

type Staff = Caller & { token: string };
type Referred = Output<'recordRefer'>['data'];
let referrer: Staff;
let eyes: Staff;
let surgeon: Staff;
let other: Staff;
const app = useTestApp(async (opened) => {
  referrer = await signIn(opened, 'referrer@demo.nhs.uk');
  eyes = await signIn(opened, 'eyes@demo.nhs.uk');
  surgeon = await signIn(opened, 'clinician@demo.nhs.uk');
  other = await signIn(opened, 'clinician@second.nhs.uk');
});

let patientID: string;
beforeEach(async () => {
  patientID = (await referrer.call('patientCreate', aPatient())).data.patient.id;
});

const QUESTION = 'Is an operation right for the cataract?';
async function referred(change: { submit?: boolean; to?: { userId: string } | { speciality: string } } = {}): Promise<Referred> {
  const to = { speciality: 'Ophthalmology' };
  return (await referrer.call('recordRefer', { patientID, to, question: QUESTION, ...change })).data;
}
const move = (
  by: Caller,
  { recordID, version }: Pick<Referred, 'recordID' | 'version'>,
  what: (typeof REFERRAL_MOVES)[number],
  text?: string,
) => by.call('recordReferral', { recordID, version, move: what, ...(text === undefined ? {} : { text }) });
const mine = async (by: Caller, status = 'ALL') =>
  (await by.call('recordGet', { referral: 'MINE', status, limit: 100 })).data.records.map(({ recordID }) => recordID);
async function withPermissions(permissions: Input<'roleCreate'>['permissions']): Promise<Staff> {
  const admin = await signIn(app, 'admin@demo.nhs.uk');
  const role = (await admin.call('roleCreate', { name: `Role ${randomUUID().slice(0, 8)}`, permissions })).data;
  const { email } = await addPerson(app);
  await admin.call('userAuthorise', { email, roleID: role._id, expiryDate: '2030-01-01' });
  return signIn(app, email);
}
const idOf = async (by: Caller) => (await by.call('userMe', {})).user._id;

test('a referral is submitted at once, stands with both sides, and its case has no form', async () => {
  const record = await referred();
  expect(record).toMatchObject({
    status: 'UNDER_REVIEW',
    currentConsentID: null,
    current: null,
    versions: 0,
    version: 1,
    referral: {
      status: 'UNDER_REVIEW',
      question: QUESTION,
      answer: null,
      to: { speciality: 'Ophthalmology' },
      from: { name: 'Demo Referrer' },
      messages: [],
      attachments: [],
    },
  });
  for (const reader of [referrer, eyes]) expect(await mine(reader, 'UNDER_REVIEW')).toContain(record.recordID);
  expect(await mine(surgeon)).not.toContain(record.recordID);
  expect((await surgeon.call('recordDetails', { id: record.recordID })).data.consents).toEqual([]);
  expect((await eyes.call('recordReferralGet', { id: record.recordID })).data.sides).toEqual(['ADDRESSEE']);
  expect((await referrer.call('recordReferralGet', { id: record.recordID })).data.sides).toEqual(['REFERRER']);
  expect((await surgeon.call('recordReferralGet', { id: record.recordID })).data.sides).toEqual([]);
});

test('a first form starts with what the referral names, unless the call says otherwise', async () => {
  const [cataract, scope] = [await procedureId(eyes), await procedureId(eyes, 'caesarean')];
  const formOf = async (procedures: Input<'recordRefer'>['procedures'], more: object = {}) => {
    const to = { speciality: 'Ophthalmology' };
    const record = (await referrer.call('recordRefer', { patientID, to, question: QUESTION, procedures })).data;
    await move(eyes, record, 'ACCEPT');
    const { data } = await eyes.call('consentCreate', { patientID, recordID: record.recordID, formType: 'FORM_1', ...more });
    return data.procedures;
  };
  const [one, two] = await formOf([{ procedureID: cataract, side: 'LEFT' }, { procedureID: scope }]);
  const { data: library } = await eyes.call('procedureGetDetails', { id: cataract });
  expect(one).toMatchObject({ procedureID: cataract, side: 'LEFT', risks: library.risks, site: library.siteDefault ?? '' });
  // The library asks for no side of this one.
  expect(two).toMatchObject({ procedureID: scope, side: null });
  expect(await formOf([])).toEqual([]);
  expect(await formOf([{ procedureID: cataract, side: 'LEFT' }], { procedures: [] })).toEqual([]);
  const referral = [{ procedureID: scope }, { procedureID: cataract }];
  const record = (
    await referrer.call('recordRefer', {
      patientID,
      to: { speciality: 'Ophthalmology' },
      question: QUESTION,
      procedures: referral,
    })
  ).data;
  await app.database.db.updateTable('procedures').set({ status: 'RETIRED' }).where('id', '=', scope).execute();
  await move(eyes, record, 'ACCEPT');
  const { data } = await eyes.call('consentCreate', { patientID, recordID: record.recordID, formType: 'FORM_1' });
  expect(data.procedures.map(({ procedureID }) => procedureID)).toEqual([cataract]);
  await app.database.db.updateTable('procedures').set({ status: 'ACTIVE' }).where('id', '=', scope).execute();
});

test('accepted, the case is the clinician’s, and consent/create gives it its first version', async () => {
  const record = await referred();
  const first = { patientID, recordID: record.recordID, formType: 'FORM_1' as const };
  expect((await eyes.refused('consentCreate', first)).code).toBe('MOVE_REFUSED');
  const accepted = (await move(eyes, record, 'ACCEPT', 'I will see them.')).data;
  expect(accepted).toMatchObject({
    status: 'DRAFT',
    currentConsentID: null,
    version: 2,
    clinician: { name: 'Demo Eyes' },
    referral: { status: 'ACCEPTED', answer: 'I will see them.', messages: [{ move: 'ACCEPT', by: 'Demo Eyes' }] },
  });
  const made = await eyes.call('consentCreate', {
    ...first,
    templateID: await templateId(eyes),
    procedures: [{ procedureID: await procedureId(eyes), side: 'RIGHT' }],
  });
  expect(made.recordID).toBe(record.recordID);
  const { data } = await eyes.call('recordDetails', { id: record.recordID });
  expect(data.record).toMatchObject({ currentConsentID: made.consentID, status: 'DRAFT', versions: 1 });
  expect(data.timeline.map(({ type }) => type)).toEqual(['CASE_CREATED', 'REFERRED', 'REFERRAL_ACCEPTED', 'CONSENT_CREATED']);
  expect((await eyes.refused('consentCreate', first)).code).toBe('MOVE_REFUSED');
  expect((await eyes.refused('recordDelete', { id: record.recordID })).message).toBe(
    'This draft belongs to a referral: record it as made in error',
  );
  // The referrer prepares, and sends nothing.
  const draft = await referrer.call('consentUpdate', {
    consentID: made.consentID,
    version: made.version,
    mattersToMe: 'To drive',
  });
  expect(
    (await referrer.refused('consentSend', { consentID: made.consentID, version: draft.version, channel: 'DEVICE' })).code,
  ).toBe('FORBIDDEN');
  // Closed, the case goes on without the referrer.
  const now = (await eyes.call('recordDetails', { id: record.recordID })).data.record;
  const closed = (await move(referrer, now, 'CLOSE')).data;
  expect(closed).toMatchObject({ status: 'DRAFT', referral: { status: 'CLOSED' }, current: null, versions: 0 });
  expect((await eyes.call('recordDetails', { id: record.recordID })).data.record).toMatchObject({ status: 'DRAFT', versions: 1 });
  expect((await referrer.refused('recordDetails', { id: record.recordID })).code).toBe('NOT_FOUND');
  expect(
    (await referrer.refused('consentUpdate', { consentID: made.consentID, version: draft.version, mattersToMe: '' })).code,
  ).toBe('NOT_FOUND');
});

test('a question goes back, its answer comes again, and a rejection ends the case and the reach of the referrer', async () => {
  const record = await referred({ to: { userId: await idOf(eyes) } });
  const asked = (await move(eyes, record, 'ASK', 'Which eye?')).data;
  expect(asked).toMatchObject({ status: 'UNDER_REVIEW', referral: { status: 'MORE_INFO', answer: 'Which eye?' } });
  const again = (await move(referrer, asked, 'REPLY', 'The right one.')).data;
  expect(again.referral).toMatchObject({ status: 'UNDER_REVIEW', answer: 'Which eye?' });
  expect((await referrer.call('patientGetDetails', { id: patientID })).data.patient.id).toBe(patientID);
  const rejected = (await move(eyes, again, 'REJECT', 'Glasses first.')).data;
  expect(rejected).toMatchObject({ status: 'VOIDED', referral: { status: 'REJECTED', answer: 'Glasses first.' } });
  expect(rejected.referral?.messages.map((each) => `${each.by}: ${each.move} ${each.text}`)).toEqual([
    'Demo Eyes: ASK Which eye?',
    'Demo Referrer: REPLY The right one.',
    'Demo Eyes: REJECT Glasses first.',
  ]);
  expect((await referrer.refused('patientGetDetails', { id: patientID })).code).toBe('NOT_FOUND');
  expect((await referrer.refused('recordDetails', { id: record.recordID })).code).toBe('NOT_FOUND');
  expect((await referrer.call('recordGet', { limit: 100 })).data.records.map(({ recordID }) => recordID)).not.toContain(
    record.recordID,
  );
  expect(await mine(referrer, 'REJECTED')).toContain(record.recordID);
  const left = (await referrer.call('recordReferralGet', { id: record.recordID })).data.record;
  expect(left.referral?.answer).toBe('Glasses first.');
  // Another referral opens patient and case again, and they can be referred only while they are seen.
  expect((await referrer.refused('recordRefer', { patientID, to: { speciality: 'Urology' }, question: 'Why?' })).code).toBe(
    'NOT_FOUND',
  );
});

test('a draft is changed, and submitted by its referrer; a case that nobody accepted is voided by closing it', async () => {
  const made = await referred({ submit: false });
  expect(made).toMatchObject({ status: 'UNDER_REVIEW', referral: { status: 'DRAFT', submittedAt: null } });
  expect(await mine(eyes)).not.toContain(made.recordID);
  const changed = await referrer.call('recordUpdate', {
    recordID: made.recordID,
    version: made.version,
    referral: { question: 'Is the left eye better now?', to: { speciality: 'urology' } },
  });
  expect(changed.data.referral).toMatchObject({ question: 'Is the left eye better now?', to: { speciality: 'Urology' } });
  const stale = await referrer.refused('recordUpdate', {
    recordID: made.recordID,
    version: made.version,
    referral: { question: 'Other' },
  });
  expect(stale.code).toBe('VERSION_CONFLICT');
  expect((await eyes.refused('recordUpdate', { recordID: made.recordID, version: 2, referral: { question: 'Mine' } })).code).toBe(
    'FORBIDDEN',
  );
  const out = (await move(referrer, changed.data, 'REPLY', 'Is the left eye better now?')).data;
  expect(out.referral).toMatchObject({ status: 'UNDER_REVIEW', submittedAt: expect.any(String) });
  expect(
    (await referrer.refused('recordUpdate', { recordID: made.recordID, version: out.version, referral: { question: 'Late' } }))
      .code,
  ).toBe('MOVE_REFUSED');
  const closed = (await move(referrer, out, 'CLOSE', 'Seen elsewhere')).data;
  expect(closed).toMatchObject({ status: 'VOIDED', referral: { status: 'CLOSED', answer: null } });
});

test.each(REFERRAL_MOVES)(
  '%s is for its side alone: not for another speciality, another hospital or a person without a part',
  async (what) => {
    const record = await referred();
    const input = { recordID: record.recordID, version: record.version, move: what, text: 'Some words' };
    expect((await surgeon.refused('recordReferral', input)).code).toBe('FORBIDDEN');
    expect((await other.refused('recordReferral', input)).code).toBe('NOT_FOUND');
    const stranger = await signIn(app, (await addPerson(app, { role: 'REFERRER' })).email);
    expect((await stranger.refused('recordReferral', input)).code).toBe('NOT_FOUND');
    const wrongSide = what === 'REPLY' ? eyes : what === 'CLOSE' ? surgeon : referrer;
    expect((await wrongSide.refused('recordReferral', input)).code).toBe('FORBIDDEN');
    expect((await eyes.call('recordReferralGet', { id: record.recordID })).data.record.version).toBe(1);
  },
);

test('two accept at once: one has the case, the other learns of it', async () => {
  const colleague = await signIn(app, (await addPerson(app, { role: 'CLINICIAN', like: 'eyes@demo.nhs.uk' })).email);
  const record = await referred();
  const results = await Promise.allSettled([move(eyes, record, 'ACCEPT'), move(colleague, record, 'ACCEPT')]);
  const refused = results.flatMap((each) => (each.status === 'rejected' ? [each.reason as { code: string; data: unknown }] : []));
  expect(refused.map(({ code }) => code)).toEqual(['VERSION_CONFLICT']);
  expect(refused[0]?.data).toMatchObject({ current: { referral: { status: 'ACCEPTED' } } });
  const { timeline } = (await eyes.call('recordDetails', { id: record.recordID })).data;
  expect(timeline.filter(({ type }) => type === 'REFERRAL_ACCEPTED')).toHaveLength(1);
});

test('the same call with the same key takes effect once', async () => {
  const [id, key] = [randomUUID(), randomUUID()];
  const input = { id, patientID, to: { speciality: 'Ophthalmology' }, question: QUESTION };
  const once = await referrer.call('recordRefer', input, key);
  expect((await referrer.call('recordRefer', input, key)).data).toEqual(once.data);
  expect((await referrer.refused('recordRefer', input, randomUUID())).code).toBe('ALREADY_EXISTS');
  const moveKey = randomUUID();
  const asking = { recordID: id, version: 1, move: 'ASK' as const, text: 'Which eye?' };
  await eyes.call('recordReferral', asking, moveKey);
  const replayed = await eyes.call('recordReferral', asking, moveKey);
  expect(replayed.data.referral?.messages).toHaveLength(1);
});

test('words, addressees and patients that are none are refused in words', async () => {
  const record = await referred();
  const bare = { recordID: record.recordID, version: record.version };
  for (const each of ['ASK', 'REJECT', 'REPLY'] as const)
    expect(await faultsOfCall('POST', 'record/referral', { ...bare, move: each, text: '  ' })).toEqual([
      { path: 'text', message: 'Enter the text' },
    ]);
  const to = async (target: { userId: string } | { speciality: string }) =>
    (await referrer.refused('recordRefer', { patientID, to: target, question: QUESTION })).fields?.[0];
  expect(await to({ speciality: 'Alchemy' })).toEqual({ path: 'to.speciality', message: 'There is no such speciality' });
  expect(await to({ userId: await idOf(other) })).toEqual({
    path: 'to.userId',
    message: 'This person does not review referrals here',
  });
  expect((await to({ userId: await idOf(referrer) }))?.path).toBe('to.userId');
  const theirs = (await surgeon.call('patientCreate', aPatient())).data.patient.id;
  expect(
    (await referrer.refused('recordRefer', { patientID: theirs, to: { speciality: 'Urology' }, question: 'Why?' })).code,
  ).toBe('NOT_FOUND');
  expect((await eyes.refused('recordReferral', { ...bare, version: 7, move: 'ACCEPT' })).code).toBe('VERSION_CONFLICT');
  expect((await eyes.refused('recordReopen', { id: record.recordID, reason: 'No form yet' })).code).toBe('MOVE_REFUSED');
  const ofReferrals = 'The status must be one of DRAFT, UNDER_REVIEW, ACCEPTED, MORE_INFO, REJECTED, CLOSED, ALL';
  for (const status of ['SENT', 'OPEN'])
    expect(await faultsOfCall('GET', `record/get?referral=MINE&status=${status}`)).toEqual([
      { path: 'status', message: ofReferrals },
    ]);
  expect(await faultsOfCall('GET', 'record/get?status=MORE_INFO')).toMatchObject([{ path: 'status' }]);
});

/** The faults of an input as the server names them: the client refuses it before. */
async function faultsOfCall(method: 'GET' | 'POST' | 'PUT', path: string, body?: object): Promise<unknown> {
  const headers = { authorization: `Bearer ${eyes.token}` };
  const answer = await app.ask({ method, url: `/api/${path}`, headers, ...(body === undefined ? {} : { payload: body }) });
  expect(answer.status).toBe(400);
  return answer.body.fields;
}

test('the figures are those of the list', async () => {
  await referred();
  await referred({ submit: false });
  for (const reader of [referrer, eyes]) {
    const { data: amounts } = await reader.call('recordReferralAmounts', {});
    expect(amounts.total).toBe((await reader.call('recordGet', { referral: 'MINE' })).data.total);
    expect(amounts.underReview).toBe((await reader.call('recordGet', { referral: 'MINE', status: 'under_review' })).data.total);
    expect(amounts.draft).toBe((await reader.call('recordGet', { referral: 'MINE', status: 'DRAFT' })).data.total);
    expect(amounts.underReview).toBeGreaterThan(0);
  }
  const ended = await referred();
  await move(eyes, ended, 'REJECT', 'Glasses first.');
  // The seeded referrer sees no figures; one of a role that does counts those that have ended as well.
  const counting = await withPermissions(['patients.read', 'patients.write', 'referrals.write', 'dashboard.read']);
  const theirs = (await counting.call('patientCreate', aPatient())).data.patient.id;
  const input = { patientID: theirs, to: { speciality: 'Ophthalmology' }, question: QUESTION };
  await move(eyes, (await counting.call('recordRefer', input)).data, 'REJECT', 'Glasses first.');
  for (const reader of [eyes, counting]) {
    const { refcaseAmounts } = (await reader.call('dashboardInfo', {})).data;
    expect(refcaseAmounts).toEqual((await reader.call('recordReferralAmounts', { referral: 'ALL' })).data);
    expect(refcaseAmounts.rejected).toBeGreaterThan(0);
  }
});

test('either side reads list, figures and file of referrals; the list of cases is for readers of consents', async () => {
  const { recordID } = await referred();
  const reviewing = await withPermissions(['referrals.review']);
  const reading = await withPermissions(['consents.read']);
  const listed = (await reviewing.call('recordGet', { referral: 'ALL', limit: 100 })).data.records;
  expect(listed.map((each) => each.recordID)).toContain(recordID);
  expect((await reviewing.call('recordReferralAmounts', { referral: 'ALL' })).data.total).toBeGreaterThan(0);
  expect((await reviewing.refused('recordGet', {})).code).toBe('FORBIDDEN');
  await reading.call('recordGet', {});
  expect((await reading.refused('recordGet', { referral: 'ALL' })).code).toBe('FORBIDDEN');
  expect((await reading.refused('recordReferralAmounts', {})).code).toBe('FORBIDDEN');
  const status = async (token: string) =>
    (
      await app.ask({
        method: 'GET',
        url: '/api/export/referrals?format=CSV&referral=ALL',
        headers: { authorization: `Bearer ${token}` },
      })
    ).status;
  expect([await status(reviewing.token), await status(reading.token)]).toEqual([200, 403]);
});

test('a draft is changed alone: what belongs to its case is refused with it, and not dropped', async () => {
  const { recordID, version } = await referred({ submit: false });
  const listing = { date: '2026-12-01', theatre: null, listType: 'THEATRE' };
  for (const more of [{ listed: listing }, { listed: null }, { clinicianID: await idOf(eyes) }])
    expect(
      await faultsOfCall('PUT', 'record/update', { recordID, version, referral: { question: 'Why?' }, ...more }),
    ).toMatchObject([{ path: 'referral', message: expect.stringContaining('changed alone') }]);
});

test('those it is for are told of it, and the referrer of a question, in mails that say nothing of it', async () => {
  const { db } = app.database;
  const mails = async () =>
    await db
      .selectFrom('mails')
      .select(['kind', 'address', 'subject', 'body'])
      .where('kind', 'in', ['REFERRAL_NEW', 'REFERRAL_ANSWERED', 'REFERRAL_MOVED'])
      .orderBy('created_at')
      .execute();
  const before = (await mails()).length;
  const to = { userId: await idOf(eyes) };
  const record = await referred({ to });
  const asked = (await move(eyes, record, 'ASK', 'Which eye?')).data;
  await move(referrer, asked, 'REPLY', 'The right one.');
  const queued = (await mails()).slice(before);
  expect(queued.map(({ kind, address }) => [kind, address])).toEqual([
    ['REFERRAL_NEW', 'eyes@demo.nhs.uk'],
    ['REFERRAL_MOVED', 'referrer@demo.nhs.uk'],
    ['REFERRAL_ANSWERED', 'eyes@demo.nhs.uk'],
  ]);
  const texts = JSON.stringify(queued);
  for (const word of ['cataract', 'Which eye', record.patient.lastName, 'Demo Referrer']) expect(texts).not.toContain(word);
  expect(texts).toContain('/my-referral');
});

test('the mailbox of a speciality hears of what is referred to it, answered and closed, and of nothing for a person', async () => {
  const admin = await signIn(app, 'admin@demo.nhs.uk');
  const { specialities } = (await referrer.call('recordAddressees', {})).data;
  const specialityID = specialities.find(({ name }) => name === 'Ophthalmology')?._id ?? '';
  const team = { specialityID, name: 'Demo eye team', email: 'eye-team@demo.example' };
  await admin.call('messagesTeamsUpdate', { teams: [team] });
  const mails = async () =>
    app.database.db
      .selectFrom('mails')
      .select(['kind', 'user_id', 'body'])
      .where('address', '=', team.email)
      .orderBy('created_at')
      .execute();
  const record = await referred();
  const asked = (await move(eyes, record, 'ASK', 'Which eye?')).data;
  const replied = (await move(referrer, asked, 'REPLY', 'The right one.')).data;
  await move(referrer, replied, 'CLOSE');
  const queued = await mails();
  expect(queued.map(({ kind, user_id }) => [kind, user_id])).toEqual([
    ['REFERRAL_NEW', null],
    ['REFERRAL_ANSWERED', null],
    ['REFERRAL_MOVED', null],
  ]);
  const texts = JSON.stringify(queued);
  for (const word of ['cataract', 'Which eye', record.patient.lastName, 'Demo Referrer']) expect(texts).not.toContain(word);
  expect(texts).toContain('because it is that of the team');
  // Of a referral that has ended its referrer reads the patient no more.
  patientID = (await referrer.call('patientCreate', aPatient())).data.patient.id;
  await referred({ to: { userId: await idOf(eyes) } });
  expect(await mails()).toHaveLength(3);
  await admin.call('messagesTeamsUpdate', { teams: [], ended: [specialityID] });
});

test('whom one may refer to: people who review, and specialities with how many there are', async () => {
  const { people, specialities } = (await referrer.call('recordAddressees', {})).data;
  expect(people.map(({ name }) => name)).toContain('Demo Eyes');
  expect(people.map(({ name }) => name)).not.toContain('Demo Nurse');
  expect(specialities.find(({ name }) => name === 'Ophthalmology')?.people).toBeGreaterThan(0);
});

test('the record of a case is checked with the state of its referral', async () => {
  const record = await referred();
  await move(eyes, record, 'ACCEPT');
  const chain = async () => (await eyes.call('recordTimeline', { id: record.recordID })).data.chain.ok;
  expect(await chain()).toBe(true);
  const { db } = app.database;
  await db.updateTable('cases').set({ referral_status: 'REJECTED' }).where('id', '=', record.recordID).execute();
  expect(await chain()).toBe(false);
});

test('a tablet of the referrer loses the patient when the referral ends', async () => {
  const record = await referred();
  const first = await referrer.call('syncChanges', {});
  expect(first.changes.find(({ id }) => id === patientID)?.data).not.toBeNull();
  await move(eyes, record, 'REJECT', 'Glasses first.');
  const next = await referrer.call('syncChanges', { since: first.cursor });
  expect(next.changes.find(({ id }) => id === patientID)?.data).toBeNull();
});
