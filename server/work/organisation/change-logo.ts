import { LOGO_REFUSALS } from '#domain/organisation/logo-refusals.ts';
import { Refused } from '#server/api-error.ts';
import { insertLogo } from '#server/data/accounts/logos.ts';
import { lockOrganisation, updateOrganisation } from '#server/data/accounts/organisations.ts';
import { inTransaction } from '#server/data/transaction.ts';
import type { StaffActor } from '#server/http/actor.ts';
import type { Context } from '#server/http/serve.ts';
import { logStaffSecurityEvent } from '#server/work/accounts/security-events.ts';

type Change = Pick<Context<StaffActor>, 'db' | 'actor' | 'deps' | 'now' | 'address'>;

/** Stores the picture of a file as the logo, without anything else that the file holds. @throws Refused INVALID naming the fault */
export async function setLogo(file: Uint8Array, change: Change): Promise<void> {
  const { db, actor, deps, now } = change;
  // Reading takes its time: no transaction is open meanwhile.
  const verdict = await deps.scans.inspectLogo(file);
  if (!verdict.ok) throw new Refused('INVALID', { fields: [{ path: 'file', message: LOGO_REFUSALS[verdict.reason] }] });
  await inTransaction(db, async (trx) => {
    const id = deps.newId();
    await insertLogo(trx, { id, organisationId: actor.organisationId, png: verdict.png, now });
    await changeLogo({ ...change, db: trx }, id);
  });
}

/** Removes a logo; forms that were sent with it keep it. @throws Refused NOT_FOUND for one that is not the present one */
export async function removeLogo(id: string, change: Change): Promise<void> {
  await changeLogo(change, null, id);
}

/** @param before - the logo that has to be the present one */
async function changeLogo(change: Change, id: string | null, before?: string): Promise<void> {
  const { db, actor } = change;
  const row = await lockOrganisation(db, actor.organisationId);
  if (row === undefined || (before !== undefined && row.logo_id !== before)) throw new Refused('NOT_FOUND');
  await updateOrganisation(db, row.id, { logo_id: id });
  await logStaffSecurityEvent(db, change, { type: 'LOGO_CHANGED', subject: row.name, detail: id === null ? 'Removed' : '' });
}
