import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { sql, type RawBuilder } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contentDigest, type ShownContent } from '#domain/consents/digest.ts';
import { INTEGRITY_FAULTS, type IntegrityFault } from '#domain/integrity/integrity-faults.ts';
import { CHAIN_START, eventHash } from '#domain/cases/timeline.ts';
import { insertSecurityEvent } from '#server/data/accounts/security-log.ts';
import { eventsOf } from '#server/data/cases/timeline.ts';
import { chainKeyOf } from '#server/outside/chain-key.ts';
import { openHeadsFile, type HeadsFile } from '#server/outside/heads-file.ts';
import { sha256Hex } from '#server/sha256.ts';
import { acceptRestore } from '#server/work/integrity/accept-restore.ts';
import { checkAll, type Finding } from '#server/work/integrity/check-all.ts';
import { checkLog } from '#server/work/integrity/check-log.ts';
import { checkAndFile } from '#server/work/integrity/daily-check.ts';
import { bindChainKey, recordHeadsOnce } from '#server/work/integrity/record-heads.ts';
import { aPatient, draft, handOver, inked, sent, signAll, signed, signIn, type Caller } from '#tests/support/forms/builders.ts';
import { isPart } from '#tests/support/checks/full.ts';
import { faultsOfCase } from '#tests/support/integrity/case-faults.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';

type Form = { consentID: string; recordID: string };

let staff: Caller & { token: string };
let folder: string;
let file: HeadsFile;
const app = useTestApp(async (opened) => {
  staff = await signIn(opened);
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'assent-heads-'));
  file = openHeadsFile(folder, opened.deps.chainKey);
  await recordHeadsOnce(opened.deps, file);
});
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

const run = (statement: RawBuilder<unknown>) => statement.execute(app.database.db);
const check = async () => (await checkAll(app.deps, { filed: await file.read() })).findings;
const faultsOf = (findings: readonly Finding[], { recordID }: Form) =>
  findings.filter(({ subject }) => subject === `case ${recordID}`).map(({ fault }) => fault);

const sealed = async (): Promise<Form> => {
  const form = await signed(app, staff);
  await app.doJobs();
  return form;
};
/** Drawing takes longest, and most faults have nothing to do with the document. */
const unsealed = async (): Promise<Form> => {
  const form = await signed(app, staff);
  await app.database.db.deleteFrom('jobs').execute();
  return form;
};
const withdrawn = async (): Promise<Form> => {
  const form = await unsealed();
  await staff.call('recordWithdraw', { consentID: form.consentID, reason: 'Changed their mind' });
  return form;
};
/** Withdrawn, with its viewing copy. */
const copied = async (): Promise<Form> => {
  const form = await sealed();
  await staff.call('recordWithdraw', { consentID: form.consentID, reason: 'Changed their mind' });
  await app.doJobs();
  return form;
};

/** Writes the hashes of a whole chain anew, as somebody without the key can. */
async function computeAnew({ recordID }: Pick<Form, 'recordID'>): Promise<void> {
  const { organisation_id } = await app.database.db
    .selectFrom('cases')
    .selectAll()
    .where('id', '=', recordID)
    .executeTakeFirstOrThrow();
  let prevHash = CHAIN_START;
  for (const [at, event] of (await eventsOf(app.database.db, organisation_id, recordID)).entries()) {
    const hash = await eventHash({ ...event, prevHash }, sha256Hex);
    await run(sql`update timeline set prev_hash = ${prevHash}, hash = ${hash} where case_id = ${recordID} and seq = ${at + 1}`);
    prevHash = hash;
  }
}

async function changePinned(
  { consentID }: Form,
  change: (pinned: ShownContent) => ShownContent,
  isDigestChanged: boolean,
): Promise<void> {
  const { pinned, digest } = await app.database.db
    .selectFrom('consents')
    .selectAll()
    .where('id', '=', consentID)
    .executeTakeFirstOrThrow();
  if (pinned === null) throw new Error('This version was never sent');
  const changed = change(pinned);
  const is = isDigestChanged ? await contentDigest(changed, sha256Hex) : digest;
  await run(sql`update consents set pinned = cast(${JSON.stringify(changed)} as jsonb), digest = ${is} where id = ${consentID}`);
}
const otherName = (pinned: ShownContent) => ({ ...pinned, patient: { ...pinned.patient, lastName: 'Somebody' } });
const otherSide = (pinned: ShownContent) => ({
  ...pinned,
  procedures: pinned.procedures.map((each) => ({ ...each, side: 'LEFT' as const })),
});

