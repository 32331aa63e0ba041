import { expect, test } from 'vitest';
import type { Input } from '#contract/calls.ts';
import { sha256Hex } from '#server/sha256.ts';
import { signIn, typed, type Caller } from '#tests/support/forms/builders.ts';
import { anotherParent, aParent, COURT_TREATS, family2, sent2 } from '#tests/support/forms/form-2.ts';
import { signerAt } from '#tests/support/forms/signer-at.ts';
import { flipped, storedFile, verdictOf } from '#tests/support/server/stored-file.ts';
import { faultsOfCase } from '#tests/support/integrity/case-faults.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';
import { onPdf, textOf } from '#tests/server/outside/pdf/pdf-tools.ts';

const app = useTestApp();

type Staff = Caller & { token: string };
type Sent = Awaited<ReturnType<typeof sent2>>;

/** A form of two parents: the father says no, the mother has not answered yet. */
async function disputed(staff: Staff): Promise<Sent> {
  const version = await sent2(staff, family2({ parents: [aParent(), anotherParent()] }));
  const father = await signerAt(app, staff, version, ['PARENT', 2]);
  await father.call('recordDecline', { consentID: version.consentID, reason: 'I want to wait ᚠᚢ' });
  return version;
}

const caseOf = async (staff: Staff, { recordID }: Sent) => (await staff.call('recordDetails', { id: recordID })).data;
const outcomeOf = (staff: Staff, { consentID }: Sent) => storedFile(app, staff, { consentID, kind: 'OUTCOME' });

async function settle(staff: Staff, sent: Sent, outcome: Omit<Input<'recordDisagreement'>, 'consentID' | 'version'>) {
  const { version } = (await caseOf(staff, sent)).consents[0]!;
  return staff.call('recordDisagreement', { consentID: sent.consentID, version, ...outcome });
}

async function signBoth(staff: Staff, version: Sent): Promise<void> {
  await (await signerAt(app, staff, version, ['PARENT', 1])).sign();
  await staff.call('recordSign', typed(version));
}

const faults = async ({ recordID }: Sent) => faultsOfCase(app, recordID);

test('a settled disagreement has a sealed document of its own that names the sealed form, which stays as it was', async () => {
  const staff = await signIn(app);
  const version = await disputed(staff);
  await settle(staff, version, { outcome: 'COURT_ORDER', note: 'The court heard both', courtOrder: COURT_TREATS });
  await app.doJobs();
  const before = await staff.refused('consentGetPrivateUrl', { consentID: version.consentID, kind: 'OUTCOME' });
  expect(before.status, 'a form that is out has nothing to add to').toBe(404);
  await signBoth(staff, version);
  await app.doJobs();
  const sealed = await staff.download(version.consentID);
  const addendum = await outcomeOf(staff, version);

  const { consents, timeline } = await caseOf(staff, version);
  const text = onPdf(addendum, 'pdftotext', '-raw', 'FILE', '-').replaceAll(/\s+/g, ' ');
  for (const words of [
    'Outcome of a disagreement',
    consents[0]!.shownPatient!.firstName,
    'Ben Demo-Father',
    'I want to wait [words in another script: in the attached record]',
    'A court has decided',
    'The court heard both',
    'Demo High Court',
    'For the treatment',
    'Demo Clinician',
    consents[0]!.verifyCode!,
  ])
    expect(text).toContain(words);
  expect(text).toMatch(/Did not agree, 6 August 2026, 15:05:\d\d BST/);
  expect(text).toMatch(/Settled at 6 August 2026, 15:05:\d\d BST/);
  expect(text.replaceAll(' ', '')).toContain(sha256Hex(sealed));
  expect(onPdf(addendum, 'qpdf', '--check', 'FILE')).toContain('No syntax or stream encoding errors found');
  expect(onPdf(addendum, 'pdfsig', '-nocert', 'FILE')).toContain('Total document signed');
  expect(onPdf(addendum, 'qpdf', '--qdf', '--object-streams=disable', 'FILE', '-')).toMatch(/pdfaid:part>3</);
  expect((await staff.download(version.consentID)).equals(sealed)).toBe(true);

  expect(timeline.map(({ type }) => type).filter((type) => /SEALED|SETTLED/.test(type))).toEqual([
    'DISAGREEMENT_SETTLED',
    'SEALED',
    'OUTCOME_SEALED',
  ]);
  expect(timeline.find(({ type }) => type === 'SEALED')?.detail).toMatchObject({ outcomes: 1 });
  expect(await faults(version)).toEqual([]);
  const result = await verdictOf(app, addendum);
  const { sealedAt } = await verdictOf(app, sealed);
  expect(result).toMatchObject({ state: 'AUTHENTIC', file: 'OUTCOME', status: 'IN_FORCE', stampedAt: null });
  expect(result.belongsTo).toEqual({ sealedAt, sha256: sha256Hex(sealed) });
  expect((await verdictOf(app, flipped(addendum))).state).toBe('ALTERED');
});

