import { CallFailed, Unreachable } from '#contract/engine/call.ts';
import { isCopyBest } from '#contract/engine/retry.ts';
import type { Input, Output } from '#contract/calls.ts';
import type { Consent } from '#contract/shapes/record-shapes.ts';
import type { Change } from '#contract/sync.ts';
import { FAILURES } from '#domain/base/messages.ts';
import type { Missing } from '#domain/forms/missing.ts';
import { isReached } from '#src/device/last-ping.ts';
import { api } from '#src/session/api.ts';
import { currentSession } from '#src/session/session.ts';
import { normalizeDraft } from '#store/entities/consent-content.ts';
import { saveLibraryEntries } from '#store/entities/library.ts';
import type { DraftFields } from '#store/entities/types.ts';
import type { LocalChange } from '#store/outbox/prepare-op.ts';
import { lastSyncedAt } from '#store/session/freshness.ts';
import { saveCopies } from '#store/sync/pull.ts';
import { overlayCase, type CaseView } from '#store/views/case.ts';
import { readCase, readConsentView } from '#store/views/cases.ts';
import { readNeeds, type NeedsView } from '#store/views/needs.ts';
import type { ConsentView } from '#store/views/consent.ts';
import { prepareSend, readConsent } from '#store/views/consents.ts';
import { pinOffline } from '#store/views/pin-offline.ts';
import { liveQuery } from 'dexie';
import { servedFromCache, type LocalContext, type ServerAnswer } from './context.ts';

type ServerCase = Output<'recordDetails'>['data'];
type Expected = Readonly<Record<string, unknown>>;

/** Cases and consents of this device. */
export function localCases(context: LocalContext) {
  return {
    details: (recordID: string, answer: ServerAnswer<ServerCase>) => readDetails(context, recordID, answer),
    /** This person's cases that wait for them. */
    needs: (): Promise<NeedsView> => readNeeds(context.store, context.store.env.now()),
    consent: (consentID: string): Promise<ConsentView | null> => readConsentView(context.store, consentID),
    prepareSend: (consentID: string, expected: DraftFields) => prepareConsentSend(context, consentID, expected),
    prepareDraftWrite: (draft: Pick<Input<'consentUpdate'>, 'procedures'>, expected: DraftFields | undefined) =>
      prepareDraftWrite(context, draft, expected),
    withLocalConflict: (failure: unknown, consentID: string) => withLocalConflict(context, failure, consentID),
    watchSent: (consentID: string, onChange: (sentAt: number | null) => void) => watchSent(context, consentID, onChange),
  };
}

/**
 * One case: the server's answer with unsent changes on top; this device's copy alone when the server is out of reach, fails, takes no
 * call of this build, or does not know it yet.
 */
async function readDetails(
  context: LocalContext,
  recordID: string,
  { data, failure }: ServerAnswer<ServerCase>,
): Promise<CaseView> {
  const { store } = context;
  if (data !== null) await cacheCase(context, data);
  const local = await readCase(store, recordID);
  if (data !== null) return overlayCase(data, local);
  if (isCopyBest(failure) && local !== null) {
    const versions = local.consents.map(({ consentID }) => ({ table: 'consents', id: consentID }) as const);
    return { ...local, servedFromCache: servedFromCache(await lastSyncedAt(store, versions), failure) };
  }
  // A case that the server does not know is shown only while some of it is unsent.
  if (local?.consents.some((consent) => consent.local?.isUnsent === true) === true) return local;
  throw failure;
}

/**
 * The call that makes a draft ready, with the fields that the person saw.
 *
 * @throws CallFailed INVALID when the server cannot be asked for the missing fields
 */
async function prepareConsentSend(
  { store }: LocalContext,
  consentID: string,
  expected: DraftFields,
): Promise<LocalChange<'consentSend'>> {
  const stored = await readConsent(store, consentID);
  const pinned = stored === null ? null : await pinOffline(store, stored.consent);
  const isAlone = !isReached() || currentSession()?.token === null;
  if (isAlone && pinned?.kind === 'missing') throw incomplete(pinned.missing);
  if (isAlone && pinned?.kind === 'notHere') throw new Unreachable();
  return { ...(await prepareSend(store, consentID)), expected: expectedFields(expected) };
}

function incomplete(faults: readonly Pick<Missing, 'path' | 'message'>[]): CallFailed {
  const { status, message } = FAILURES.INCOMPLETE;
  return new CallFailed(status, {
    message,
    error: 'INVALID',
    fields: faults.map((each) => ({ path: each.path, message: each.message })),
  });
}

/** Saves the library entries that a draft names, and returns the values that the screen saw of the fields it changes. */
async function prepareDraftWrite(
  { store }: LocalContext,
  { procedures = [] }: Pick<Input<'consentUpdate'>, 'procedures'>,
  expected: DraftFields | undefined,
): Promise<{ expected?: Expected }> {
  await saveLibraryEntries(store, procedures);
  return expected === undefined ? {} : { expected: expectedFields(expected) };
}

function expectedFields(fields: DraftFields): Expected {
  return { ...normalizeDraft(fields), ...(fields.formType === undefined ? {} : { formType: fields.formType }) };
}

/** A version conflict with this device's present version in it, which may hold another tab's unsent changes. */
async function withLocalConflict({ store }: LocalContext, failure: unknown, consentID: string): Promise<unknown> {
  if (!(failure instanceof CallFailed) || failure.code !== 'VERSION_CONFLICT') return failure;
  const current: Consent | null = await readConsentView(store, consentID);
  if (current === null) return failure;
  const { message, code } = failure;
  return new CallFailed(failure.status, { message, error: code, data: { current } });
}

/**
 * Reports when the server had all of a version (epoch ms), null while some is unsent; now and after each change.
 *
 * @returns how to stop
 */
function watchSent({ store: { db } }: LocalContext, consentID: string, onChange: (sentAt: number | null) => void): () => void {
  const readSentAt = async () => {
    if ((await db.consents.get(consentID))?.state !== 'synced') return null;
    const receipts = db.sent.orderBy('ackedAt').filter(({ entityId }) => entityId === consentID);
    return (await receipts.last())?.ackedAt ?? null;
  };
  const subscription = liveQuery(readSentAt).subscribe({ next: onChange, error: () => onChange(null) });
  return () => subscription.unsubscribe();
}

/** Stores an opened case for offline use. A full tablet shows it all the same. */
async function cacheCase({ store, cards }: LocalContext, { record, consents }: ServerCase): Promise<void> {
  const changes: Change[] = consents.map((data) => ({ entity: 'consent', id: data.consentID, version: data.version, data }));
  await saveCopies(store, changes, cards).catch(() => undefined);
  const { id } = record.patient;
  if ((await store.db.patients.get(id)) !== undefined) return;
  // A version is readable on this device only together with its patient.
  const patient = await api('patientGetDetails', { id }).then(
    ({ data }) => data.patient,
    () => null,
  );
  if (patient === null) return;
  await saveCopies(store, [{ entity: 'patient', id, version: patient.version, data: patient }], cards).catch(() => undefined);
}
