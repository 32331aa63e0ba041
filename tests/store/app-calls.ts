import type { Input } from '#contract/calls.ts';
import type { DraftFields } from '#store/entities/types.ts';
import { enqueue } from '#store/outbox/enqueue.ts';
import type { QueuedInput } from '#store/outbox/calls.ts';
import type { Store } from '#store/session/store.ts';
import { prepareSend } from '#store/views/consents.ts';
import { demoPatientDraft } from './demo-entities.ts';

// The calls that the screens of the app enqueue, with the same inputs: ids are made on the device and are final.

export async function createPatient(
  store: Store,
  fields: Omit<Input<'patientCreate'>, 'id'> = demoPatientDraft,
): Promise<string> {
  const id = store.env.newId();
  await enqueue(store, { call: 'patientCreate', input: { ...fields, id } });
  return id;
}

export async function updatePatient(store: Store, id: string, fields: Omit<QueuedInput<'patientUpdate'>, 'id'>): Promise<void> {
  await enqueue(store, { call: 'patientUpdate', input: { ...fields, id } });
}

export async function createConsent(
  store: Store,
  fields: Omit<QueuedInput<'consentCreate'>, 'consentID' | 'recordID'>,
): Promise<{ consentID: string; recordID: string }> {
  const ids = { consentID: store.env.newId(), recordID: store.env.newId() };
  await enqueue(store, { call: 'consentCreate', input: { ...fields, ...ids }, patientId: fields.patientID });
  return ids;
}

export async function saveDraft(store: Store, consentID: string, fields: DraftFields): Promise<void> {
  await enqueue(store, { call: 'consentUpdate', input: { ...fields, consentID } });
}

export async function sendConsent(store: Store, consentID: string): Promise<void> {
  await enqueue(store, await prepareSend(store, consentID));
}

/** @returns the handover's id */
export async function startHandover(
  store: Store,
  consentID: string,
  role: QueuedInput<'consentSendToSign'>['role'],
): Promise<string> {
  const handoverId = store.env.newId();
  await enqueue(store, { call: 'consentSendToSign', input: { consentID, role, handoverId } });
  return handoverId;
}

/** @param ink - SHA-256 of the strokes that were stored at pen-up */
export async function signConsent(
  store: Store,
  signature: Omit<QueuedInput<'recordSign'>, 'strokes'>,
  ink?: string,
): Promise<void> {
  await enqueue(store, { call: 'recordSign', input: signature, ...(ink === undefined ? {} : { ink }) });
}

export async function withdrawConsent(store: Store, consentID: string, reason: string): Promise<void> {
  await enqueue(store, { call: 'recordWithdraw', input: { consentID, reason } });
}
