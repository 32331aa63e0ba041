import { beforeEach, expect, test } from 'vitest';
import { FAILURES } from '#domain/base/messages.ts';
import { importDesk } from '#tests/server/work/imports/desk.ts';
import {
  aPatient,
  draft,
  handOver,
  inked,
  sent,
  signAll,
  signed,
  signIn,
  testNhsNumber,
  type Caller,
} from '#tests/support/forms/builders.ts';
import { recordStatements } from '#tests/support/server/statements.ts';
import { pull, TOLD_TWICE } from '#tests/support/tablet/tablet.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';

let staff: Caller & { token: string };
let admin: Caller & { token: string };
const app = useTestApp(async (opened) => {
  staff = await signIn(opened);
  admin = await signIn(opened, 'admin@demo.nhs.uk');
});

type Record = { id: string; recordID: string | null; lastName: string };
let [one, two, three]: Record[] = [];
let nth = 0;
beforeEach(async () => {
  nth += 1;
  const make = async (name: string) =>
    (await staff.call('patientCreate', aPatient({ firstName: 'Jo', lastName: `Demo-${name}${'abcdefghijklmnop'[nth]}` }))).data
      .patient;
  [one, two, three] = [await make('Smyth'), await make('Smith'), await make('Smithe')];
});

const details = async (id: string, caller: Caller = staff) => (await caller.call('patientGetDetails', { id })).data;
const versionOf = async (id: string) => (await details(id)).patient.version;
const merge = async (from: Record, into: Record) =>
  (
    await staff.call('patientUpdateStatus', {
      id: from.id,
      version: await versionOf(from.id),
      status: 'MERGED',
      mergedInto: into.id,
    })
  ).data;
const refusedMerge = async (from: Record, into: Record) =>
  staff.refused('patientUpdateStatus', { id: from.id, version: await versionOf(from.id), status: 'MERGED', mergedInto: into.id });
const undo = async (of: Record) =>
  (await admin.call('patientUnmerge', { id: of.id, version: await versionOf(of.id), reason: 'Two brothers' })).data;
const kinds = async (id: string) => (await staff.call('patientHistory', { id })).data.records.map(({ kind }) => kind);
const mergedFromOf = ({ id, recordID, lastName }: Record) => ({ id, recordID, firstName: 'Jo', lastName });

test('cases of a merged record stand on the record in use with their own record, on its page, in the lists and by either name', async () => {
  const { recordID } = await draft(staff, { patientID: one!.id });
  const own = await draft(staff, { patientID: two!.id });
  const from = app.clock.now();
  const { mergedAt: at, ...merged } = await merge(one!, two!);
  expect(merged).toMatchObject({ mergedInto: two!.id, survivorID: two!.id });
  expect(Date.parse(at!)).toBeGreaterThanOrEqual(from);

  const { records } = await details(two!.id);
  expect(records.map((each) => [each.recordID, each.patient.id, each.mergedFrom ?? null]).toSorted()).toEqual(
    [
      [recordID, two!.id, { ...mergedFromOf(one!), dateOfBirth: expect.any(String), mergedAt: at }],
      [own.recordID, two!.id, null],
    ].toSorted(),
  );
  expect((await details(one!.id)).records.map((each) => each.recordID)).toEqual([recordID]);
  for (const { lastName } of [one!, two!]) {
    const found = (await staff.call('recordGet', { search: lastName })).data.records.filter((each) => each.recordID === recordID);
    expect(found).toMatchObject([{ patient: { id: two!.id, lastName: two!.lastName }, mergedFrom: mergedFromOf(one!) }]);
    const versions = (await staff.call('consentGetAll', { search: lastName })).data.records.filter(
      (each) => each.recordID === recordID,
    );
    expect(versions).toMatchObject([{ patient: { id: two!.id }, mergedFrom: mergedFromOf(one!) }]);
  }
  expect((await staff.call('recordDetails', { id: recordID })).data.record).toMatchObject({
    patient: { id: two!.id },
    mergedFrom: mergedFromOf(one!),
  });
});

test('a theatre list names the record in use and the merged one, and is red', async () => {
  const done = await signed(app, staff, { patientID: one!.id });
  await app.doJobs();
  const { version } = (await staff.call('recordDetails', { id: done.recordID })).data.record;
  await staff.call('recordUpdate', {
    recordID: done.recordID,
    version,
    listed: { date: '2026-09-02', theatre: null, listType: 'THEATRE' },
  });
  await merge(one!, two!);
  const { data } = await staff.call('patientListed', { startDate: '2026-09-02', endDate: '2026-09-02' });
  expect(data.filter((each) => each.recordID === done.recordID)).toMatchObject([
    { patient: { id: two!.id, lastName: two!.lastName, status: 'ACTIVE' }, mergedFrom: mergedFromOf(one!), light: 'RED' },
  ]);
});

