import { expect, test, vi } from 'vitest';
import { localDate } from '#domain/values/plain-date.ts';
import { FAILURES } from '#domain/base/messages.ts';
import { VOID_KINDS } from '#domain/base/states.ts';
import { callerOf, handOver, inked, sent, signAll, signed, signIn, typed, type Caller } from '#tests/support/forms/builders.ts';
import { CHILD_BORN, sent2 } from '#tests/support/forms/form-2.ts';
import { signerAt } from '#tests/support/forms/signer-at.ts';
import { pull } from '#tests/support/tablet/tablet.ts';
import { faultsOfCase } from '#tests/support/integrity/case-faults.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';
import { onPdf } from '#tests/server/outside/pdf/pdf-tools.ts';

let staff: Caller & { token: string };
const app = useTestApp(async (opened) => {
  staff = await signIn(opened);
});

type Form = { consentID: string; recordID: string };
const details = async ({ recordID }: Form, by: Caller = staff) => (await by.call('recordDetails', { id: recordID })).data;
const versionOf = async (form: Form, by?: Caller) =>
  (await details(form, by)).consents.find(({ consentID }) => consentID === form.consentID)!;
const voided = async ({ consentID }: Form, kind: (typeof VOID_KINDS)[number] = 'OTHER') =>
  (await staff.call('recordVoid', { consentID, reason: 'It was never hers', kind })).data;
const verdict = async (file: Uint8Array) =>
  (await callerOf(app).call('verifyFile', { file: new Blob([new Uint8Array(file)]) })).data;
const textOf = (pdf: Buffer) => onPdf(pdf, 'pdftotext', 'FILE', '-');
const listed = async ({ recordID }: Form) => {
  const date = localDate(app.clock.now(), app.deps.settings.timeZone);
  const { version } = (await details({ recordID, consentID: '' })).record;
  await staff.call('recordUpdate', { recordID, version, listed: { date, theatre: null, listType: 'THEATRE' } });
};
const lightOf = async ({ recordID }: Form) => {
  const told = (await pull(staff)).changes.find(({ entity, id }) => entity === 'listed' && id === recordID)?.data;
  return told !== null && told !== undefined && 'light' in told ? [told.light, told.reason] : undefined;
};
const faultsOf = async ({ recordID }: Form) => faultsOfCase(app, recordID);

test('a signed form that was made in error is in force no longer, at once, and everything says why', async () => {
  const form = await signed(app, staff);
  await app.doJobs();
  await listed(form);
  expect(await lightOf(form)).toEqual(['GREEN', 'Signed and sealed']);
  const sealed = await staff.download(form.consentID);
  expect(await voided(form, 'WRONG_PROCEDURE')).toMatchObject({ status: 'VOIDED', voidKind: 'WRONG_PROCEDURE' });
  expect((await details(form)).record).toMatchObject({ status: 'VOIDED', inForceConsentID: null });
  expect((await versionOf(form)).signatures).toHaveLength(2);
  expect((await details(form)).timeline.at(-1)).toMatchObject({
    type: 'VOIDED',
    detail: { reason: 'It was never hers', kind: 'WRONG_PROCEDURE' },
  });
  expect(await lightOf(form)).toEqual(['RED', 'Recorded in error']);
  // Nobody gets a document that looks as if it were in force.
  await expect(staff.download(form.consentID)).rejects.toThrow('The document is being made');
  await app.doJobs();
  const copy = await staff.download(form.consentID);
  expect(textOf(copy)).toContain('The form was recorded in error');
  expect(await verdict(copy)).toMatchObject({ state: 'AUTHENTIC', status: 'VOIDED', file: 'VIEW' });
  expect(await verdict(sealed)).toMatchObject({ state: 'AUTHENTIC', status: 'VOIDED', file: 'SIGNED' });
  expect(await faultsOf(form)).toEqual([]);
  expect((await staff.refused('recordVoid', { consentID: form.consentID, reason: 'Again' })).code).toBe('MOVE_REFUSED');
});

test('no older version takes the place of one that was made in error', async () => {
  const old = await signed(app, staff);
  const { consentID } = await staff.call('recordReconsent', { id: old.recordID, reason: 'The other eye as well' });
  const { version } = await versionOf({ ...old, consentID });
  const edited = await staff.call('consentUpdate', {
    consentID,
    version,
    clinicianStatement: { discussed: true, capacity: true },
  });
  const { data } = await staff.call('consentSend', { consentID, version: edited.version, channel: 'DEVICE' });
  await signAll(app, staff, data);
  await listed(old);
  await voided({ ...old, consentID });
  expect((await details(old)).record).toMatchObject({ inForceConsentID: null, status: 'SUPERSEDED' });
  expect(await lightOf(old)).toEqual(['RED', 'Recorded in error']);
  expect(await faultsOf(old)).toEqual([]);
});

