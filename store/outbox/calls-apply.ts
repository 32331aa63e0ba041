import type { QueuedCall } from '#contract/calls.ts';
import { patientValues } from '#domain/patients/patient.ts';
import { isPatientOnOwnForm } from '#domain/forms/signer-roles.ts';
import { doneOn } from '#domain/cases/case-end.ts';
import { notConfirmedWords } from '#domain/cases/confirm-answers.ts';
import { choiceName } from '#domain/consents/choice-in-words.ts';
import { ANSWERED_BY_SIGNER, type TimelineEventType } from '#domain/cases/timeline.ts';
import { identityEvent } from '#domain/signing/identity-event.ts';
import type { PendingEvent, Entities, LocalConsent } from '#store/entities/types.ts';
import type { EntityName } from '#store/db/vault-database.ts';
import type { QueuedInput } from './calls.ts';
import { localSignatureOf, localSignerDetail, signerOfAct } from './local-signer.ts';

type PatientCall = Extract<QueuedCall, `patient${string}`>;
/** The type of the entity that a call changes, as a row stores it. */
export type CallEntity<K extends QueuedCall> = K extends PatientCall
  ? Entities['patients']
  : K extends 'recordUpdate' | 'recordDone' | 'recordClose' | 'safetyReport'
    ? Entities['listings']
    : Entities['consents'];

/** Time (ISO) and organisation of a local change. */
export type ApplyContext = { readonly at: string; readonly organisationId: string };

/** The call changes an entity that is not on this device. */
export class NotOnDevice extends Error {
  override name = 'NotOnDevice';
}

type CallAppliers = {
  readonly [K in QueuedCall]: (before: CallEntity<K> | null, input: QueuedInput<K>, context: ApplyContext) => CallEntity<K>;
};

/** How each call changes its entity on this device, before the server has received it. */
const appliers: CallAppliers = {
  patientCreate: (_, { id = '', ...fields }, { at, organisationId }) => ({
    ...patientValues(fields),
    id,
    recordID: null,
    organisationID: organisationId,
    status: 'ACTIVE',
    mergedInto: null,
    version: 0,
    createdAt: at,
    updatedAt: at,
  }),
  patientUpdate: (before, { id: _, ...change }, { at }) => {
    const patient = existing(before);
    return { ...patient, ...patientValues(change, patient), updatedAt: at };
  },
  patientUpdateStatus: (before, { status, mergedInto }, { at }) => ({
    ...existing(before),
    status,
    mergedInto: mergedInto ?? null,
    survivorID: mergedInto ?? null,
    mergedAt: mergedInto == null ? null : at,
    updatedAt: at,
  }),
  patientConflict: (before) => existing(before),
  safetyReport: (before) => existing(before),
  consentCreate: (before, { consentID = '', recordID = '', patientID, formType, ...draft }, { at }) => ({
    consentID,
    recordID,
    patientID,
    formType,
    server: before?.server ?? null,
    draft,
    status: 'DRAFT',
    handovers: [],
    signed: [],
    happened: eventsAt(at, ['CASE_CREATED', 'CONSENT_CREATED']),
  }),
  consentUpdate: (before, { consentID: _, ...fields }) => {
    const consent = existing(before);
    return {
      ...consent,
      formType: fields.formType ?? consent.formType,
      draft: { ...consent.draft, ...withoutUndefined(fields) },
    };
  },
  consentSend: (before, _, { at }) => ({
    ...withEvents(existing(before), eventsAt(at, ['CONSENT_COMPLETED', 'CONSENT_SENT'])),
    status: 'SENT',
  }),
  consentSendToSign: (before, { handoverId = '', isUnderWay = false, ...signer }, { at }) => {
    // Nothing happened: the server knows the handover.
    if (isUnderWay) return existing(before);
    const consent = withEvents(existing(before), eventsAt(at, ['HANDOVER_STARTED'], { role: signer.role }));
    return { ...consent, handovers: [...consent.handovers, { ...signerOfAct(signer), handoverId }] };
  },
  recordIdentity: (before, { confirmed, ...signer }, { at }) =>
    withEvents(existing(before), eventsAt(at, [identityEvent({ role: signer.role, confirmed })], localSignerDetail(signer))),
  // Of a version that was sent, only the signer's answers may change; once it is signed, none: later ones stand beside them.
  recordAnswers: (before, { mattersToMe, additionalChoices, signature, ...signer }, { at }) => {
    if (signature !== undefined) return withLaterAnswers(existing(before), { additionalChoices, signature, ...signer }, at);
    const consent = withEvents(existing(before), eventsAt(at, ['ANSWERS_GIVEN'], localSignerDetail(signer)));
    return { ...consent, draft: { ...consent.draft, ...withoutUndefined({ mattersToMe, additionalChoices }) } };
  },
  // The view puts the questions into words, as the library on this device has them.
  recordUnderstanding: (before, { answers, ...signer }, { at }) =>
    withEvents(
      existing(before),
      eventsAt(at, ['UNDERSTANDING_CHECKED'], {
        answers: JSON.stringify(answers),
        ...(signer.handoverId === undefined ? {} : { handoverID: signer.handoverId }),
        ...localSignerDetail(signer),
      }),
    ),
  recordDecline: (before, { reason = '', role = 'PATIENT', signing_order }, { at }) => {
    const consent = withEvents(
      existing(before),
      eventsAt(at, ['DECLINED'], { reason, ...localSignerDetail({ role, signing_order }) }),
    );
    // A patient's no ends the form. For all others the other signers decide, whom the view knows.
    if (isPatientOnOwnForm(role)) return { ...consent, status: 'DECLINED' };
    return { ...consent, declined: [...(consent.declined ?? []), signerOfAct({ role, signing_order })] };
  },
  recordLater: (before, { comments = '', ...signer }, { at }) =>
    withEvents(existing(before), eventsAt(at, ['MORE_TIME'], { comments, ...localSignerDetail(signer) })),
  recordSign: (before, signature) => {
    const { method, name, capturedAt } = signature;
    const consent = withEvents(
      existing(before),
      eventsAt(capturedAt, ['SIGNED'], { ...localSignerDetail(signature), method, name }),
    );
    // Only the server decides which signer is the last: this device knows no more than that somebody has signed.
    return { ...consent, status: 'PARTIALLY_SIGNED', signed: [...consent.signed, localSignatureOf(signature)] };
  },
  recordWithdraw: (before, { reason = '', how, signing_order }, { at }) => {
    const consent = existing(before);
    const detail = { reason, ...(how === undefined ? {} : { how }), ...localSignerDetail({ signing_order }) };
    // After the operation the form stays as it is: whether it was done is found out first.
    if (doneOn(consent.server?.ended) !== undefined)
      return { ...withEvents(consent, eventsAt(at, ['WITHDRAWN_AFTER'], detail)), takenBackAt: at };
    return { ...withEvents(consent, eventsAt(at, ['WITHDRAWN'], detail)), status: 'WITHDRAWN' };
  },
  // The state stays as it was: only the server confirms.
  recordConfirm: (before, { statement, typedName, capturedAt, note = '' }) =>
    withEvents(existing(before), eventsAt(capturedAt, ['CONFIRMED'], { statement, typedName, note })),
  recordNotConfirmed: (before, { answers, capturedAt, note = '' }) =>
    withEvents(existing(before), eventsAt(capturedAt, ['NOT_CONFIRMED'], { reason: notConfirmedWords(answers), note })),
  // The server decides which of several ends counts, and names who recorded it.
  recordDone: (before, { on, source = 'PERSON' }, { at }) => ({
    ...existing(before),
    ended: { kind: 'DONE', on, source, by: '', at },
  }),
  recordClose: (before, { reason }, { at }) => ({
    ...existing(before),
    ended: existing(before).ended ?? { kind: 'CLOSED', on: at.slice(0, 10), source: 'PERSON', by: '', at, reason },
  }),
  // The name of who operates comes with the server's answer.
  recordUpdate: (before, { listed, clinicianID }, { at }) => ({
    ...existing(before),
    ...(listed === undefined ? {} : { listed, listedBy: null, listedAt: at }),
    ...(clinicianID === undefined ? {} : { clinicianID, operatorName: '' }),
  }),
};

