import { CallFailed } from '#contract/engine/call.ts';
import type { Output } from '#contract/calls.ts';
import { confirmStateOfRow } from '#server/work/consents/confirm-state.ts';
import { checkCase } from '#server/work/integrity/check-case.ts';
import { TEST_NOW, type TestApp } from '#tests/support/server/app.ts';
import { aPatient, procedureId, signIn, templateId, type Caller } from '#tests/support/forms/builders.ts';
import { aChild, anotherParent, aParent, family2 } from '#tests/support/forms/form-2.ts';
import { registerTablet } from '#tests/support/tablet/tablet.ts';
import { giveQuestions } from '#tests/support/forms/understanding.ts';
import { linksInModel, linksOnServer } from './link-rows.ts';
import { confirmStateOf, newVersion } from './case-model.ts';
import { currentOf, type CaseModel, type FormKind, type Verdict } from './case-shapes.ts';

type Staff = Awaited<ReturnType<typeof registerTablet<Caller & { token: string }>>>;

/** The server's side of the runs of one file: one app, one session, and the present case. */
export type Desk = {
  readonly app: TestApp;
  recordID: string;
  organisationId: string;
  patient: { dateOfBirth: string; lastName: string };
  /** the versions' row numbers, as a page would know them */
  readonly rows: Map<string, number>;
  /** ids of open questions, by version */
  readonly questions: Map<string, string[]>;
  readonly staff: Staff;
  /** starts a new case of a new patient */
  begin(kind: FormKind): Promise<CaseModel>;
};

/** Before and after any life of a case: the session outlives the clock's jumps, backwards too. */
const EVER = '2000-01-01T00:00:00.000Z';
const FOREVER = '2200-01-01T00:00:00.000Z';

export async function openDesk(app: TestApp): Promise<Desk> {
  const { db } = app.database;
  const staff = await registerTablet(await signIn(app));
  await db.updateTable('sessions').set({ signed_in_at: EVER, ends_at: FOREVER }).execute();
  await giveQuestions(app);
  await giveQuestions(app, 'tonsillectomy');
  const library = await libraryOf(staff);
  const desk: Desk = {
    app,
    recordID: '',
    organisationId: '',
    patient: { dateOfBirth: '', lastName: '' },
    rows: new Map(),
    questions: new Map(),
    staff,
    begin: async (kind) => {
      app.clock.advance(TEST_NOW - app.clock.now());
      // Documents of earlier runs are not what this one is about.
      await app.database.db.deleteFrom('jobs').execute();
      const isAdult = kind === 'adult' || kind === 'interpreted';
      await app.database.db
        .updateTable('links')
        .set({ ended_at: EVER, ended_by: 'STAFF' })
        .where('ended_at', 'is', null)
        .execute();
      const dateOfBirth = isAdult ? '1950-03-14' : '2024-03-14';
      const patient = aPatient({ dateOfBirth, emailAddress: 'patient@example.org' });
      desk.patient = { dateOfBirth, lastName: patient.lastName };
      const patientID = (await staff.call('patientCreate', patient)).data.patient.id;
      const made = await staff.call('consentCreate', { patientID, ...library[kind] });
      desk.recordID = made.recordID;
      desk.rows.clear();
      desk.questions.clear();
      desk.rows.set(made.consentID, made.version);
      return { kind, versions: [newVersion(made.consentID, true)], inForce: null, links: [], tickets: [] };
    },
  };
  desk.organisationId = (
    await db.selectFrom('users').select('organisation_id').where('email', '=', 'clinician@demo.nhs.uk').executeTakeFirstOrThrow()
  ).organisation_id;
  return desk;
}

