import { counted } from '#domain/base/counted.ts';
import type { Fault } from '#domain/base/fault.ts';
import { FAULTS_MOST } from '#contract/engine/faults.ts';
import type { ImportMapping } from '#domain/imports/import-columns.ts';
import { IMPORT_NOUNS, type ImportSubject } from '#domain/imports/import-table.ts';
import type { SecurityEventType } from '#domain/audit/security.ts';
import { Refused } from '#server/api-error.ts';
import { countImported } from '#server/data/imports/count-imported.ts';
import { insertImportFile, saveMapping } from '#server/data/imports/import-records.ts';
import type { StaffActor } from '#server/http/actor.ts';
import type { Context } from '#server/http/serve.ts';
import { logStaffSecurityEvent } from '#server/work/accounts/security-events.ts';

/** @throws Refused INVALID with the first faults, where there is one; `data.bad` counts all rows with one */
export function refuseFaults(fields: readonly Fault[], bad: number): void {
  if (fields.length > 0) throw new Refused('INVALID', { fields: fields.slice(0, FAULTS_MOST), data: { bad } });
}

const EVENTS: Readonly<Record<ImportSubject, SecurityEventType>> = {
  PATIENTS: 'PATIENTS_IMPORTED',
  CONSENTS: 'CONSENTS_IMPORTED',
};

type Import = {
  /** rows that were written */
  readonly created: number;
  /** of the file; undefined for rows that came from none */
  readonly digest: string | undefined;
  /** as the columns were read; undefined for a kind of file that has none */
  readonly mapping: ImportMapping | undefined;
};

/** Records an import that was written, in the caller's transaction: its file, how its columns were read, and who did it. */
export async function finishImport(
  context: Context<StaffActor>,
  subject: ImportSubject,
  { created, digest, mapping }: Import,
): Promise<void> {
  const { db, actor, deps, now } = context;
  const { organisationId, userId, name } = actor;
  if (mapping !== undefined) await saveMapping(db, { organisationId, subject }, { mapping, now, userId });
  if (digest !== undefined) {
    const by = { user_id: userId, user_name: name };
    await insertImportFile(db, { organisation_id: organisationId, id: deps.newId(), subject, digest, at: now, ...by, created });
  }
  await logStaffSecurityEvent(db, context, {
    type: EVENTS[subject],
    subject: counted(created, ...IMPORT_NOUNS[subject]),
    detail: digest ?? '',
  });
  await countImported(db, { subject, created });
}