const last =
  (count: number) =>
  ({ recordID }: Form) =>
    run(
      sql`delete from timeline where case_id = ${recordID} and seq > (select max(seq) from timeline where case_id = ${recordID}) - ${count}`,
    );
const undoWithdrawal = ({ consentID, recordID }: Form) =>
  run(sql`with v as (update consents set status = 'SIGNED', withdrawn_at = null where id = ${consentID})
    update cases set status = 'SIGNED', in_force_consent_id = ${consentID} where id = ${recordID}`);

type Plant = [what: string, fault: IntegrityFault, plant: (form: Form) => Promise<unknown>, from?: () => Promise<Form>];
const ALL_PLANTS: Plant[] = [
  ['the last event is cut', 'TIMELINE_CUT', last(1), sealed],
  ['the last three events are cut', 'TIMELINE_CUT', last(3), sealed],
  ['the whole timeline is deleted', 'TIMELINE_GONE', last(1000)],
  [
    'the timeline is deleted together with its recorded end',
    'TIMELINE_GONE',
    async (form) => {
      await last(1000)(form);
      await run(sql`delete from chain_heads where id = ${form.recordID}`);
    },
  ],
  [
    'events are cut, and the next event follows',
    'TIMELINE_UNRECORDED',
    async (form) => {
      await last(1)(form);
      await staff.call('recordWithdraw', { consentID: form.consentID });
    },
  ],
  [
    'what is stored of a case cannot be read',
    'CASE_UNREADABLE',
    ({ consentID }) => run(sql`update consents set later_answers = '[{}]' where id = ${consentID}`),
  ],
  [
    'a withdrawal is undone with its event',
    'TIMELINE_CUT',
    async (form) => {
      await last(1)(form);
      await undoWithdrawal(form);
    },
    withdrawn,
  ],
  ['a withdrawal is undone by status alone', 'STATUS_CHANGED', undoWithdrawal, withdrawn],
  [
    'a withdrawal is undone, and its event, the recorded end and the chain are written anew',
    'TIMELINE_UNRECORDED',
    async (form) => {
      await last(1)(form);
      await undoWithdrawal(form);
      await run(sql`update chain_heads h set length = t.seq, head = t.hash, at = t.at from timeline t where h.id = ${form.recordID} and t.case_id = h.id
        and t.seq = (select max(seq) from timeline where case_id = ${form.recordID})`);
    },
    withdrawn,
  ],
  [
    'the whole chain is computed anew over a changed event',
    'TIMELINE_REPLACED',
    async (form) => {
      await run(
        sql`update timeline set actor = jsonb_set(actor, '{name}', '"Somebody"') where case_id = ${form.recordID} and type = 'CONSENT_SENT'`,
      );
      await computeAnew(form);
    },
  ],
  [
    'a case is given to another patient',
    'PATIENT_CHANGED',
    async ({ recordID }) => {
      const { patient } = (await staff.call('patientCreate', aPatient())).data;
      await run(sql`update cases set patient_id = ${patient.id} where id = ${recordID}`);
    },
  ],
  ['what was pinned is changed', 'CONTENT_CHANGED', (form) => changePinned(form, otherSide, false)],
  ['what was pinned is changed with its digest', 'CONTENT_CHANGED', (form) => changePinned(form, otherSide, true)],
  [
    'what was pinned is changed with its digest and its content',
    'CONTENT_CHANGED',
    async (form) => {
      await changePinned(form, otherSide, true);
      await run(
        sql`update consents set content = jsonb_set(content, '{procedures}', pinned->'procedures') where id = ${form.consentID}`,
      );
    },
  ],
  ['the patient’s name as shown is changed', 'CONTENT_CHANGED', (form) => changePinned(form, otherName, false)],
  [
    'a signature’s name is changed',
    'SIGNATURE_CHANGED',
    ({ consentID }) =>
      run(
        sql`update signatures set given = jsonb_set(given, '{name}', '"Somebody"') where consent_id = ${consentID} and role = 'PATIENT'`,
      ),
  ],
  [
    'a signer’s name is changed',
    'SIGNATURE_CHANGED',
    ({ consentID }) => run(sql`update recipients set name = 'Somebody' where consent_id = ${consentID} and role = 'PATIENT'`),
  ],
  [
    'a signature is deleted',
    'SIGNATURE_GONE',
    ({ consentID }) => run(sql`delete from signatures where consent_id = ${consentID} and role = 'PATIENT'`),
  ],
  [
    'the time of the last signature is changed',
    'TIME_CHANGED',
    ({ consentID }) => run(sql`update consents set signed_at = signed_at - interval '1 day' where id = ${consentID}`),
  ],
  [
    'a signer’s time is changed',
    'TIME_CHANGED',
    ({ consentID }) => run(sql`update recipients set signed_at = signed_at - interval '1 day' where consent_id = ${consentID}`),
  ],
  [
    'two patients’ documents are exchanged with their digests',
    'DOCUMENT_EXCHANGED',
    async ({ consentID }) => {
      const other = await sealed();
      await run(sql`update documents d set bytes = o.bytes, sha256 = o.sha256 from documents o
        where (d.consent_id = ${consentID} and o.consent_id = ${other.consentID}) or (d.consent_id = ${other.consentID} and o.consent_id = ${consentID})`);
    },
    sealed,
  ],
  [
    'two patients’ viewing copies are exchanged with their digests',
    'DOCUMENT_EXCHANGED',
    async ({ consentID }) => {
      const other = await copied();
      await run(sql`update documents d set bytes = o.bytes, sha256 = o.sha256 from documents o where d.kind = 'VIEW' and o.kind = 'VIEW'
        and ((d.consent_id = ${consentID} and o.consent_id = ${other.consentID}) or (d.consent_id = ${other.consentID} and o.consent_id = ${consentID}))`);
    },
    copied,
  ],
  [
    'a viewing copy is deleted',
    'DOCUMENT_GONE',
    ({ consentID }) => run(sql`delete from documents where consent_id = ${consentID} and kind = 'VIEW'`),
    copied,
  ],
  [
    'one bit of a stored document is flipped',
    'DOCUMENT_CHANGED',
    ({ consentID }) =>
      run(sql`update documents set bytes = set_bit(bytes, 8000, 1 - get_bit(bytes, 8000)) where consent_id = ${consentID}`),
    sealed,
  ],
  [
    'a stored document is deleted',
    'DOCUMENT_GONE',
    ({ consentID }) => run(sql`delete from documents where consent_id = ${consentID}`),
    sealed,
  ],
];

