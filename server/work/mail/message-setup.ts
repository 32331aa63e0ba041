import { mayMessagePatients } from '#domain/organisation/message-setup.ts';
import { Refused } from '#server/api-error.ts';
import { organisationById, setupOf } from '#server/data/accounts/organisations.ts';
import type { Db } from '#server/data/db.ts';

/** Whether messages of an organisation may go to patients. */
export async function mayMessage(db: Db, organisationId: string): Promise<boolean> {
  return mayMessagePatients(setupOf(await organisationById(db, organisationId)));
}

/** @throws Refused SETUP_NEEDED while an organisation lacks the telephone number or the privacy notice */
export async function refuseWithoutSetup(db: Db, organisationId: string): Promise<void> {
  if (!(await mayMessage(db, organisationId))) throw new Refused('SETUP_NEEDED');
}
