import type { Verdict } from '#contract/reference.ts';
import { DAY } from '#domain/base/limits.ts';
import { INTEGRITY_FAULTS } from '#domain/integrity/integrity-faults.ts';
import { hasSecurityEvent, insertSecurityEvent } from '#server/data/accounts/security-log.ts';
import type { Context } from '#server/http/serve.ts';
import { verdictOfFile } from './verify.ts';

/**
 * The verdict on a file for anybody. A stored document whose own seal does not hold is told to the administrators as well, once in half a day:
 * the log and the security log say which version it is.
 */
export async function checkFile({ db, deps, address }: Pick<Context, 'db' | 'deps' | 'address'>, file: Buffer): Promise<Verdict> {
  const { verdict, damaged } = await verdictOfFile(db, file, deps);
  if (damaged === undefined) return verdict;
  const { organisation_id: organisationId, id } = damaged;
  const detail = INTEGRITY_FAULTS.DOCUMENT_CHANGED;
  const entry = { organisationId, type: 'RECORD_ALTERED', subject: `consent ${id}`, detail } as const;
  deps.log.error('the seal of a stored document does not hold', { error: 'DOCUMENT_CHANGED', detail: entry.subject });
  const since = new Date(deps.clock() - DAY / 2).toISOString();
  if (!(await hasSecurityEvent(db, entry, since))) await insertSecurityEvent(db, deps, { ...entry, address });
  return verdict;
}