/** One of each fault on a push; the others with the parts. */
const PLANTS = ALL_PLANTS.filter(([, fault], at) => isPart || ALL_PLANTS.findIndex(([, each]) => each === fault) === at);

test('a database that nobody has altered has no faults, also after withdrawals, new versions, recalls, corrections and merges', async () => {
  const corrected = await unsealed();
  const { data: details } = await staff.call('recordDetails', { id: corrected.recordID });
  const { patient } = (await staff.call('patientGetDetails', { id: details.record.patient.id })).data;
  await staff.call('patientUpdate', { id: patient.id, version: patient.version, lastName: 'Corrected' });
  const { data: reopened } = await staff.call('recordReopen', { id: corrected.recordID, reason: 'Wrong side' });
  const complete = { clinicianStatement: { discussed: true, capacity: true, note: '' } };
  const { version } = await staff.call('consentUpdate', {
    consentID: reopened.consentID,
    version: reopened.version,
    ...complete,
  });
  const { data: again } = await staff.call('consentSend', { consentID: reopened.consentID, version, channel: 'DEVICE' });
  await signAll(app, staff, again);
  await withdrawn();
  const recalled = await sent(staff);
  const holder = await handOver(app, staff, recalled);
  await holder.call('recordAnswers', { consentID: recalled.consentID, mattersToMe: 'My garden' });
  await staff.call('recordRecall', { consentID: recalled.consentID, reason: 'Wrong side' });
  const half = await sent(staff);
  const patientOf = await handOver(app, staff, half);
  await patientOf.call('recordSign', inked(patientOf.details));
  await patientOf.refused('recordSign', { ...inked(patientOf.details), contentDigest: '0'.repeat(64) });
  await staff.call('recordVoid', { consentID: (await sent(staff)).consentID, reason: 'Never mind' });
  await staff.call('recordDelete', { id: (await draft(staff)).recordID });
  const { data: double } = await staff.call('patientCreate', aPatient());
  await staff.call('patientUpdateStatus', {
    id: double.patient.id,
    version: double.patient.version,
    status: 'MERGED',
    mergedInto: patient.id,
  });
  await app.doJobs();
  expect(await check()).toEqual([]);
  expect((await staff.call('recordTimeline', { id: corrected.recordID })).data.chain.ok).toBe(true);
});

