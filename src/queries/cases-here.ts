import { CallFailed, Unreachable } from '#contract/call.ts';
import type { Input, Output } from '#contract/calls.ts';
import type { Consent } from '#contract/record-shapes.ts';
import type { Change as Told } from '#contract/sync.ts';
import { FAILURES } from '#domain/messages.ts';
import type { Held } from '#src/held/held.ts';
import { currentSession } from '#src/session/session.ts';
import { overlayCase, type SeenCase } from '#store/case-view.ts';
import { readCase, readSeenConsent } from '#store/cases.ts';
import { keepCopies } from '#store/changes.ts';
import { asKept } from '#store/consent-content.ts';
import type { SeenConsent } from '#store/consent-view.ts';
import { readConsent, sending } from '#store/consents.ts';
import { keepEntries } from '#store/library-here.ts';
import type { DraftFields } from '#store/kept.ts';
import { knownAt } from '#store/looked.ts';
import type { Change } from '#store/outbox/new-op.ts';
import { pinHere } from '#store/pin-here.ts';
import { liveQuery } from 'dexie';
import { api } from './api.ts';
import type { AskedHere } from './ask-server.ts';

type Details = Output<'recordDetails'>['data'];

// What the queries about cases do with an open vault. Loaded with the vault: it brings the database along.

/** A case from the server with what is not sent yet on top; from this tablet alone where the server cannot be reached, or has not heard of it. */
export async function caseHere(recordID: string, { held, told, failure }: AskedHere<Details>): Promise<SeenCase> {
  const { store } = held;
  if (told !== null) await keepTold(held, told);
  const here = await readCase(store, recordID);
  if (told !== null) return overlayCase(told, here);
  if (failure instanceof Unreachable && here !== null) {
    const versions = here.consents.map(({ consentID }) => ({ table: 'consents', id: consentID }) as const);
    return { ...here, fromTablet: { at: await knownAt(store, versions) } };
  }
  // A case that the server does not know is shown from here only while something of it waits to be sent.
  if (here?.consents.some((consent) => consent.here?.isUnsent === true) === true) return here;
  throw failure;
}

/** What a draft is made ready with, as it was seen. @throws CallFailed INCOMPLETE where nobody else can say what is missing */
export async function makingReady({ store }: Held, consentID: string, seen: DraftFields): Promise<Change<'consentSend'>> {
  const here = await readConsent(store, consentID);
  const found = here === null ? null : await pinHere(store, here.consent);
  const isAlone = !navigator.onLine || currentSession()?.token === null;
  if (isAlone && found?.kind === 'missing') {
    const { status, message } = FAILURES.INCOMPLETE;
    const fields = found.missing.map((each) => ({ path: each.path, message: each.message }));
    throw new CallFailed(status, { message, error: 'INVALID', fields });
  }
  if (isAlone && found?.kind === 'notHere') throw new Unreachable();
  return { ...(await sending(store, consentID)), seen: asSeen(seen) };
}

/** Before a draft is kept: the library's words that it was made from, and what the screen saw of the fields that it changes. */
export async function beforeKeeping(
  { store }: Held,
  { procedures = [] }: Pick<Input<'consentUpdate'>, 'procedures'>,
  seen: DraftFields | undefined,
): Promise<{ seen?: Readonly<Record<string, unknown>> }> {
  await keepEntries(store, procedures);
  return seen === undefined ? {} : { seen: asSeen(seen) };
}

function asSeen(seen: DraftFields): Readonly<Record<string, unknown>> {
  return { ...asKept(seen), ...(seen.formType === undefined ? {} : { formType: seen.formType }) };
}

/** One version as this tablet has it, or null. */
export function consentHere({ store }: Held, consentID: string): Promise<SeenConsent | null> {
  return readSeenConsent(store, consentID);
}

/** A conflict that shows the version as this tablet now has it, also what another tab wrote and nobody has sent. */
export async function withCurrent(held: Held, failure: unknown, consentID: string): Promise<unknown> {
  if (!(failure instanceof CallFailed) || failure.code !== 'VERSION_CONFLICT') return failure;
  const current: Consent | null = await consentHere(held, consentID);
  if (current === null) return failure;
  const { message, code } = failure;
  return new CallFailed(failure.status, { message, error: code, data: { current } });
}

/** Tells when the server has all of a version (epoch ms), or null while something waits, now and after each change. @returns how to stop */
export function watchSent({ store: { db } }: Held, consentID: string, tell: (sentAt: number | null) => void): () => void {
  const looking = liveQuery(async () => {
    const row = await db.consents.get(consentID);
    if (row?.state !== 'synced') return null;
    return (
      (
        await db.sent
          .orderBy('ackedAt')
          .filter(({ entityId }) => entityId === consentID)
          .last()
      )?.ackedAt ?? null
    );
  }).subscribe({ next: tell, error: () => tell(null) });
  return () => looking.unsubscribe();
}

/** Keeps what was opened, so that it can be opened again without a network. A tablet that is full still shows it. */
async function keepTold({ store, cards }: Held, { record, consents }: Details): Promise<void> {
  const told: Told[] = consents.map((data) => ({ entity: 'consent', id: data.consentID, version: data.version, data }));
  await keepCopies(store, told, cards).catch(() => undefined);
  const { id } = record.patient;
  if ((await store.db.patients.get(id)) !== undefined) return;
  // A version is shown here only with the patient whom it is about.
  const patient = await api('patientGetDetails', { id }).then(
    ({ data }) => data.patient,
    () => null,
  );
  if (patient !== null)
    await keepCopies(store, [{ entity: 'patient', id, version: patient.version, data: patient }], cards).catch(() => undefined);
}
