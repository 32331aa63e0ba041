import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import type { Input } from '#contract/calls.ts';
import { HOUR, MINUTE } from '#domain/base/limits.ts';
import { deleteOldLeftovers } from '#server/work/delete-leftovers.ts';
import { nonceOf, passOf, type PassClaims } from '#server/work/experience/pass.ts';
import { callerOf, handOver, inked, sent, signIn, typed, type Caller } from '#tests/support/forms/builders.ts';
import { sent2 } from '#tests/support/forms/form-2.ts';
import { mailedForm, visit } from '#tests/support/forms/link-of.ts';
import { ticketDetails } from '#tests/support/forms/ticket-details.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';

// Three questions after a signature: counted once, and nothing stored says whose answers they were.

const app = useTestApp();
let staff: Caller & { token: string };
let admin: Caller & { token: string };
const nobody = () => callerOf(app);

beforeEach(async () => {
  staff = await signIn(app);
  admin = await signIn(app, 'admin@demo.nhs.uk');
  for (const table of ['experience_counts', 'used_nonces', 'experience_settings', 'throttles'] as const)
    await app.database.db.deleteFrom(table).execute();
  await change({ isOn: true, hasReadLicence: true });
});

async function change(settings: Partial<Input<'experienceSettingsUpdate'>>) {
  const { licenceReadAt: _, ...before } = (await admin.call('experienceSettings', {})).data;
  return (await admin.call('experienceSettingsUpdate', { ...before, ...settings })).data;
}

/** A patient's signature on a tablet, and the holder of its ticket. */
async function signedOnTablet() {
  const version = await sent(staff);
  const holder = await handOver(app, staff, version);
  await holder.call('recordSign', inked(holder.details));
  return { version, holder };
}

async function offered({ holder }: { readonly holder: Caller & { readonly token: string } }) {
  return ticketDetails(await holder.call('consentDetailsByToken', { token: holder.token })).extras?.experience;
}

const BEST = { q1: 4, q2: 4, q3: 4 } as const;
const counts = async () => app.database.db.selectFrom('experience_counts').selectAll().orderBy('n').execute();

