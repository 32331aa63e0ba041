import { beforeEach, expect, test } from 'vitest';
import { caseWords } from '#domain/cases/state-words.ts';
import { onPdf } from '#tests/server/outside/pdf/pdf-tools.ts';
import {
  aPatient,
  draft,
  handOver,
  inked,
  sent,
  signAll,
  signed,
  signIn,
  typed,
  type Caller,
} from '#tests/support/forms/builders.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';

let staff: Caller & { token: string };
const app = useTestApp();
beforeEach(async () => {
  staff = await signIn(app);
});

const details = async (recordID: string) => (await staff.call('recordDetails', { id: recordID })).data;
const complete = { clinicianStatement: { discussed: true, capacity: true, note: '' } };

test('a recall cancels the signatures, which stay in the timeline, and ends the handover', async () => {
  const version = await sent(staff);
  const patient = await handOver(app, staff, version);
  await patient.call('recordSign', inked(patient.details));
  const { data: recalled } = await staff.call('recordRecall', { consentID: version.consentID, reason: 'Wrong side' });
  expect(recalled).toMatchObject({
    status: 'DRAFT',
    contentDigest: null,
    signatures: [],
    recipients: [],
    statements: {},
    visibilityType: 'edit',
  });
  const { timeline } = await details(version.recordID);
  expect(timeline.at(-1)).toMatchObject({ type: 'RECALLED', detail: { reason: 'Wrong side', cancelledSignatures: 'PATIENT' } });
  expect(timeline.map(({ type }) => type)).toContain('SIGNED');
  expect((await patient.refused('recordSign', inked(patient.details))).code).toBe('TICKET_ENDED');

  const { version: seen } = await staff.call('consentUpdate', {
    consentID: version.consentID,
    version: recalled.version,
    mattersToMe: 'The left one',
  });
  const { data: again } = await staff.call('consentSend', { consentID: version.consentID, version: seen, channel: 'DEVICE' });
  expect(again.contentDigest).not.toBe(version.contentDigest);
  await signAll(app, staff, again);
  expect((await details(version.recordID)).record.status).toBe('SIGNED');
});

test('a recall puts what a signer wrote into the timeline, as the draft has it no longer', async () => {
  const version = await sent(staff);
  const patient = await handOver(app, staff, version);
  await patient.call('recordSign', inked(patient.details, { comments: 'Please ring my sister' }));
  const { data: recalled } = await staff.call('recordRecall', { consentID: version.consentID, reason: 'Wrong side' });
  expect(recalled.patientComments).toBe('');
  expect((await details(version.recordID)).timeline.at(-1)).toMatchObject({ type: 'RECALLED' });
  expect((await details(version.recordID)).timeline.at(-1)?.detail).toEqual({
    reason: 'Wrong side',
    cancelledSignatures: 'PATIENT',
    ownWords: `${version.recipients[0]!.recipient_name}: “Please ring my sister” (at signing)`,
  });
});

test('what is sent cannot be edited, and what is signed cannot be recalled, voided or deleted', async () => {
  const version = await sent(staff);
  const edit = { consentID: version.consentID, version: version.version, mattersToMe: 'x' };
  expect((await staff.refused('consentUpdate', edit)).code).toBe('MOVE_REFUSED');
  expect(
    (await staff.refused('consentSend', { consentID: version.consentID, version: version.version, channel: 'DEVICE' })).code,
  ).toBe('MOVE_REFUSED');
  const hasBeenOut = { status: 409, code: 'MOVE_REFUSED', message: 'This version has been out: record it as made in error' };
  expect(await staff.refused('recordDelete', { id: version.recordID })).toMatchObject(hasBeenOut);
  await signAll(app, staff, version);
  for (const refused of [
    await staff.refused('consentUpdate', edit),
    await staff.refused('recordRecall', { consentID: version.consentID, reason: 'x' }),
  ])
    expect(refused).toMatchObject({ status: 409, code: 'MOVE_REFUSED' });
  expect(await staff.refused('recordDelete', { id: version.recordID })).toMatchObject(hasBeenOut);
});