test('what was signed keeps the identity that was shown, and the timeline tells of the merge and of its undoing', async () => {
  const done = await signed(app, staff, { patientID: one!.id });
  await app.doJobs();
  await merge(one!, two!);
  await undo(one!);
  await merge(one!, two!);
  const { consents, timeline } = (await staff.call('recordDetails', { id: done.recordID })).data;
  expect(consents[0]).toMatchObject({ patientID: one!.id, shownPatient: { lastName: one!.lastName }, status: 'SIGNED' });
  const told = timeline.filter(({ type }) => type.startsWith('PATIENT_'));
  expect(told.map(({ type, detail }) => [type, detail])).toEqual([
    ['PATIENT_MERGED', { into: two!.recordID }],
    ['PATIENT_UNMERGED', { from: two!.recordID, reason: 'Two brothers' }],
    ['PATIENT_MERGED', { into: two!.recordID }],
  ]);
  expect((await staff.call('recordTimeline', { id: done.recordID })).data.chain.ok).toBe(true);
});

test('nothing new starts on a merged record: no case, no version, no signature, no change of details', async () => {
  const out = await sent(staff, { patientID: one!.id });
  const holder = await handOver(app, staff, out);
  await merge(one!, two!);
  const refused = FAILURES.PATIENT_TAKES_NONE.message;
  expect((await staff.refused('consentCreate', { patientID: one!.id, formType: 'FORM_1' })).message).toBe(refused);
  expect((await holder.refused('recordSign', inked(holder.details))).message).toBe(refused);
  expect(
    await staff.refused('patientUpdate', { id: one!.id, version: await versionOf(one!.id), firstName: 'New' }),
  ).toMatchObject({
    status: 409,
    message: FAILURES.PATIENT_IS_MERGED.message,
  });
  // A form that is out is taken back or recorded in error, and made anew on the record in use.
  await staff.call('recordVoid', { consentID: out.consentID, reason: 'The record was merged', kind: 'OTHER' });
  expect((await draft(staff, { patientID: two!.id })).data.status).toBe('DRAFT');
});

test('in a chain all cases stand on its end, and each undoing takes back what stood on that record', async () => {
  const [first, second] = [await draft(staff, { patientID: one!.id }), await draft(staff, { patientID: two!.id })];
  await merge(one!, two!);
  await merge(two!, three!);
  const casesOf = async (id: string) => (await details(id)).records.map(({ recordID }) => recordID).toSorted();
  expect(await casesOf(three!.id)).toEqual([first.recordID, second.recordID].toSorted());
  expect((await details(one!.id)).patient).toMatchObject({ mergedInto: two!.id, survivorID: three!.id });
  expect((await details(three!.id)).records.find(({ recordID }) => recordID === first.recordID)?.mergedFrom).toMatchObject(
    mergedFromOf(one!),
  );

  await undo(two!);
  expect(await casesOf(three!.id)).toEqual([]);
  expect(await casesOf(two!.id)).toEqual([first.recordID, second.recordID].toSorted());
  expect((await details(one!.id)).patient).toMatchObject({ mergedInto: two!.id, survivorID: two!.id });
  await undo(one!);
  expect(await casesOf(two!.id)).toEqual([second.recordID]);
  expect(await casesOf(one!.id)).toEqual([first.recordID]);
});

test('a record that moves on with the one it was merged into says so in its history and its cases, and so does the undoing', async () => {
  const first = await draft(staff, { patientID: one!.id });
  await merge(one!, two!);
  await merge(two!, three!);
  await undo(two!);
  const { records, isIntact: isHistoryIntact } = (await staff.call('patientHistory', { id: one!.id })).data;
  expect(records.map(({ kind, recordID }) => [kind, recordID])).toEqual([
    ['MOVED', two!.recordID],
    ['MOVED', three!.recordID],
    ['MERGED', two!.recordID],
    ['CREATED', undefined],
  ]);
  expect([isHistoryIntact, records.every(({ isIntact }) => isIntact), records[0]?.reason]).toEqual([true, true, 'Two brothers']);
  const timeline = await staff.call('recordTimeline', { id: first.recordID });
  expect(timeline.data.chain.ok).toBe(true);
  const { timeline: events } = (await staff.call('recordDetails', { id: first.recordID })).data;
  expect(events.flatMap(({ type, detail }) => (type.startsWith('PATIENT_') ? [[type, detail]] : []))).toEqual([
    ['PATIENT_MERGED', { into: two!.recordID }],
    ['PATIENT_MERGED', { into: three!.recordID }],
    ['PATIENT_UNMERGED', { from: three!.recordID, reason: 'Two brothers' }],
  ]);
});

