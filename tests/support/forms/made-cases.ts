import { setTimeout as wait } from 'node:timers/promises';
import { call, callForFile } from '#contract/engine/call.ts';
import { calls, type CallName, type Calls, type Input, type Output } from '#contract/calls.ts';
import type { AdditionalChoice } from '#domain/consents/consent.ts';
import type { ConsentProcedureDraft } from '#domain/consents/consent-fields.ts';
import { spokenName } from '#domain/patients/patient-name.ts';
import type { SignerRole } from '#domain/forms/signer-roles.ts';
import { ANSWERED_CHOICES } from './answered-choices.ts';
import { CLINICIAN, PASSWORD, type Person } from '#tests/support/browser/journey.ts';

/** A client that makes calls to a running server, as an outside program would. */
export type Caller = {
  readonly token: string;
  ask<K extends CallName>(name: K, input: Input<K>): Promise<Output<K>>;
};

/** A case that calls have brought to some state. */
export type MadeCase = { readonly patientID: string; readonly consentID: string; readonly recordID: string };
export type Stage = 'draft' | 'ready' | 'half' | 'signed';

type CaseOptions = {
  readonly person: Person;
  readonly until: Stage;
  /** Names in the library; by default cataract surgery of the right eye. */
  readonly procedures?: readonly (Partial<ConsentProcedureDraft> & { readonly name: string })[];
  /** By default those of every form, answered where everybody signs. */
  readonly additionalChoices?: readonly AdditionalChoice[];
};

/** Signs in by a call of its own, independent of any browser. */
export async function callerAs(origin: string, email = CLINICIAN): Promise<Caller> {
  const { token } = await asking(origin, undefined)('userLogin', { email, password: PASSWORD });
  return { token, ask: asking(origin, token) };
}

function asking(origin: string, token: string | undefined): Caller['ask'] {
  return <K extends CallName>(name: K, input: Input<K>) => {
    const entry: Calls[K] = calls[name];
    const idempotencyKey = entry.keyed ? crypto.randomUUID() : undefined;
    // A call's answer is the output of its own entry; TypeScript cannot infer that through the name.
    return call(entry, input, { fetch, root: `${origin}/api`, token, idempotencyKey }) as Promise<Output<K>>;
  };
}

/** A patient and a case of theirs, brought as far as `until`. */
export async function makeCase(origin: string, { ask }: Caller, { person, until, ...given }: CaseOptions): Promise<MadeCase> {
  const { procedures, additionalChoices = until === 'signed' ? ANSWERED_CHOICES : undefined } = given;
  const { data: created } = await ask('patientCreate', person);
  const { data: library } = await ask('procedureGet', { page: 1, limit: 100, search: '', status: 'ACTIVE' });
  const chosen = procedures ?? [{ name: 'Cataract surgery with lens implant', side: 'RIGHT' as const, site: 'eye' }];
  const { data: templates } = await ask('templatesGet', { page: 1, limit: 10, search: 'FORM_1' });
  const templateID = templates.records[0]?._id;
  if (templateID === undefined) throw new Error('There is no template for Form 1');
  const made = await ask('consentCreate', {
    patientID: created.patient.id,
    formType: 'FORM_1',
    templateID,
    procedures: chosen.map(({ name, ...fields }) => ({
      ...fields,
      procedureID: library.records.find(({ procedureName }) => procedureName === name)?.procedureID ?? '',
    })),
    clinicianStatement: { discussed: true, capacity: true },
    interpreterNeeded: false,
    ...(additionalChoices === undefined ? {} : { additionalChoices: [...additionalChoices] }),
  });
  const { consentID, recordID, version } = made;
  if (until !== 'draft') await ask('consentSend', { consentID, version, channel: 'DEVICE' });
  if (until === 'half' || until === 'signed') {
    const { ticket } = await ask('consentSendToSign', { consentID, role: 'PATIENT' });
    const patient = asking(origin, ticket);
    await patient('recordIdentity', { consentID, confirmed: true });
    await sign(patient, ask, { recordID, role: 'PATIENT', name: spokenName(person) });
  }
  if (until === 'signed') await sign(ask, ask, { recordID, role: 'CLINICIAN', name: 'Demo Clinician' });
  return { patientID: created.patient.id, consentID, recordID };
}

async function sign(
  signer: Caller['ask'],
  reader: Caller['ask'],
  { recordID, role, name }: { recordID: string; role: SignerRole; name: string },
): Promise<void> {
  const { data } = await reader('recordDetails', { id: recordID });
  const consent = data.consents[0];
  if (consent?.contentDigest === null || consent === undefined) throw new Error('Nothing has been sent for signature');
  await signer('recordSign', {
    consentID: consent.consentID,
    role,
    name,
    method: 'TYPED',
    typedName: name,
    statement: consent.statements[role] ?? '',
    contentDigest: consent.contentDigest,
    capturedAt: new Date().toISOString(),
  });
}

/** Waits until the signed version is sealed, and gets its document. */
export async function sealedDocument(
  origin: string,
  { ask, token }: Caller,
  { recordID, consentID }: MadeCase,
): Promise<Uint8Array> {
  for (;;) {
    const { data } = await ask('recordDetails', { id: recordID });
    if (data.consents[0]?.sealState === 'SEALED') break;
    await wait(100);
  }
  const file = await callForFile(calls.consentDownload, { request_id: consentID }, { fetch, root: `${origin}/api`, token });
  return new Uint8Array(await file.arrayBuffer());
}