test('a reopened case keeps its old version in force until the new one is signed, then the old one is superseded', async () => {
  const old = await signed(app, staff);
  await app.doJobs();
  const { data: fresh, consentID } = await staff.call('recordReopen', { id: old.recordID, reason: 'A new finding' });
  expect(fresh).toMatchObject({ versionNumber: 2, previousConsentId: old.consentID, status: 'DRAFT', clinicianStatement: null });
  expect(fresh.oldProcedures).toEqual(old.procedures);
  expect((await details(old.recordID)).record).toMatchObject({
    status: 'DRAFT',
    inForceConsentID: old.consentID,
    currentConsentID: consentID,
    versions: 2,
  });
  const pdf = await staff.download(old.consentID);
  const verdict = async () => (await staff.call('verifyFile', { file: new Blob([new Uint8Array(pdf)]) })).data;
  expect(await verdict()).toMatchObject({ state: 'AUTHENTIC', status: 'IN_FORCE' });

  const { version } = await staff.call('consentUpdate', { consentID, version: fresh.version, ...complete });
  const { data: again } = await staff.call('consentSend', { consentID, version, channel: 'DEVICE' });
  const patient = await handOver(app, staff, again);
  await patient.call('recordSign', inked(patient.details));
  expect((await details(old.recordID)).record.inForceConsentID).toBe(old.consentID);
  await staff.call('recordSign', typed(again));
  const { record, consents } = await details(old.recordID);
  expect(record).toMatchObject({ status: 'SIGNED', inForceConsentID: consentID });
  expect(consents.map(({ versionNumber, status }) => [versionNumber, status])).toEqual([
    [2, 'SIGNED'],
    [1, 'SUPERSEDED'],
  ]);
  expect(await verdict()).toMatchObject({ state: 'AUTHENTIC', status: 'SUPERSEDED' });
  await app.doJobs();
  const copy = await staff.download(old.consentID);
  expect((await staff.call('verifyFile', { file: new Blob([new Uint8Array(copy)]) })).data).toMatchObject({ file: 'VIEW' });
});

test('a form reopened before it was signed can no longer be signed in its old version', async () => {
  const old = await sent(staff);
  const before = await handOver(app, staff, old);
  await staff.call('recordReopen', { id: old.recordID, reason: 'Wrong leaflet' });
  expect((await before.refused('recordSign', inked(before.details))).code).toBe('TICKET_ENDED');
  expect((await staff.refused('consentSendToSign', { consentID: old.consentID, role: 'PATIENT' })).code).toBe('MOVE_REFUSED');
  expect((await staff.refused('recordSign', typed(old))).code).toBe('MOVE_REFUSED');
});

test('a version that was out when a newer one was signed ends with it', async () => {
  const old = await sent(staff);
  const { consentID, data: fresh } = await staff.call('recordReopen', { id: old.recordID, reason: 'Wrong leaflet' });
  const { version } = await staff.call('consentUpdate', { consentID, version: fresh.version, ...complete });
  await signAll(app, staff, (await staff.call('consentSend', { consentID, version, channel: 'DEVICE' })).data);
  const { consents } = await details(old.recordID);
  expect(consents.map(({ status }) => status)).toEqual(['SIGNED', 'VOIDED']);
  const { records } = (await staff.call('consentGetAll', { status: 'VOIDED' })).data;
  const row = records.find((each) => each.consentID === old.consentID)!;
  // Case, list and document have one word for it, which is not that of a form made in error.
  for (const version of [consents[1]!, row])
    expect(caseWords({ ...version, waitingFor: [] }).words).toBe('Ended: a newer version was signed');
  await app.doJobs();
  const text = onPdf(await staff.download(consentID), 'pdftotext', 'FILE', '-').replaceAll(/\s+/g, ' ');
  expect(text).toContain('Ended: a newer version was signed');
  expect(text).not.toContain('Recorded in error');
  expect((await staff.refused('recordSign', typed(old))).code).toBe('MOVE_REFUSED');
});

