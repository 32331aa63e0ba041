import { isSameValue } from '#domain/digest.ts';
import { nullIfUnreadable } from '#store/crypto/seal.ts';
import type { EntityName } from '#store/db/vault-database.ts';
import { decryptEntity, isRestricted, type Entities, type LocalConsent } from '#store/entities/types.ts';
import { withoutEmails } from '#store/outbox/hide-contacts.ts';
import type { Store } from '#store/session/store.ts';

type Answered = { readonly table: EntityName; readonly copy: Entities[EntityName] | null };

/**
 * The copy of an answer that may be from before the patient's contact details were protected: a form of a patient who is protected on
 * this tablet has no emails. The patient is read only where the form has any.
 */
export async function withoutProtected({ db, vault }: Store, { table, copy }: Answered): Promise<Answered['copy']> {
  if (copy === null || table !== 'consents') return copy;
  // The table says of which entity it is.
  const form = copy as LocalConsent;
  const hidden = withoutEmails(form);
  if (isSameValue(form, hidden)) return form;
  const row = await db.patients.get(form.patientID);
  const patient = row === undefined ? null : await nullIfUnreadable(decryptEntity(vault, 'patients', row));
  return patient !== null && isRestricted(patient) ? hidden : form;
}
