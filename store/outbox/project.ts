import type { Input, QueuedCall } from '#contract/calls.ts';
import type { Communication } from '#domain/patient.ts';
import type { TimelineEventType } from '#domain/timeline.ts';
import type { Happened, Kept, KeptConsent } from '../kept.ts';
import type { EntityName } from '../vault-database.ts';
import type { QueuedInput } from './queued.ts';

type PatientCall = Extract<QueuedCall, `patient${string}`>;
/** The entity that a call is about, as a row holds it. */
export type EntityOf<K extends QueuedCall> = K extends PatientCall
  ? Kept['patients']
  : K extends 'recordUpdate'
    ? Kept['listings']
    : Kept['consents'];

/** Where and when something was made. `at` is ISO. */
export type Made = { readonly at: string; readonly organisationId: string };

/** The call is about something that this device does not have. */
export class NotHere extends Error {
  override name = 'NotHere';
}

type Projections = {
  readonly [K in QueuedCall]: (before: EntityOf<K> | null, input: QueuedInput<K>, made: Made) => EntityOf<K>;
};

const NOTHING = {
  nhsNumber: null,
  hospitalNumber: null,
  sex: null,
  emailAddress: null,
  phoneNumber: null,
  address: null,
} as const;

/** What a call makes of its entity on this device, before the server has heard of it. */
const projections: Projections = {
  patientCreate: (_, { id = '', ...fields }, { at, organisationId }) => ({
    ...NOTHING,
    ...given(fields),
    id,
    recordID: null,
    firstName: fields.firstName ?? '',
    communication: spoken(fields.communication),
    organisationID: organisationId,
    status: 'ACTIVE',
    mergedInto: null,
    version: 0,
    createdAt: at,
    updatedAt: at,
  }),
  patientUpdate: (before, { id: _, communication, ...fields }, { at }) => {
    const patient = here(before);
    const spokenNow = communication === undefined ? patient.communication : spoken(communication);
    return { ...patient, ...given(fields), communication: spokenNow, updatedAt: at };
  },
  patientUpdateStatus: (before, { status, mergedInto }, { at }) => ({
    ...here(before),
    status,
    mergedInto: mergedInto ?? null,
    updatedAt: at,
  }),
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
    happened: happenedAt(at, ['CASE_CREATED', 'CONSENT_CREATED']),
  }),
  consentUpdate: (before, { consentID: _, ...fields }) => {
    const consent = here(before);
    return { ...consent, formType: fields.formType ?? consent.formType, draft: { ...consent.draft, ...given(fields) } };
  },
  consentSend: (before, _, { at }) => ({
    ...noted(here(before), happenedAt(at, ['CONSENT_COMPLETED', 'CONSENT_SENT'])),
    status: 'SENT',
  }),
  consentSendToSign: (before, { role, handoverId = '' }, { at }) => {
    const consent = noted(here(before), happenedAt(at, ['HANDOVER_STARTED'], { role }));
    return { ...consent, handovers: [...consent.handovers, { role, handoverId }] };
  },
  recordIdentity: (before, { confirmed }, { at }) =>
    noted(here(before), happenedAt(at, [confirmed ? 'IDENTITY_CONFIRMED' : 'IDENTITY_REFUSED'])),
  // What is written over a version that is out is its answers alone.
  recordAnswers: (before, { mattersToMe, additionalChoices }, { at }) => {
    const consent = noted(here(before), happenedAt(at, ['ANSWERS_GIVEN']));
    return { ...consent, draft: { ...consent.draft, ...given({ mattersToMe, additionalChoices }) } };
  },
  recordDecline: (before, { reason = '' }, { at }) => ({
    ...noted(here(before), happenedAt(at, ['DECLINED'], { reason })),
    status: 'DECLINED',
  }),
  recordLater: (before, { comments = '' }, { at }) => noted(here(before), happenedAt(at, ['MORE_TIME'], { comments })),
  recordSign: (before, { role, name, method, capturedAt }) => {
    const consent = noted(here(before), happenedAt(capturedAt, ['SIGNED'], { role, method, name }));
    // Which signer is the last, the server says: here it is only known that somebody has signed.
    return { ...consent, status: 'PARTIALLY_SIGNED', signed: [...consent.signed, { role, name, method, capturedAt }] };
  },
  recordWithdraw: (before, { reason = '' }, { at }) => ({
    ...noted(here(before), happenedAt(at, ['WITHDRAWN'], { reason })),
    status: 'WITHDRAWN',
  }),
  recordUpdate: (before, { listed }, { at }) => ({ ...here(before), listed, listedBy: null, listedAt: at }),
};

function noted(consent: KeptConsent, news: readonly Happened[]): KeptConsent {
  return { ...consent, happened: [...consent.happened, ...news] };
}

function happenedAt(at: string, types: readonly TimelineEventType[], detail: Happened['detail'] = {}): Happened[] {
  return types.map((type) => ({ type, at, detail }));
}

/**
 * The entity after a call that the server has not answered yet.
 *
 * @throws NotHere when the call changes something that is not on this device
 */
export function project<K extends QueuedCall>(
  call: K,
  input: QueuedInput<K>,
  { before, made }: { readonly before: EntityOf<K> | null; readonly made: Made },
): EntityOf<K> {
  return projections[call](before, input, made);
}

// The table's types are given up once, here, for the ops of a lane that are laid on top of a copy.
type AnyProjection = (before: unknown, input: unknown, made: Made) => Kept[EntityName];

/** As {@link project}, for what was read back from the queue: a lane holds the calls of one entity. */
export function projectAny(
  call: QueuedCall,
  input: unknown,
  { before, made }: { readonly before: Kept[EntityName] | null; readonly made: Made },
): Kept[EntityName] {
  return (projections[call] as unknown as AnyProjection)(before, input, made);
}

function here<T extends Kept[EntityName]>(before: T | null): T {
  if (before === null) throw new NotHere('This is not on this device');
  return before;
}

// An absent field leaves what is there; with exact optional properties only this says so for a spread.
function given<T extends object>(fields: T): { [F in keyof T]: Exclude<T[F], undefined> } {
  // The filter takes out exactly what the type leaves out.
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [F in keyof T]: Exclude<T[F], undefined>;
  };
}

function spoken(communication: Input<'patientCreate'>['communication']): Communication {
  return {
    language: communication?.language ?? 'en',
    interpreterNeeded: communication?.interpreterNeeded ?? false,
    format: communication?.format ?? 'STANDARD',
  };
}