test('consenting again fills the procedures in anew and asks the patient anew', async () => {
  const old = await signed(app, staff, { mattersToMe: 'Reading', refusals: ['No blood'] });
  const { data: fresh } = await staff.call('recordReconsent', { id: old.recordID, reason: 'Six months later' });
  expect(fresh).toMatchObject({ versionNumber: 2, previousConsentId: old.consentID, clinicianStatement: null, status: 'DRAFT' });
  expect(fresh.procedures).toEqual(old.procedures);
  expect(fresh.oldProcedures).toEqual(old.procedures);
  expect(fresh.additionalChoices.every(({ answer }) => answer === null)).toBe(true);
  expect(fresh.missing.map(({ path }) => path)).toEqual(['clinicianStatement']);
  expect((await details(old.recordID)).timeline.at(-1)).toMatchObject({
    type: 'RECONSENTED',
    detail: { reason: 'Six months later', previous: old.consentID },
  });
});

test('only a signed consent is consented again, and a draft is not reopened', async () => {
  const { recordID } = await draft(staff);
  expect((await staff.refused('recordReopen', { id: recordID, reason: 'x' })).code).toBe('MOVE_REFUSED');
  expect((await staff.refused('recordReconsent', { id: recordID, reason: 'x' })).code).toBe('MOVE_REFUSED');
  const version = await sent(staff);
  expect((await staff.refused('recordReconsent', { id: version.recordID, reason: 'x' })).code).toBe('MOVE_REFUSED');
});

test('a voided version ends for good, and the case falls back to the version before it', async () => {
  const only = await sent(staff);
  expect((await staff.call('recordVoid', { consentID: only.consentID, reason: 'Cancelled' })).data.status).toBe('VOIDED');
  expect((await details(only.recordID)).record.status).toBe('VOIDED');
  expect((await staff.refused('recordSign', typed(only))).code).toBe('MOVE_REFUSED');

  const old = await signed(app, staff);
  const { consentID } = await staff.call('recordReopen', { id: old.recordID, reason: 'A mistake' });
  await staff.call('recordVoid', { consentID, reason: 'It was right after all' });
  expect((await details(old.recordID)).record).toMatchObject({
    status: 'SIGNED',
    currentConsentID: old.consentID,
    inForceConsentID: old.consentID,
  });
});

test('a draft of a new version goes alone: the version before stays as it was, and the number is used once', async () => {
  for (const way of ['recordReopen', 'recordReconsent'] as const) {
    const old = await signed(app, staff);
    await app.doJobs();
    const id = old.recordID;
    const { consentID } = await staff.call(way, { id, reason: 'A new finding' });
    expect((await staff.call('recordDelete', { id })).message).toBe('Draft deleted');
    const { record, consents, timeline } = await details(id);
    expect(record).toMatchObject({
      status: 'SIGNED',
      currentConsentID: old.consentID,
      inForceConsentID: old.consentID,
      versions: 1,
    });
    expect(consents.map((each) => each.consentID)).toEqual([old.consentID]);
    expect(timeline.at(-1)).toMatchObject({ type: 'DRAFT_DISCARDED', versionId: consentID });
    expect((await staff.call('recordTimeline', { id })).data.chain.ok).toBe(true);
    const again = await staff.call(way, { id, reason: 'Another finding' });
    expect(again.data.versionNumber).toBe(3);
    expect((await staff.call('recordTimeline', { id })).data.chain.ok).toBe(true);
  }
});

test('a draft that has been out is not deleted, alone or with others: its signers have seen it', async () => {
  const first = await sent(staff);
  await staff.call('recordRecall', { consentID: first.consentID, reason: 'Wrong side' });
  const refused = await staff.refused('recordDelete', { id: first.recordID });
  expect([refused.code, refused.message]).toEqual(['MOVE_REFUSED', 'This version has been out: record it as made in error']);
  const old = await signed(app, staff);
  const { consentID, data } = await staff.call('recordReopen', { id: old.recordID, reason: 'A new finding' });
  const statement = { clinicianStatement: { discussed: true, capacity: true } };
  const { version } = (await staff.call('consentUpdate', { consentID, version: data.version, ...statement })).data;
  await staff.call('consentSend', { consentID, version, channel: 'DEVICE' });
  await staff.call('recordRecall', { consentID, reason: 'Wrong side' });
  expect((await staff.refused('recordDelete', { id: old.recordID })).message).toMatch(/^This version has been out/);
});