test('a withdrawn form that was made in error gets a copy that says so; the copy of before stays authentic', async () => {
  const form = await signed(app, staff);
  await app.doJobs();
  await staff.call('recordWithdraw', { consentID: form.consentID, reason: 'She thought better of it' });
  await app.doJobs();
  const before = await staff.download(form.consentID);
  await voided(form);
  await expect(staff.download(form.consentID)).rejects.toThrow('The document is being made');
  await app.doJobs();
  const copy = await staff.download(form.consentID);
  expect(textOf(copy)).toContain('The form was recorded in error');
  for (const file of [before, copy])
    expect(await verdict(file)).toMatchObject({ state: 'AUTHENTIC', status: 'VOIDED', file: 'VIEW' });
  expect(await faultsOf(form)).toEqual([]);
});

test('a form that was made in error after a withdrawal reads as that, and not as the withdrawal', async () => {
  const form = await signed(app, staff);
  await staff.call('recordWithdraw', { consentID: form.consentID, reason: 'She thought better of it' });
  const { data } = await staff.call('recordReopen', { id: form.recordID, reason: 'She agrees after all' });
  await listed(form);
  const { consentID, version } = await versionOf({ ...form, consentID: data.consentID });
  const clinicianStatement = { discussed: true, capacity: true };
  const edited = await staff.call('consentUpdate', { consentID, version, clinicianStatement });
  const sentAgain = await staff.call('consentSend', { consentID, version: edited.data.version, channel: 'DEVICE' });
  await signAll(app, staff, sentAgain.data);
  await voided({ ...form, consentID });
  expect((await details(form)).record.status).toBe('WITHDRAWN');
  expect(await lightOf(form)).toEqual(['RED', 'Recorded in error']);
});

test('one that ended because a newer form was signed may be recorded in error afterwards, once', async () => {
  const form = await sent(staff);
  const { data } = await staff.call('recordReopen', { id: form.recordID, reason: 'Another patient' });
  const { consentID, version } = await versionOf({ ...form, consentID: data.consentID });
  const clinicianStatement = { discussed: true, capacity: true };
  const edited = await staff.call('consentUpdate', { consentID, version, clinicianStatement });
  const { data: again } = await staff.call('consentSend', { consentID, version: edited.data.version, channel: 'DEVICE' });
  await signAll(app, staff, again);
  expect(await versionOf(form)).toMatchObject({ status: 'VOIDED', voidKind: null });
  expect((await staff.refused('recordSign', typed(form))).code).toBe('MOVE_REFUSED');
  expect((await details(form)).timeline.at(-1)).toMatchObject({
    type: 'SIGNATURE_REFUSED',
    detail: { reason: 'Ended: a newer version was signed' },
  });
  expect(await voided(form, 'WRONG_PATIENT')).toMatchObject({ status: 'VOIDED', voidKind: 'WRONG_PATIENT' });
  const nurse = await signIn(app, 'nurse@demo.nhs.uk');
  expect(await versionOf(form, nurse)).toMatchObject({ procedures: [], content: [] });
  // The former procedures of the later version were the other patient's.
  const later = await versionOf({ ...form, consentID }, nurse);
  expect([later.oldProcedures, later.shown?.oldProcedures ?? []]).toEqual([[], []]);
  expect((await details(form)).record.inForceConsentID).toBe(consentID);
  expect(await faultsOf(form)).toEqual([]);
  expect((await staff.refused('recordVoid', { consentID: form.consentID, reason: 'Again' })).code).toBe('MOVE_REFUSED');
});

test('a draft opened from a form about the wrong patient is compared with nothing', async () => {
  const form = await signed(app, staff);
  const { consentID } = await staff.call('recordReconsent', { id: form.recordID, reason: 'Another talk' });
  expect((await versionOf({ ...form, consentID })).oldProcedures).toHaveLength(1);
  await voided(form, 'WRONG_PATIENT');
  const { oldProcedures, version } = await versionOf({ ...form, consentID });
  expect(oldProcedures).toEqual([]);
  const clinicianStatement = { discussed: true, capacity: true };
  const edited = await staff.call('consentUpdate', { consentID, version, clinicianStatement });
  await staff.call('consentSend', { consentID, version: edited.data.version, channel: 'DEVICE' });
  expect((await versionOf({ ...form, consentID })).shown?.oldProcedures ?? []).toEqual([]);
});