async function libraryOf(staff: Caller) {
  const [cataract, tonsils, adult, child] = await Promise.all([
    procedureId(staff),
    procedureId(staff, 'tonsillectomy'),
    templateId(staff),
    templateId(staff, 'FORM_2'),
  ]);
  const clinicianStatement = { discussed: true, capacity: true };
  const ofAdult = {
    formType: 'FORM_1' as const,
    templateID: adult,
    procedures: [{ procedureID: cataract, side: 'RIGHT' as const }],
    clinicianStatement,
    interpreterNeeded: false,
  };
  const ofChild = {
    formType: 'FORM_2' as const,
    templateID: child,
    procedures: [{ procedureID: tonsils }],
    clinicianStatement,
    interpreterNeeded: false,
    ...family2({
      parents: [aParent({ emailAddress: 'mother@example.org' }), anotherParent({ emailAddress: 'father@example.org' })],
    }),
  };
  return {
    adult: ofAdult,
    interpreted: {
      ...ofAdult,
      interpreterNeeded: true,
      interpreter: { name: 'Demo Interpreter', language: 'Polish', signsHere: true, emailAddress: 'interpreter@example.org' },
    },
    parents: ofChild,
    family: { ...ofChild, child: aChild({ signs: true }) },
  };
}

/** The code with which a call is refused; null when it succeeds. */
export async function verdictOf<T>(call: Promise<T>): Promise<{ code: Verdict; answer?: T }> {
  try {
    return { code: null, answer: await call };
  } catch (error) {
    // The comparison with the model names a code that it does not know.
    if (error instanceof CallFailed && error.status < 500) return { code: error.code as Verdict };
    throw error;
  }
}

/** One version as staff see it. */
export async function viewOf(desk: Desk, id: string): Promise<Output<'recordDetails'>['data']['consents'][number]> {
  const { consents } = (await desk.staff.call('recordDetails', { id: desk.recordID })).data;
  const found = consents.find(({ consentID }) => consentID === id);
  if (found === undefined) throw new Error('a version that the server does not have');
  return found;
}

/** The server's state of the case in the model's words; the rows' numbers are noted for later calls. */
export async function stateOnServer({ app, recordID, rows }: Desk) {
  const { db } = app.database;
  const [record, versions, signers, scans, links] = await Promise.all([
    db.selectFrom('cases').selectAll().where('id', '=', recordID).executeTakeFirstOrThrow(),
    db.selectFrom('consents').selectAll().where('case_id', '=', recordID).orderBy('version_number').execute(),
    db
      .selectFrom('recipients')
      .innerJoin('consents', 'consents.id', 'recipients.consent_id')
      .select(['consent_id', 'recipients.role', 'signing_order', 'required', 'recipients.state'])
      .where('case_id', '=', recordID)
      .orderBy('signing_order')
      .execute(),
    db
      .selectFrom('documents')
      .innerJoin('consents', 'consents.id', 'documents.consent_id')
      .select(['consent_id', 'documents.sha256'])
      .where('case_id', '=', recordID)
      .where('documents.kind', '=', 'SCAN')
      .execute(),
    linksOnServer(db, recordID),
  ]);
  for (const { id, version } of versions) rows.set(id, version);
  return {
    status: record.status,
    current: record.current_consent_id,
    inForce: record.in_force_consent_id,
    links,
    versions: versions.map((row) => ({
      id: row.id,
      status: row.status,
      seal: row.seal_state,
      confirm: confirmStateOfRow({ ...row, operator_id: record.operator_id, ended: record.ended }, app.deps),
      scans: scans.flatMap(({ consent_id: id, sha256 }) => (id === row.id ? [sha256] : [])).toSorted(),
      signers: signers
        .filter((each) => each.consent_id === row.id)
        .map(({ role, signing_order, required, state }) => `${signing_order} ${role}${required ? '' : '?'} ${state}`),
    })),
  };
}

/** The same of the model. */
export function stateInModel(model: CaseModel, now: number): Awaited<ReturnType<typeof stateOnServer>> {
  const current = currentOf(model);
  return {
    status: current.status,
    current: current.id,
    inForce: model.inForce,
    links: linksInModel(model),
    versions: model.versions.map((version) => ({
      id: version.id,
      status: version.status,
      seal: version.seal,
      confirm: confirmStateOf(version, now) as 'DUE',
      scans: version.scans.toSorted(),
      signers: version.signers.map(({ role, order, required, state }) => `${order} ${role}${required ? '' : '?'} ${state}`),
    })),
  };
}

/** The faults of the present case by the product's own check, which reads its timeline and its signatures. */
export async function faultsOf({ app, recordID, organisationId }: Desk): Promise<readonly string[]> {
  return (await checkCase(app.deps, { organisationId, caseId: recordID }))?.faults ?? ['there is no case'];
}
