import type { Db } from '#server/data/db.ts';
import { hasDocument } from '#server/data/documents/documents.ts';
import { documentDedup, queueJob, requeueJob, type JobRow } from '#server/data/jobs/jobs.ts';
import type { Deps } from '#server/deps.ts';
import { keyOfVersion, type OpenCase } from './open-case.ts';

type DocumentJob = {
  kind: Exclude<JobRow['kind'], 'MAIL' | 'PACK'>;
  organisationId: string;
  consentID: string;
  now: string;
  /** the end of a version that had ended otherwise before: its copy is made beside the earlier one */
  ended?: 'VOIDED';
  /** of an addendum: it is made beside those of earlier events */
  eventID?: string;
};

/** Queues the making of one file of a version in the transaction of its cause; each kind of file is made once. */
export async function queueDocumentJob(db: Db, deps: Pick<Deps, 'newId'>, job: DocumentJob): Promise<void> {
  await queueJob(db, jobRow(deps, job));
}

/** As {@link queueDocumentJob}, also where such a file was made before. @returns false when a due job was there */
export async function requeueDocumentJob(db: Db, deps: Pick<Deps, 'newId'>, job: DocumentJob): Promise<boolean> {
  return requeueJob(db, jobRow(deps, job));
}

/** Queues the sealing of a version that everybody has signed. */
export async function queueSeal(open: OpenCase): Promise<void> {
  await queueFor(open, { kind: 'SEAL' });
}

/**
 * Queues the paper of a form that ends with a no. A kind of its own: a server of the build before, which may run beside this one, would seal
 * a declined form as a signed one.
 */
export async function queueRefusal(open: OpenCase): Promise<void> {
  await queueFor(open, { kind: 'REFUSAL' });
}

/** Queues the copy that shows the end of a sealed version, or of a sealed refusal. One that is not sealed yet gets its copy after the seal. */
export async function queueViewingCopy(open: OpenCase, ended?: 'VOIDED'): Promise<void> {
  const isSealed = open.consent.seal_state === 'SEALED' || (await hasDocument(open.db, keyOfVersion(open), 'REFUSAL'));
  if (isSealed) await queueFor(open, { kind: 'VIEW', ...(ended === undefined ? {} : { ended }) });
}

/** Queues the addendum of each confirmation. Before the form is sealed it has nothing to name: the sealing queues it then. */
export async function queueConfirmations(open: OpenCase, { eventIDs }: { readonly eventIDs: readonly string[] }): Promise<void> {
  if (open.consent.seal_state !== 'SEALED') return;
  for (const eventID of eventIDs) await queueFor(open, { kind: 'CONFIRMATION', eventID });
}

async function queueFor(open: OpenCase, job: Pick<DocumentJob, 'kind' | 'ended' | 'eventID'>): Promise<void> {
  const { organisationId, id: consentID } = keyOfVersion(open);
  await queueDocumentJob(open.db, open.deps, { ...job, organisationId, consentID, now: open.now });
}

function jobRow({ newId }: Pick<Deps, 'newId'>, { kind, organisationId, consentID, now, ended, eventID }: DocumentJob) {
  return {
    id: newId(),
    organisation_id: organisationId,
    kind,
    payload: { consentID },
    dedup: [documentDedup(kind, consentID), ...[ended?.toLowerCase(), eventID].filter((each) => each !== undefined)].join(':'),
    created_at: now,
  };
}