describe('a check of everything', () => {
  const planted: Form[] = [];
  let found: Finding[];
  beforeAll(async () => {
    await run(sql`alter table timeline disable trigger user`);
    for (const [, , plant, from = unsealed] of PLANTS) {
      const form = await from();
      await plant(form);
      planted.push(form);
    }
    await run(sql`alter table timeline enable always trigger timeline_append_only`);
    found = await check();
  });

  test.each(PLANTS.map(([what, fault], at) => [what, fault, at] as const))('finds that %s', async (_, fault, at) => {
    const form = planted[at]!;
    expect(faultsOf(found, form)).toContain(fault);
    const isOfBytes = fault === 'DOCUMENT_CHANGED';
    // A read of one case compares the same, apart from the bytes of documents.
    expect((await staff.call('recordTimeline', { id: form.recordID })).data.chain.ok).toBe(isOfBytes);
    if (fault !== 'DOCUMENT_CHANGED' && fault !== 'DOCUMENT_EXCHANGED') return;
    await expect(staff.download(form.consentID)).rejects.toMatchObject({ status: 409, code: 'DOCUMENT_ALTERED' });
    const events = await app.database.db.selectFrom('security_log').selectAll().where('type', '=', 'RECORD_ALTERED').execute();
    expect(events).toContainEqual(
      expect.objectContaining({ subject: `consent ${form.consentID}`, detail: INTEGRITY_FAULTS[fault] }),
    );
  });

  test('finds a guard that is switched off, and names no other', async () => {
    const guards = (findings: readonly Finding[]) =>
      findings.filter(({ fault }) => fault === 'GUARD_OFF').map(({ subject }) => subject);
    expect(guards(found)).toEqual(['timeline_never_emptied']);
    await run(sql`alter table timeline enable always trigger timeline_never_emptied`);
    await run(sql`alter table security_log disable trigger security_log_append_only`);
    expect(guards(await check())).toEqual(['security_log_append_only']);
    await run(sql`alter table security_log enable always trigger security_log_append_only`);
    expect(guards(await check())).toEqual([]);
  });
});

describe('the security log', () => {
  let organisationId: string;
  beforeAll(async () => {
    for (let times = 0; times < 3; times += 1) await signIn(app, 'admin@second.nhs.uk');
    const admin = await app.database.db
      .selectFrom('users')
      .selectAll()
      .where('email', '=', 'admin@second.nhs.uk')
      .executeTakeFirstOrThrow();
    organisationId = admin.organisation_id;
  });
  const faults = () => checkLog(app.deps, { organisationId, filed: undefined });

  test.each<[string, IntegrityFault, (id: string) => RawBuilder<unknown>]>([
    [
      'a changed entry',
      'LOG_CHANGED',
      (id) => sql`update security_log set address = '192.0.2.1' where organisation_id = ${id} and seq = 1`,
    ],
    [
      'the last entry cut',
      'LOG_CUT',
      (id) =>
        sql`delete from security_log where organisation_id = ${id} and seq = (select max(seq) from security_log where organisation_id = ${id})`,
    ],
    ['an entry taken out', 'LOG_CHANGED', (id) => sql`delete from security_log where organisation_id = ${id} and seq = 2`],
    [
      'an entry without a place',
      'LOG_CHANGED',
      (id) =>
        sql`insert into security_log (organisation_id, id, at, type, detail) values (${id}, gen_random_uuid(), now(), 'SIGNED_IN', '')`,
    ],
    [
      'the recorded end deleted',
      'LOG_UNRECORDED',
      (id) => sql`delete from chain_heads where organisation_id = ${id} and chain = 'SECURITY'`,
    ],
  ])('shows %s', async (_, fault, plant) => {
    expect(await faults()).toEqual([]);
    const seen = await app.database.db
      .transaction()
      .execute(async (db) => {
        await sql`alter table security_log disable trigger user`.execute(db);
        await plant(organisationId).execute(db);
        throw new Planted(
          await checkLog({ ...app.deps, database: { ...app.database, db } }, { organisationId, filed: undefined }),
        );
      })
      .catch((error: unknown) => (error instanceof Planted ? error.faults : Promise.reject(error)));
    expect(seen).toContain(fault);
  });

  test('entries written at once make one unbroken chain', async () => {
    const entry = { organisationId, type: 'SIGNED_OUT' } as const;
    await Promise.all(Array.from({ length: 12 }, () => insertSecurityEvent(app.database.db, app.deps, entry)));
    expect(await faults()).toEqual([]);
  });
});