test('a merge takes as many statements for many records and cases as for one', async () => {
  const counted = async (from: Record, into: Record) => {
    const version = await versionOf(from.id);
    const statements = recordStatements();
    await staff.call('patientUpdateStatus', { id: from.id, version, status: 'MERGED', mergedInto: into.id });
    const count = statements.count();
    statements.stop();
    return count;
  };
  await draft(staff, { patientID: one!.id });
  const single = await counted(one!, two!);
  await draft(staff, { patientID: two!.id });
  await draft(staff, { patientID: two!.id });
  expect(await counted(two!, three!)).toBe(single);
});

test('a record is merged neither into itself nor into one that is merged, so no merge goes round', async () => {
  await merge(one!, two!);
  expect((await refusedMerge(two!, one!)).fields).toMatchObject([{ path: 'mergedInto', message: /Choose the record in use/ }]);
  expect((await refusedMerge(three!, one!)).fields).toMatchObject([{ path: 'mergedInto' }]);
  expect((await refusedMerge(two!, two!)).fields).toMatchObject([{ path: 'mergedInto' }]);
  expect((await refusedMerge(one!, three!)).message).toBe(FAILURES.PATIENT_IS_MERGED.message);
  await merge(two!, three!);
  expect((await refusedMerge(three!, one!)).fields).toMatchObject([{ path: 'mergedInto' }]);
});

test('of merges that would go round, made at the same moment, one is refused', async () => {
  const pairs = [
    [one!, two!],
    [two!, three!],
    [three!, one!],
  ] as const;
  const made = await Promise.allSettled(
    pairs.map(([from, into]) =>
      staff.call('patientUpdateStatus', { id: from.id, version: 1, status: 'MERGED', mergedInto: into.id }),
    ),
  );
  expect(made.filter(({ status }) => status === 'rejected').length).toBeGreaterThanOrEqual(1);
  const now = await Promise.all([one!, two!, three!].map(async ({ id }) => (await details(id)).patient));
  const inUse = now.filter(({ status }) => status !== 'MERGED').map(({ id }) => id);
  expect(inUse.length).toBeGreaterThanOrEqual(1);
  for (const { status, survivorID } of now) if (status === 'MERGED') expect(inUse).toContain(survivorID);
});

test('two records are merged only where the contact details of both are hidden, or of neither', async () => {
  await staff.call('patientUpdate', { id: two!.id, version: 1, restricted: true, reason: 'Asked for by the patient' });
  expect((await refusedMerge(one!, two!)).fields).toMatchObject([{ path: 'mergedInto', message: /hidden/ }]);
  expect((await refusedMerge(two!, one!)).fields).toMatchObject([{ path: 'mergedInto', message: /hidden/ }]);
});

test('hiding the contact details of the record in use hides those of the records merged into it, also once a merge is undone', async () => {
  await merge(one!, two!);
  await staff.call('patientUpdate', { id: two!.id, version: 1, restricted: true, reason: 'Asked for by the patient' });
  expect((await details(one!.id)).patient.restricted).toBe(true);
  expect(await undo(one!)).toMatchObject({ status: 'ACTIVE', restricted: true });
  expect(await kinds(one!.id)).toEqual(['UNMERGED', 'UPDATED', 'MERGED', 'CREATED']);
});