test('each record of an outcome has its document; one from before the form was changed has none', async () => {
  const staff = await signIn(app);
  const version = await disputed(staff);
  await settle(staff, version, { outcome: 'ONE_SUFFICES', note: 'Before the change' });
  await staff.call('recordRecall', { consentID: version.consentID, reason: 'A mistake' });
  const { version: draft } = (await caseOf(staff, version)).consents[0]!;
  const { data: again } = await staff.call('consentSend', { consentID: version.consentID, version: draft, channel: 'DEVICE' });
  const father = await signerAt(app, staff, again, ['PARENT', 2]);
  await father.call('recordDecline', { consentID: again.consentID, reason: 'I still want to wait' });
  await settle(staff, again, { outcome: 'ONE_SUFFICES', note: 'The first words' });
  await settle(staff, again, { outcome: 'ONE_SUFFICES', note: 'The second words' });
  await signBoth(staff, again);
  await app.doJobs();
  const rows = await app.database.db
    .selectFrom('documents')
    .select('bytes')
    .where('consent_id', '=', again.consentID)
    .where('kind', '=', 'OUTCOME')
    .execute();
  const texts = rows.map(({ bytes }) => textOf(Buffer.from(bytes)));
  const holding = (words: string) => texts.filter((text) => text.includes(words)).length;
  expect([texts.length, holding('The first words'), holding('The second words'), holding('Before the change')]).toEqual([
    2, 1, 1, 0,
  ]);
  expect([holding('I still want to wait'), holding('I want to wait')]).toEqual([2, 0]);
  expect(await faults(again)).toEqual([]);
});

test('a form without a disagreement has no such document, and its seal tells of none', async () => {
  const staff = await signIn(app);
  const version = await sent2(staff);
  await signBoth(staff, version);
  await app.doJobs();
  expect((await staff.refused('consentGetPrivateUrl', { consentID: version.consentID, kind: 'OUTCOME' })).status).toBe(404);
  const { timeline } = await caseOf(staff, version);
  expect(Object.keys(timeline.find(({ type }) => type === 'SEALED')!.detail).toSorted()).toEqual(['level', 'sha256']);
});

test('an outcome that was exchanged or lost is found, and not given out', async () => {
  const staff = await signIn(app);
  const version = await disputed(staff);
  await settle(staff, version, { outcome: 'ONE_SUFFICES', note: 'A small operation' });
  await signBoth(staff, version);
  await app.doJobs();
  const { db } = app.database;
  const bytes = Buffer.from('%PDF-1.7\nanother');
  await db
    .updateTable('documents')
    .set({ bytes, sha256: sha256Hex(bytes) })
    .where('consent_id', '=', version.consentID)
    .where('kind', '=', 'OUTCOME')
    .execute();
  expect(await faults(version)).toEqual(['DOCUMENT_GONE', 'DOCUMENT_EXCHANGED']);
  await expect(outcomeOf(staff, version)).rejects.toThrow('is not the one that was sealed');
  await db.deleteFrom('documents').where('consent_id', '=', version.consentID).where('kind', '=', 'OUTCOME').execute();
  expect(await faults(version)).toEqual(['DOCUMENT_GONE']);
});