test('a form that is out is taken back before the one it follows is recorded as another patient’s', async () => {
  const form = await signed(app, staff);
  const { consentID } = await staff.call('recordReconsent', { id: form.recordID, reason: 'Another talk' });
  const { version } = await versionOf({ ...form, consentID });
  const clinicianStatement = { discussed: true, capacity: true };
  const edited = await staff.call('consentUpdate', { consentID, version, clinicianStatement });
  const { data: out } = await staff.call('consentSend', { consentID, version: edited.data.version, channel: 'DEVICE' });
  expect(out.shown?.oldProcedures).toHaveLength(1);
  const refused = await staff.refused('recordVoid', { consentID: form.consentID, reason: 'Another', kind: 'WRONG_PATIENT' });
  expect([refused.status, refused.message]).toEqual([409, FAILURES.NEWER_FORM_OUT.message]);
  expect((await versionOf(form)).status).toBe('SIGNED');
  await signAll(app, staff, out);
  await voided(form, 'WRONG_PATIENT');
  const nurse = await signIn(app, 'nurse@demo.nhs.uk');
  const told = await versionOf({ ...form, consentID }, nurse);
  expect([told.oldProcedures, told.shown?.oldProcedures]).toEqual([[], []]);
  expect((await versionOf({ ...form, consentID })).shown?.oldProcedures).toHaveLength(1);
});

test('one that is not sealed yet still is, and gets its copy', async () => {
  const form = await signed(app, staff);
  await voided(form);
  await app.doJobs();
  expect(textOf(await staff.download(form.consentID))).toContain('The form was recorded in error');
  expect((await versionOf(form)).sealState).toBe('SEALED');
  expect(await faultsOf(form)).toEqual([]);
});

test('a signature that arrives afterwards counts for nothing, and stays as evidence', async () => {
  const form = await sent(staff);
  await voided(form);
  expect((await staff.refused('recordSign', typed(form))).message).toBe('This form was recorded in error. Start another form.');
  const { timeline } = await details(form);
  expect(timeline.at(-1)).toMatchObject({ type: 'SIGNATURE_REFUSED', detail: { role: 'CLINICIAN' } });
  expect((await versionOf(form)).signatures).toEqual([]);
  expect(await faultsOf(form)).toEqual([]);
});

test('what was written about the wrong patient is read by those alone who void or audit', async () => {
  const form = await signed(app, staff);
  await app.doJobs();
  const nurse = await signIn(app, 'nurse@demo.nhs.uk');
  expect((await versionOf(form, nurse)).procedures).toHaveLength(1);
  await voided(form, 'WRONG_PATIENT');
  await app.doJobs();
  expect((await versionOf(form)).procedures).toHaveLength(1);
  const { consents, timeline } = await details(form, nurse);
  expect(consents[0]).toMatchObject({ status: 'VOIDED', voidKind: 'WRONG_PATIENT', procedures: [], content: [], signatures: [] });
  const told = JSON.stringify([consents, (await pull(nurse)).changes.filter(({ id }) => id === form.consentID)]);
  expect(told).not.toContain('Cataract');
  expect(timeline.filter(({ versionId }) => versionId === form.consentID).map(({ type }) => type)).toEqual(['VOIDED']);
  const { events, chain } = (await nurse.call('recordTimeline', { id: form.recordID })).data;
  expect([events.filter(({ versionId }) => versionId === form.consentID).length, chain.ok]).toEqual([1, true]);
  await expect(nurse.download(form.consentID)).rejects.toThrow(FAILURES.FORBIDDEN.message);
  for (const kind of ['SIGNED', 'VIEW'] as const)
    expect((await nurse.refused('consentGetPrivateUrl', { consentID: form.consentID, kind })).code).toBe('FORBIDDEN');
  const line = (await nurse.call('consentGetAll', { limit: 100 })).data.records.find(
    ({ consentID }) => consentID === form.consentID,
  );
  expect(line).toMatchObject({ status: 'VOIDED', procedures: [] });
});