test('an administrator alone undoes a merge, with a reason; the record is what it was, and cases made since stay on the other', async () => {
  await staff.call('patientUpdateStatus', { id: one!.id, version: 1, status: 'INACTIVE' });
  const before = await draft(staff, { patientID: one!.id });
  await merge(one!, two!);
  const since = await draft(staff, { patientID: two!.id });
  const version = await versionOf(one!.id);
  expect((await staff.refused('patientUnmerge', { id: one!.id, version, reason: 'x' })).code).toBe('FORBIDDEN');
  const back = await undo(one!);
  expect(back).toMatchObject({ status: 'INACTIVE', mergedInto: null, survivorID: null, mergedAt: null, version: version + 1 });
  expect((await details(one!.id)).records).toMatchObject([
    { recordID: before.recordID, patient: { id: one!.id }, mergedFrom: null },
  ]);
  expect((await details(two!.id)).records).toMatchObject([{ recordID: since.recordID }]);
  expect(await kinds(one!.id)).toEqual(['UNMERGED', 'MERGED', 'STATUS', 'CREATED']);
  expect(await kinds(two!.id)).toEqual(['UNMERGED_FROM', 'MERGED_IN', 'CREATED']);
  const [line] = (await staff.call('patientHistory', { id: one!.id })).data.records;
  expect(line).toMatchObject({ reason: 'Two brothers', otherId: two!.id, recordID: two!.recordID, isIntact: true });
  // The draft goes on where it stopped.
  const form = await staff.call('consentSend', { consentID: before.consentID, version: before.version, channel: 'DEVICE' });
  await signAll(app, staff, form.data);
});

test('undoing is refused where the record has changed since, or is not merged any more', async () => {
  await merge(one!, two!);
  const version = await versionOf(one!.id);
  const stale = await admin.refused('patientUnmerge', { id: one!.id, version: version - 1, reason: 'x' });
  expect(stale).toMatchObject({ status: 409, code: 'VERSION_CONFLICT', data: { current: { status: 'MERGED' } } });
  // The chain has gone on: the record stands on another one than was seen.
  await merge(two!, three!);
  expect((await admin.refused('patientUnmerge', { id: one!.id, version, reason: 'x' })).code).toBe('VERSION_CONFLICT');
  const both = await Promise.allSettled(
    [1, 2].map(async () => admin.call('patientUnmerge', { id: one!.id, version: version + 1, reason: 'x' })),
  );
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(await admin.refused('patientUnmerge', { id: one!.id, version: await versionOf(one!.id), reason: 'x' })).toMatchObject({
    status: 409,
    message: FAILURES.NOT_MERGED.message,
  });
});

test('tablets get both records of a merge, the one in use as well, and its undoing', async () => {
  const bch = await signIn(app, 'bch@demo.nhs.uk');
  const { data } = await bch.call('patientCreate', aPatient({ lastName: 'Demo-Elsewhere' }));
  const other = { ...data.patient };
  await draft(staff, { patientID: one!.id });
  const known = await pull(staff);
  expect(JSON.stringify(known.changes)).not.toContain(other.id);
  app.clock.advance(TOLD_TWICE);
  await merge(one!, other);
  const patients = async (since?: string) =>
    new Map(
      (await pull(staff, since)).changes
        .flatMap((each) => (each.entity === 'patient' && each.data !== null ? [each.data] : []))
        .map((each) => [each.id, each] as const),
    );
  const told = await patients(known.cursor);
  expect(told.get(one!.id)).toMatchObject({ status: 'MERGED', survivorID: other.id });
  expect(told.get(other.id)).toMatchObject({ status: 'ACTIVE', lastName: 'Demo-Elsewhere' });
  expect((await patients()).get(other.id)).toMatchObject({ lastName: 'Demo-Elsewhere' });
  await undo(one!);
  expect((await patients(known.cursor)).get(one!.id)).toMatchObject({ status: 'ACTIVE', survivorID: null });
});

test('the number of a merged record is a sign of the record in use, for somebody who is entered and for a row of a file', async () => {
  const nhsNumber = testNhsNumber(77);
  const { patient: old } = (await staff.call('patientCreate', aPatient({ lastName: 'Demo-Before', nhsNumber }))).data;
  await merge(old, two!);
  await merge(two!, three!);
  const inUse = [[three!.id, 'NHS_NUMBER']];
  const { token } = await signIn(app, 'bch@demo.nhs.uk');
  const file = `Last name,First name,Date of birth,NHS number\nDemo-After,Jo,02/03/1961,${nhsNumber}`;
  const [row] = (await importDesk(app, token).preview(file)).data;
  expect(row?.possibleDuplicates.map(({ patient, reason }) => [patient.id, reason])).toEqual(inUse);
  const { possibleDuplicates } = (await staff.call('patientCreate', aPatient({ lastName: 'Demo-After', nhsNumber }))).data;
  expect(possibleDuplicates.map(({ patient, reason }) => [patient.id, reason])).toEqual(inUse);
});
