import type { Patient } from '#domain/patients/patient.ts';
import type { Side } from '#domain/base/states.ts';
import { DAY, HOUR, MINUTE } from '#domain/base/limits.ts';
import { listProcedures, listTemplates, type ProcedureRow } from '#server/data/library/library.ts';
import type { StaffActor, TicketActor } from '#server/http/actor.ts';
import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/data/db.ts';
import { voidConsent, withdraw } from '#server/work/consents/end-consent.ts';
import { openCase } from '#server/work/cases/open-case.ts';
import { createConsentDraft } from '#server/work/consents/save-consent.ts';
import { sendToSign } from '#server/work/consents/send-to-sign.ts';
import { sign } from '#server/work/signing/sign.ts';
import { statementOf } from '#domain/consents/statements.ts';
import { contextOf } from './past.ts';

type Demo = {
  db: Db;
  deps: Deps;
  /** epoch ms of the first case */ start: number;
  patients: readonly Pick<Patient, 'id' | 'firstName' | 'lastName'>[];
  clinician: StaffActor;
  eyes: StaffActor;
};

/** How far a demo case has come. */
export type DemoStage = 'draft' | 'sent' | 'half' | 'signed' | 'withdrawn' | 'voided';
const STAGES: readonly DemoStage[] = [
  'signed',
  'draft',
  'signed',
  'sent',
  'signed',
  'half',
  'signed',
  'withdrawn',
  'draft',
  'signed',
  'voided',
  'sent',
];

/** A case of the demo, by its version and the person who made it. */
export type DemoCase = { readonly consentID: string; readonly stage: DemoStage; readonly actor: StaffActor };

/** A spread of cases over the days since `start`, made by the same work as real ones. @returns them in that order */
export async function demoCases(demo: Demo): Promise<DemoCase[]> {
  const { db, clinician, patients, start } = demo;
  const page = { page: 1, limit: 100 };
  const { records: procedures } = await listProcedures(db, clinician.organisationId, { search: '', status: 'ACTIVE', ...page });
  const { records: templates } = await listTemplates(db, clinician.organisationId, { search: 'FORM_1', ...page });
  const usable = procedures.filter(({ fields }) => fields.formTypes.includes('FORM_1'));
  const templateID = templates[0]?.id;
  const made: DemoCase[] = [];
  if (templateID === undefined) return made;
  for (const [at, patient] of patients.entries()) {
    const procedure = usable[at % usable.length];
    // Some patients have no case, so that a new one can be started in front of an audience.
    if (procedure === undefined || at % 5 === 4) continue;
    const actor = procedure.fields.speciality === 'Ophthalmology' ? demo.eyes : clinician;
    const stage = STAGES[at % STAGES.length] ?? 'draft';
    const consentID = await demoCase(demo, {
      actor,
      patient,
      procedure,
      templateID,
      stage,
      at: start + Math.floor(at * 2.95 * DAY) + 9 * HOUR,
      side: at % 2 === 0 ? 'RIGHT' : 'LEFT',
    });
    made.push({ consentID, stage, actor });
  }
  return made;
}

type OneCase = {
  actor: StaffActor;
  patient: Pick<Patient, 'id' | 'firstName' | 'lastName'>;
  procedure: ProcedureRow;
  templateID: string;
  stage: DemoStage;
  at: number;
  side: Side;
};

const SITES: Record<string, string> = {
  Ophthalmology: 'eye',
  Orthopaedics: 'hip',
  Paediatrics: 'ear',
  'General surgery': 'groin',
};

async function demoCase(
  { db, deps }: Demo,
  { actor, patient, procedure, templateID, stage, at, side }: OneCase,
): Promise<string> {
  const site = procedure.fields.sideRequired ? (SITES[procedure.fields.speciality] ?? '') : '';
  const procedures = [
    {
      procedureID: procedure.id,
      side: procedure.fields.sideRequired ? side : null,
      site,
      removedRisks: [],
      personalRisks: [],
      anaesthetic: [],
    },
  ];
  const isWhole = stage !== 'draft';
  const made = await createConsentDraft(contextOf(db, deps, actor, at), {
    patientID: patient.id,
    formType: 'FORM_1',
    activeTab: isWhole ? 4 : 1,
    input: {
      procedures,
      templateID,
      ...(isWhole ? { clinicianStatement: { discussed: true, capacity: true, note: '' }, interpreterNeeded: false } : {}),
    },
  });
  const id = made.consent.id;
  const reopen = (minutes: number, by: StaffActor | TicketActor = actor) =>
    openCase({ ...contextOf(db, deps, actor, at + minutes * MINUTE), actor: by }, id);
  if (!isWhole) return id;
  await sendToSign(await reopen(10), actor);
  if (stage === 'voided') await voidConsent(await reopen(20), { reason: 'Demo: the appointment was cancelled', kind: 'OTHER' });
  if (stage === 'voided' || stage === 'sent') return id;
  const ticket: TicketActor = {
    kind: 'ticket',
    organisationId: actor.organisationId,
    consentId: id,
    role: 'PATIENT',
    signingOrder: undefined,
    handoverId: deps.newId(),
    linkId: null,
    sessionId: null,
    handedOverBy: actor.name,
    deviceId: null,
    isBlocked: false,
    hasEnded: false,
    isInError: false,
  };
  await signAs(await reopen(15, ticket), { role: 'PATIENT', name: `${patient.firstName} ${patient.lastName}`.trim() });
  if (stage === 'half') return id;
  await signAs(await reopen(18), { role: 'CLINICIAN', name: actor.name });
  if (stage === 'withdrawn') await withdraw(await reopen(60 * 24), { reason: 'Demo: the patient changed their mind' });
  return id;
}

async function signAs(
  open: Awaited<ReturnType<typeof openCase>>,
  { role, name }: { role: 'PATIENT' | 'CLINICIAN'; name: string },
): Promise<void> {
  const { consent, now } = open;
  await sign(open, {
    consentID: consent.id,
    role,
    name,
    method: 'TYPED',
    typedName: name,
    statement: consent.pinned === null ? '' : statementOf(consent.pinned, role),
    contentDigest: consent.digest ?? '',
    capturedAt: now,
  });
}