test('of a child’s form for the wrong patient nobody else reads the record that was shown, nor who witnessed it', async () => {
  const form = await sent2(staff);
  const mother = await signerAt(app, staff, form, ['PARENT', 1]);
  await mother.sign({ method: 'VERBAL_WITNESSED', strokes: undefined, witness: { name: 'Demo Porter', role: 'Porter' } });
  await voided(form, 'WRONG_PATIENT');
  expect((await versionOf(form)).shown).not.toBeNull();
  const nurse = await signIn(app, 'nurse@demo.nhs.uk');
  const { consents } = await details(form, nurse);
  const told = JSON.stringify([consents, (await pull(nurse)).changes.filter(({ id }) => id === form.consentID)]);
  for (const word of ['Tonsillectomy', 'Demo-Mother', 'Demo Porter', CHILD_BORN]) expect(told).not.toContain(word);
});

test('nor what its signer wrote before it was recalled', async () => {
  const form = await sent(staff);
  const holder = await handOver(app, staff, form);
  await holder.call('recordSign', inked(holder.details, { comments: 'Ring Demo Stranger' }));
  const { data } = await staff.call('recordRecall', { consentID: form.consentID, reason: 'Another patient' });
  await staff.call('consentSend', { consentID: form.consentID, version: data.version, channel: 'DEVICE' });
  await voided(form, 'WRONG_PATIENT');
  const nurse = await signIn(app, 'nurse@demo.nhs.uk');
  const readBy = async (by: Caller & { token: string }) =>
    JSON.stringify([
      await details(form, by),
      await by.call('recordTimeline', { id: form.recordID }),
      (await pull(by)).changes.filter(({ id }) => id === form.consentID || id === form.recordID),
    ]);
  expect(await readBy(staff)).toContain('Ring Demo Stranger');
  expect(await readBy(nurse)).not.toContain('Ring Demo Stranger');
});

test('nor does the timeline that a later version of the case carries tell of it', async () => {
  const form = await signed(app, staff);
  const nurse = await signIn(app, 'nurse@demo.nhs.uk');
  const { consentID } = await staff.call('recordReconsent', { id: form.recordID, reason: 'Another talk' });
  await voided(form, 'WRONG_PATIENT');
  const { consents, timeline } = await details(form, nurse);
  for (const events of [timeline, ...consents.map(({ Timeline }) => Timeline)])
    expect(events.filter(({ versionId }) => versionId === form.consentID).map(({ type }) => type)).toEqual(['VOIDED']);
  expect(consents.map((each) => each.consentID)).toContain(consentID);
});

test('nor does the document of a later version, which is bound to the whole chain of the case all the same', async () => {
  const form = await sent(staff);
  const holder = await handOver(app, staff, form);
  await holder.call('recordSign', inked(holder.details, { name: 'Demo Stranger' }));
  const { data } = await staff.call('recordReopen', { id: form.recordID, reason: 'Another patient' });
  await voided(form, 'WRONG_PATIENT');
  const [later] = (await details(form)).consents.filter(({ consentID }) => consentID === data.consentID);
  const { consentID, version } = later!;
  const clinicianStatement = { discussed: true, capacity: true };
  const written = (await staff.call('consentUpdate', { consentID, version, clinicianStatement })).data;
  const { data: again } = await staff.call('consentSend', { consentID, version: written.version, channel: 'DEVICE' });
  await signAll(app, staff, again);
  await app.doJobs();
  const text = textOf(await staff.download(consentID));
  const { events } = (await staff.call('recordTimeline', { id: form.recordID })).data;
  const head = events.findLast(({ type }) => type === 'ALL_SIGNED');
  expect([text.includes('Demo Stranger'), text.replaceAll(/\s/g, '').includes(head!.hash)]).toEqual([false, true]);
  expect(await faultsOf(form)).toEqual([]);
});

test('a copy that was being drawn when the form was recorded in error is not the one that is given out', async () => {
  const form = await signed(app, staff);
  await app.doJobs();
  await staff.call('recordWithdraw', { consentID: form.consentID, reason: 'She thought better of it' });
  const { pdf } = app.deps;
  const render = pdf.render.bind(pdf);
  vi.spyOn(pdf, 'render').mockImplementationOnce(async (document) => {
    const drawn = await render(document);
    await voided(form);
    return drawn;
  });
  await app.doJobs();
  await app.doJobs();
  vi.restoreAllMocks();
  expect(textOf(await staff.download(form.consentID))).toContain('The form was recorded in error');
  expect(await faultsOf(form)).toEqual([]);
});