/** Lays answers after a signature beside the form, until the server's copy has them. */
export function withLaterAnswers(
  consent: LocalConsent,
  { additionalChoices = [], signature, role = 'PATIENT', signing_order }: LaterInput,
  at: string,
): LocalConsent {
  const { capturedAt, method, answersDigest: digest } = signature;
  const answers = additionalChoices.flatMap(({ id, title, answer = null }) => (answer === null ? [] : [{ id, title, answer }]));
  const given = { ...signerOfAct({ role, signing_order }), at, capturedAt, method, digest, answers };
  const order = signing_order === undefined ? {} : { signing_order: String(signing_order) };
  const about = answers.map((each) => choiceName(each)).join(', ');
  const event = eventsAt(capturedAt, ['TALKED'], { about, way: ANSWERED_BY_SIGNER, role, ...order });
  return { ...withEvents(consent, event), answered: [...(consent.answered ?? []), given] };
}

type LaterInput = Pick<QueuedInput<'recordAnswers'>, 'additionalChoices' | 'role' | 'signing_order'> & {
  readonly signature: NonNullable<QueuedInput<'recordAnswers'>['signature']>;
};

function withEvents(consent: LocalConsent, events: readonly PendingEvent[]): LocalConsent {
  return { ...consent, happened: [...consent.happened, ...events] };
}

function eventsAt(at: string, types: readonly TimelineEventType[], detail: PendingEvent['detail'] = {}): PendingEvent[] {
  return types.map((type) => ({ type, at, detail }));
}

/**
 * Applies a call to the local entity, before the server has answered it.
 *
 * @throws NotOnDevice when the call changes an entity that is not on this device
 */
export function applyCall<K extends QueuedCall>(
  call: K,
  input: QueuedInput<K>,
  { before, context }: { readonly before: CallEntity<K> | null; readonly context: ApplyContext },
): CallEntity<K> {
  return appliers[call](before, input, context);
}

/** As {@link applyCall}, for calls read back from the queue: a lane holds the calls of one entity. */
export function applyAnyCall<K extends QueuedCall>(
  call: K,
  input: unknown,
  { before, context }: { readonly before: Entities[EntityName] | null; readonly context: ApplyContext },
): CallEntity<K> {
  // An op stores the input of its own call.
  return applyCall(call, input as QueuedInput<K>, { before: before as CallEntity<K> | null, context });
}

function existing<T extends Entities[EntityName]>(before: T | null): T {
  if (before === null) throw new NotOnDevice('This is not on this device');
  return before;
}

// An absent field keeps the present value. A spread would write undefined over it, and exact optional properties forbid that.
function withoutUndefined<T extends object>(fields: T): { [F in keyof T]: Exclude<T[F], undefined> } {
  // The filter takes out exactly what the type leaves out.
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [F in keyof T]: Exclude<T[F], undefined>;
  };
}