test('a version that is deleted behind the timeline is a fault', async () => {
  const old = await signed(app, staff);
  const { consentID } = await staff.call('recordReopen', { id: old.recordID, reason: 'A new finding' });
  await app.database.db
    .updateTable('consents')
    .set({ deleted_at: new Date(app.clock.now()).toISOString() })
    .where('id', '=', consentID)
    .execute();
  expect((await staff.call('recordTimeline', { id: old.recordID })).data.chain.ok).toBe(false);
});

test('a deleted draft is gone from every list', async () => {
  const made = await draft(staff);
  await staff.call('recordDelete', { id: made.recordID });
  expect((await staff.refused('recordDetails', { id: made.recordID })).code).toBe('NOT_FOUND');
  expect((await staff.refused('recordDelete', { id: made.recordID })).code).toBe('NOT_FOUND');
  const { data } = await staff.call('consentGetAll', { limit: 100 });
  expect(data.records.map(({ consentID }) => consentID)).not.toContain(made.consentID);
});

test('a deceased or merged patient takes no new consent, no new version, and no draft is sent for them', async () => {
  const { patient } = (await staff.call('patientCreate', aPatient())).data;
  const waiting = await draft(staff, { patientID: patient.id });
  const old = await signed(app, staff, { patientID: patient.id });
  const { data: deceased } = await staff.call('patientUpdateStatus', {
    id: patient.id,
    version: patient.version,
    status: 'DECEASED',
  });
  const takesNone = { status: 409, message: 'This patient is recorded as deceased or merged, so no new consent can be made' };
  expect(await staff.refused('consentCreate', { patientID: patient.id, formType: 'FORM_1' })).toMatchObject(takesNone);
  expect(await staff.refused('recordReopen', { id: old.recordID, reason: 'x' })).toMatchObject(takesNone);
  expect(await staff.refused('recordReconsent', { id: old.recordID, reason: 'x' })).toMatchObject(takesNone);
  expect(
    await staff.refused('consentSend', { consentID: waiting.consentID, version: waiting.version, channel: 'DEVICE' }),
  ).toMatchObject(takesNone);

  const other = (await staff.call('patientCreate', aPatient())).data.patient;
  const { data: merged } = await staff.call('patientUpdateStatus', {
    id: patient.id,
    version: deceased.version,
    status: 'MERGED',
    mergedInto: other.id,
  });
  expect(merged).toMatchObject({ status: 'MERGED', mergedInto: other.id });
  expect(await staff.refused('consentCreate', { patientID: patient.id, formType: 'FORM_1' })).toMatchObject(takesNone);
  expect((await staff.refused('patientUpdateStatus', { id: patient.id, version: merged.version, status: 'ACTIVE' })).code).toBe(
    'MOVE_REFUSED',
  );
  const inactive = await staff.call('patientUpdateStatus', { id: other.id, version: other.version, status: 'INACTIVE' });
  expect(inactive.data.status).toBe('INACTIVE');
  expect((await draft(staff, { patientID: other.id })).data.status).toBe('DRAFT');
});

test('a patient is merged only into another one who exists and is not merged away', async () => {
  const { patient } = (await staff.call('patientCreate', aPatient())).data;
  for (const mergedInto of [undefined, null, patient.id, '018f0000-0000-7000-8000-000000000000'])
    expect(
      (await staff.refused('patientUpdateStatus', { id: patient.id, version: 1, status: 'MERGED', mergedInto })).fields,
    ).toMatchObject([{ path: 'mergedInto' }]);
  expect(
    (await staff.refused('patientUpdateStatus', { id: patient.id, version: 1, status: 'INACTIVE', mergedInto: patient.id }))
      .fields,
  ).toMatchObject([{ path: 'mergedInto' }]);
});