/** Every row of every table, as text. */
async function dump(): Promise<ReadonlyMap<string, readonly string[]>> {
  const { db } = app.database;
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema = current_schema() and table_type = 'BASE TABLE' order by 1`.execute(
    db,
  );
  const dumped = new Map<string, readonly string[]>();
  for (const { name } of tables) {
    const { rows } = await sql<{ row: string }>`select to_jsonb(t)::text as row from ${sql.table(name)} t order by 1`.execute(db);
    dumped.set(
      name,
      rows.map(({ row }) => row),
    );
  }
  return dumped;
}

/** A pass as this server writes it. */
async function aPass(change_: Partial<PassClaims> = {}): Promise<string> {
  const { organisation_id: organisationId, id } = await app.database.db
    .selectFrom('procedures')
    .innerJoin('users', 'users.organisation_id', 'procedures.organisation_id')
    .select(['procedures.organisation_id', 'procedures.id'])
    .where('users.email', '=', 'clinician@demo.nhs.uk')
    .where('procedures.is_current', '=', true)
    .orderBy('procedures.id')
    .executeTakeFirstOrThrow();
  return passOf(app.deps.chainKey, {
    organisationId,
    procedureId: id,
    month: '2026-08',
    nonce: app.deps.newId(),
    endsAt: new Date(app.clock.now() + HOUR).toISOString(),
    ...change_,
  });
}

test('whoever has signed on a tablet is asked, and answers once: their answers are counted about the procedure and the month', async () => {
  const { version, holder } = await signedOnTablet();
  const experience = await offered({ holder });
  expect(experience?.wordings.map(({ language }) => language)).toEqual(['en']);
  // However often it is asked for, it is the same pass.
  expect((await offered({ holder }))?.pass).toBe(experience?.pass);
  const pass = experience?.pass ?? '';
  expect(await nobody().call('experienceAnswer', { pass, q1: 4, q2: 3, q3: 0 })).toEqual({
    message: 'Thank you. Your answers are counted.',
  });
  const [procedure] = version.procedures;
  expect(await counts()).toMatchObject([{ month: '2026-08', procedure_id: procedure?.procedureID, q1: 4, q2: 3, q3: 0, n: 1 }]);
  expect(await offered({ holder })).toBeUndefined();
  expect((await nobody().refused('experienceAnswer', { pass, ...BEST })).code).toBe('PASS_ENDED');
  expect(await counts()).toHaveLength(1);
});

test('a signer at home gets the pass that their tablet had: one person answers once', async () => {
  const form = await mailedForm(app, staff);
  const patient = await visit(app, form);
  expect(patient.details.extras?.experience).toBeUndefined();
  await patient.call('recordSign', inked(patient.details));
  const pass = (await offered({ holder: patient }))?.pass;
  const again = await visit(app, form);
  expect(again.details.extras?.experience?.pass).toBe(pass);
  await nobody().call('experienceAnswer', { pass: pass ?? '', ...BEST });
  expect(await offered({ holder: again })).toBeUndefined();
});

test('a tablet that is handed over again does not ask: nobody knows in whose hands it is', async () => {
  const { version, holder } = await signedOnTablet();
  expect(await offered({ holder })).toBeDefined();
  const { consentID } = version;
  const later = await handOver(app, staff, { consentID });
  expect(later.details.extras?.experience).toBeUndefined();
  expect(await offered({ holder: later })).toBeUndefined();
});

test('an answer is refused for a pass that was altered, has ended or was used, in whole sentences; used and ended alike to the letter', async () => {
  const refuse = async (pass: string) => {
    const { status, body } = await app.ask({ method: 'POST', url: '/api/experience/answer', payload: { pass, ...BEST } });
    const { requestId: _, ...told } = body;
    return { status, told };
  };
  const used = await aPass();
  await nobody().call('experienceAnswer', { pass: used, ...BEST });
  const ended = await aPass({ endsAt: new Date(app.clock.now()).toISOString() });
  expect(await refuse(used)).toEqual(await refuse(ended));
  expect(await refuse(used)).toEqual({
    status: 410,
    told: {
      error: 'PASS_ENDED',
      message: 'These questions cannot be answered any more: they were, or their time is over.',
    },
  });
  const fresh = await aPass();
  const [body = '', mac = ''] = fresh.split('.');
  const other = Buffer.from(Buffer.from(body, 'base64url').toString('utf8').replace('2026-08', '2026-07')).toString('base64url');
  for (const altered of [`${other}.${mac}`, `${body}.${mac.slice(1)}0`, body, `${fresh}.`, 'x', `${body}.${mac}.${mac}`])
    expect((await refuse(altered)).told).toEqual({
      error: 'PASS_ALTERED',
      message: 'These answers did not come from the page of a form, so they were not counted.',
    });
  expect(await counts()).toMatchObject([{ n: 1 }]);
  await nobody().call('experienceAnswer', { pass: fresh, ...BEST });
  for (const q1 of [-1, 5, 2.5, '4', null]) {
    const payload = { pass: await aPass(), ...BEST, q1 };
    const { status, body: told } = await app.ask({ method: 'POST', url: '/api/experience/answer', payload });
    expect([status, told.fields]).toEqual([400, [{ path: 'q1', message: expect.stringMatching(/^Each answer must be/) }]]);
  }
  expect(await counts()).toMatchObject([{ n: 2 }]);
});

test('many bad passes from one network are slowed down; a good one is still counted', async () => {
  const bad = async () => (await nobody().refused('experienceAnswer', { pass: 'x.y', ...BEST })).code;
  for (let n = 0; n < 100; n += 1) expect(await bad()).toBe('PASS_ALTERED');
  expect(await bad()).toBe('SLOW_DOWN');
  await nobody().call('experienceAnswer', { pass: await aPass(), ...BEST });
});

test('after 50 answers the database differs by counts and nonces alone, and the log says nothing', async () => {
  const answers = await Promise.all(
    Array.from({ length: 50 }, async (_, at) => ({ pass: await aPass(), q1: at % 5, q2: 4, q3: at % 2 === 0 ? 4 : 3 })),
  );
  const before = await dump();
  const logged = app.log.length;
  for (const answer of answers) await nobody().call('experienceAnswer', answer);
  const lines = app.log.slice(logged);
  const after = await dump();
  const changed = [...after].filter(([name, rows]) => rows.join('\n') !== before.get(name)?.join('\n')).map(([name]) => name);
  expect(changed).toEqual(['experience_counts', 'used_nonces']);
  // Ten different answers, five times each: no row is a person's.
  expect((await counts()).map(({ n, month }) => `${month} ${n}`)).toEqual(Array.from({ length: 10 }, () => '2026-08 5'));
  expect(Object.keys((await counts())[0] ?? {})).toEqual(['organisation_id', 'month', 'procedure_id', 'q1', 'q2', 'q3', 'n']);
  const nonces = await app.database.db.selectFrom('used_nonces').selectAll().execute();
  expect(nonces).toHaveLength(50);
  expect(new Set(nonces.map(({ ends_at }) => Date.parse(ends_at) % HOUR))).toEqual(new Set([0]));
  expect(lines).toEqual([]);
});

test('a used nonce tells nobody whose it was without the key of the server, and is gone two hours after the signature', async () => {
  const { version, holder } = await signedOnTablet();
  const { pass } = (await offered({ holder })) ?? { pass: '' };
  await nobody().call('experienceAnswer', { pass, ...BEST });
  const [row] = await app.database.db.selectFrom('used_nonces').selectAll().execute();
  const signed = { organisationId: row?.organisation_id ?? '', consentId: version.consentID, order: 1 };
  expect(row?.hash).not.toBe(nonceOf(app.deps.chainKey, signed));
  expect(JSON.stringify(row)).not.toContain(version.consentID);
  app.clock.advance(2 * HOUR);
  await deleteOldLeftovers(app.deps);
  expect(await app.database.db.selectFrom('used_nonces').selectAll().execute()).toEqual([]);
  // By then the pass has ended too.
  expect((await nobody().refused('experienceAnswer', { pass, ...BEST })).code).toBe('PASS_ENDED');
});

test('nobody is asked before they have signed, an hour after, once the form was declined or taken back, or while it is off', async () => {
  const version = await sent(staff);
  const holder = await handOver(app, staff, version);
  expect(holder.details.extras?.experience).toBeUndefined();
  await holder.call('recordSign', inked(holder.details));
  const pass = (await offered({ holder }))?.pass ?? '';
  expect(pass).not.toBe('');
  await change({ isOn: false });
  expect(await offered({ holder })).toBeUndefined();
  expect((await nobody().refused('experienceAnswer', { pass, ...BEST })).code).toBe('PASS_ENDED');
  await change({ isOn: true });
  await staff.call('recordSign', typed(version));
  await holder.call('recordWithdraw', { consentID: version.consentID });
  expect(await offered({ holder })).toBeUndefined();
  const other = await signedOnTablet();
  for (let n = 0; n < 4; n += 1) {
    expect(await offered(other)).toBeDefined();
    app.clock.advance(14 * MINUTE);
  }
  app.clock.advance(4 * MINUTE);
  expect(await offered(other)).toBeUndefined();
  staff = await signIn(app);
  const declined = await handOver(app, staff, await sent(staff));
  await declined.call('recordDecline', { consentID: declined.details.consent.consentID });
  expect(await offered({ holder: declined })).toBeUndefined();
});

test('a parent is asked about their child, in the author’s words for parents', async () => {
  const { consentID } = await sent2(staff);
  const holder = await handOver(app, staff, { consentID, role: 'PARENT' });
  await holder.call('recordSign', inked(holder.details));
  expect((await offered({ holder }))?.wordings[0]?.questions[0]).toBe(
    'How much effort was made to help you understand your child’s health issues?',
  );
});

test('a translation that was pasted is offered; nobody is asked before the licence was read, and a stale change is refused', async () => {
  const lines = ['Un?', 'Dau?', 'Tri?', 'a', 'b', 'c', 'd', 'e'];
  await change({ wordings: [{ language: 'cy', reader: 'PATIENT', lines }] });
  const { holder } = await signedOnTablet();
  expect((await offered({ holder }))?.wordings.at(-1)).toEqual({
    language: 'cy',
    questions: lines.slice(0, 3),
    answers: lines.slice(3),
  });
  const before = (await admin.call('experienceSettings', {})).data;
  expect(before.licenceReadAt).not.toBeNull();
  const { licenceReadAt: _, ...same } = before;
  const refused = await admin.refused('experienceSettingsUpdate', { ...same, hasReadLicence: false });
  expect(refused.fields).toEqual([
    { path: 'hasReadLicence', message: 'Read the licence of the questions first, and tick that it allows your use' },
  ]);
  const stale = await admin.refused('experienceSettingsUpdate', { ...same, version: before.version - 1 });
  expect([stale.code, stale.data]).toMatchObject(['VERSION_CONFLICT', { current: before }]);
  const { data: log } = await admin.call('securityGet', { page: 1 });
  expect(log.records[0]).toMatchObject({ type: 'ORGANISATION_CHANGED' });
  expect(JSON.stringify(log.records[0])).toContain('Was I heard: on, licence read; pasted: cy PATIENT');
});

test('figures are of closed months, of ten answers or more, with a sum that opens nothing; nothing is shown while it is off', async () => {
  const month =
    (at: string) =>
    async (n: number, answers: object = BEST) => {
      for (let each = 0; each < n; each += 1)
        await nobody().call('experienceAnswer', { pass: await aPass({ month: at }), ...BEST, ...answers });
    };
  await month('2026-07')(7);
  await month('2026-07')(5, { q2: 3 });
  await month('2026-06')(9);
  await month('2026-08')(20);
  const figures = (await staff.call('experienceFigures', { from: '2025-09', to: '2026-08' })).data;
  const [procedureID = null] = [...new Set(figures.map((each) => each.procedureID))].filter((id) => id !== null);
  const of = (id: string | null, at: string | null) => figures.find((each) => each.procedureID === id && each.month === at);
  expect(of(null, null)).toMatchObject({ n: 12, top: 7 / 12, procedure: null });
  expect(of(procedureID, '2026-07')).toMatchObject({ n: 12 });
  expect(of(procedureID, null)?.procedure).toEqual(expect.stringMatching(/./));
  expect(of(null, '2026-06')).toMatchObject({ n: null });
  const few = (await staff.call('experienceFigures', { from: '2026-06', to: '2026-06' })).data;
  expect(few.filter((each) => each.procedureID !== null)).toEqual([]);
  // The month that still grows is in no row and in no sum.
  expect(figures.filter((each) => each.month === '2026-08')).toEqual([]);
  await change({ isOn: false });
  const off = await staff.call('experienceFigures', { from: '2025-09', to: '2026-08' });
  expect([off.isOn, off.data]).toEqual([false, []]);
});