/** Ends a transaction after a check, so that nothing of what was planted stays. */
class Planted extends Error {
  readonly faults: readonly IntegrityFault[];
  constructor(faults: readonly IntegrityFault[]) {
    super('taken back');
    this.faults = faults;
  }
}

test('the file of heads shows what was put back to an earlier state with its recorded end, and a case that is gone', async () => {
  const form = await unsealed();
  const db = app.database.db;
  const before = await db.selectFrom('chain_heads').selectAll().where('id', '=', form.recordID).executeTakeFirstOrThrow();
  await staff.call('recordWithdraw', { consentID: form.consentID, reason: 'Changed their mind' });
  app.clock.advance(24 * 3_600_000);
  staff = await signIn(app);
  await checkAndFile(app.deps, file);
  await run(sql`alter table timeline disable trigger user`);
  await last(1)(form);
  await undoWithdrawal(form);
  await run(
    sql`update chain_heads set length = ${before.length}, head = ${before.head}, at = ${before.at}, mac = ${before.mac} where id = ${form.recordID}`,
  );
  expect((await staff.call('recordTimeline', { id: form.recordID })).data.chain.ok).toBe(true);
  expect(faultsOf(await check(), form)).toEqual(['TIMELINE_CUT']);
  app.log.length = 0;
  await checkAndFile(app.deps, file);
  const lines = app.log.map((line) => JSON.parse(line));
  expect(lines).toContainEqual(
    expect.objectContaining({ level: 'error', error: 'TIMELINE_CUT', detail: `case ${form.recordID}` }),
  );
  const auditor = await signIn(app, 'auditor@demo.nhs.uk');
  const { data } = await auditor.call('securityGet', { type: 'RECORD_ALTERED', search: form.recordID, limit: 100 });
  expect(data.records).toMatchObject([{ subject: `case ${form.recordID}`, detail: 'The last events of a timeline are missing' }]);
  const metrics = (await app.ask({ url: '/metrics', remoteAddress: '127.0.0.1' })).text;
  expect(metrics).toMatch(/^assent_integrity_findings [1-9]/m);
  await run(sql`alter table timeline enable always trigger timeline_append_only`);
  await run(sql`alter table timeline enable always trigger timeline_never_emptied`);
});

test('a database is bound to the first key, and a server with another does not start', async () => {
  const bind = (byte: number) => bindChainKey(app.database, chainKeyOf(Buffer.alloc(32, byte)));
  await bind(1);
  await bind(1);
  await expect(bind(2)).rejects.toThrow('are recorded with another key');
});