test('a stale version is refused with what is there now, and changes nothing', async () => {
  const { patient } = (await staff.call('patientCreate', aPatient())).data;
  const { data: current } = await staff.call('patientUpdate', { id: patient.id, version: 1, firstName: 'Second' });
  const stale = await staff.refused('patientUpdate', { id: patient.id, version: 1, firstName: 'Third' });
  expect(stale).toMatchObject({ status: 409, code: 'VERSION_CONFLICT', data: { current } });
  expect(await staff.refused('patientUpdateStatus', { id: patient.id, version: 1, status: 'INACTIVE' })).toMatchObject({
    code: 'VERSION_CONFLICT',
    data: { current },
  });
  expect((await staff.call('patientGetDetails', { id: patient.id })).data.patient).toEqual(current);

  const made = await draft(staff);
  const { data: edited } = await staff.call('consentUpdate', {
    consentID: made.consentID,
    version: made.version,
    mattersToMe: 'Second',
  });
  const now = { code: 'VERSION_CONFLICT', data: { current: { mattersToMe: 'Second', version: edited.version } } };
  expect(
    await staff.refused('consentUpdate', { consentID: made.consentID, version: made.version, mattersToMe: 'Third' }),
  ).toMatchObject(now);
  expect(
    await staff.refused('consentSend', { consentID: made.consentID, version: made.version, channel: 'DEVICE' }),
  ).toMatchObject(now);
});

test('a draft keeps every field that is not named, and the step where it was left', async () => {
  const made = await draft(staff, { mattersToMe: 'Reading', activeTab: 1 });
  const { data } = await staff.call('consentUpdate', {
    consentID: made.consentID,
    version: made.version,
    refusals: ['No blood'],
    activeTab: 3,
  });
  expect(data).toMatchObject({ mattersToMe: 'Reading', refusals: ['No blood'], activeTab: 3, procedures: made.data.procedures });
});

test('two tablets that make the same draft, or the same patient, make it once', async () => {
  const id = '018f0000-0000-7000-8000-00000000abcd';
  const both = await Promise.all(
    [1, 2].map(() => staff.call('patientCreate', aPatient({ id })).catch((error: unknown) => error)),
  );
  const refused = both.filter((each) => each instanceof Error);
  expect(refused).toMatchObject([{ status: 409, fields: [{ path: 'id' }] }]);
  const consentID = '018f0000-0000-7000-8000-00000000abce';
  const drafts = await Promise.all(
    [1, 2].map(() =>
      staff.call('consentCreate', { patientID: id, formType: 'FORM_1', consentID }).catch((error: unknown) => error),
    ),
  );
  expect(drafts.filter((each) => each instanceof Error)).toHaveLength(1);
  expect(drafts.find((each) => each instanceof Error)).toMatchObject({
    status: expect.toSatisfy((status: number) => status < 500),
  });
});

test('the ids of what was deleted are used up', async () => {
  const made = await draft(staff);
  await staff.call('recordDelete', { id: made.recordID });
  const again = { patientID: made.data.patientID, formType: 'FORM_1' } as const;
  expect((await staff.refused('consentCreate', { ...again, consentID: made.consentID })).fields).toMatchObject([
    { path: 'consentID' },
  ]);
  expect((await staff.refused('consentCreate', { ...again, recordID: made.recordID })).fields).toMatchObject([
    { path: 'recordID' },
  ]);
});

test('a patient who dies between sending and signing is not signed for', async () => {
  const { patient } = (await staff.call('patientCreate', aPatient())).data;
  const version = await sent(staff, { patientID: patient.id });
  await staff.call('patientUpdateStatus', { id: patient.id, version: 1, status: 'DECEASED' });
  expect(await staff.refused('recordSign', typed(version))).toMatchObject({
    message: 'This patient is recorded as deceased or merged, so no new consent can be made',
  });
});