test('a line of the file that is changed or taken out is noticed', async () => {
  const place = path.join(folder, 'chain', 'heads.jsonl');
  expect((await file.read())?.isWhole).toBe(true);
  const text = fs.readFileSync(place, 'utf8');
  fs.writeFileSync(place, text.replace(/"(\d{4})-/, '"2020-'));
  expect((await file.read())?.isWhole).toBe(false);
  fs.writeFileSync(place, text.slice(text.indexOf('\n') + 1));
  expect((await file.read())?.isWhole).toBe(false);
  fs.writeFileSync(place, text);
});

test('cases from before ends were recorded verify once they are, and are guarded from then on', async () => {
  const [form, old] = [await unsealed(), await unsealed()];
  await run(sql`alter table timeline disable trigger user`);
  for (const { recordID } of [form, old]) {
    await run(sql`delete from chain_heads where id = ${recordID}`);
    await run(sql`update timeline set detail = detail - 'evidence' - 'contentDigest' - 'patientID' where case_id = ${recordID}`);
    await computeAnew({ recordID });
  }
  await run(sql`alter table timeline enable always trigger timeline_append_only`);
  await run(sql`alter table timeline enable always trigger timeline_never_emptied`);
  const other = fs.mkdtempSync(path.join(os.tmpdir(), 'assent-heads-'));
  const newFile = openHeadsFile(other, app.deps.chainKey);
  // As after a lost key: the security logs have no recorded end either.
  await run(sql`delete from chain_heads where chain = 'SECURITY'`);
  await recordHeadsOnce(app.deps, newFile);
  const { organisation_id: organisationId } = await app.database.db
    .selectFrom('cases')
    .selectAll()
    .where('id', '=', form.recordID)
    .executeTakeFirstOrThrow();
  expect(await checkLog(app.deps, { organisationId, filed: undefined })).toEqual([]);
  const faults = async ({ recordID }: Form) => faultsOfCase(app, recordID);
  expect(await faults(form)).toEqual([]);
  await run(
    sql`update signatures set given = jsonb_set(given, '{name}', '"Somebody"') where consent_id = ${form.consentID} and role = 'PATIENT'`,
  );
  await changePinned(old, otherSide, true);
  expect(await faults(form)).toEqual(['SIGNATURE_CHANGED']);
  expect(await faults(old)).toContain('CONTENT_CHANGED');
  const { patient } = (await staff.call('patientCreate', aPatient())).data;
  await run(sql`update cases set patient_id = ${patient.id} where id = ${old.recordID}`);
  expect(await faults(old)).toContain('PATIENT_CHANGED');
  await run(sql`delete from chain_heads where id = ${form.recordID}`);
  await recordHeadsOnce(app.deps, newFile);
  expect(await faults(form)).toContain('TIMELINE_UNRECORDED');
  fs.rmSync(other, { recursive: true, force: true });
});

test('a restored database that was accepted is missed no more, and is guarded from then on', async () => {
  const form = await unsealed();
  const other = fs.mkdtempSync(path.join(os.tmpdir(), 'assent-heads-'));
  const newFile = openHeadsFile(other, app.deps.chainKey);
  const row = await app.database.db.selectFrom('cases').selectAll().where('id', '=', form.recordID).executeTakeFirstOrThrow();
  const at = { organisation_id: row.organisation_id, head: '0'.repeat(64) };
  const gone = { ...at, chain: 'TIMELINE' as const, id: randomUUID(), length: 3 };
  // As the file was before: with an event, a case and entries from after the backup.
  await newFile.append(new Date(app.clock.now()).toISOString(), [
    { ...at, chain: 'TIMELINE', id: form.recordID, length: 1000 },
    gone,
    { ...at, chain: 'SECURITY', id: row.organisation_id, length: 1_000_000 },
  ]);
  const missed = async () =>
    (await checkAll(app.deps, { filed: await newFile.read() })).findings.filter(
      ({ subject, organisationId }) =>
        [`case ${form.recordID}`, `case ${gone.id}`].includes(subject) ||
        (subject === 'security log' && organisationId === row.organisation_id),
    );
  expect((await missed()).map(({ fault }) => fault).toSorted()).toEqual(['CASE_GONE', 'LOG_CUT', 'TIMELINE_CUT']);
  await acceptRestore(app.deps, newFile);
  expect(await missed()).toEqual([]);
  expect(await newFile.read()).toMatchObject({ isWhole: true });
  const auditor = await signIn(app, 'auditor@demo.nhs.uk');
  const { data } = await auditor.call('securityGet', { type: 'HEADS_RECORDED', search: 'restored backup', limit: 100 });
  expect(data.records).toHaveLength(1);
  await newFile.append(new Date(app.clock.now()).toISOString(), [gone]);
  expect((await missed()).map(({ fault }) => fault)).toEqual(['CASE_GONE']);
  fs.rmSync(other, { recursive: true, force: true });
});
