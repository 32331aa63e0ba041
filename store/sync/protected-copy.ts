import { isSameValue } from '#domain/base/canonical.ts';
import type { Patient } from '#domain/patients/patient.ts';
import { withoutContact } from '#domain/patients/restricted.ts';
import { nullIfUnreadable } from '#store/crypto/seal.ts';
import type { EntityName, EntityRow } from '#store/db/vault-database.ts';
import { decryptEntity, isRestricted, type Entities, type LocalConsent } from '#store/entities/types.ts';
import { withoutEmails } from '#store/outbox/hide-contacts.ts';
import type { Store } from '#store/session/store.ts';

type Answered = {
  readonly table: EntityName;
  readonly copy: Entities[EntityName] | null;
  /** of the entity, as it is on this tablet */
  readonly row: EntityRow | undefined;
};

/**
 * The copy of an answer that may be from before the patient's contact details were protected: a patient who is protected on this tablet
 * stays so until a pull says otherwise, and a form of theirs has no emails. The patient is read only where the copy has any.
 */
export async function withoutProtected(store: Store, { table, copy, row }: Answered): Promise<Answered['copy']> {
  if (copy === null || table === 'listings') return copy;
  if (table === 'patients') {
    const patient = copy as Patient;
    if (isSameValue(patient, withoutContact(patient)) || !(await isProtected(store, row))) return patient;
    return { ...withoutContact(patient), restricted: true };
  }
  // The table says of which entity it is.
  const form = copy as LocalConsent;
  const hidden = withoutEmails(form);
  if (isSameValue(form, hidden)) return form;
  return (await isProtected(store, await store.db.patients.get(form.patientID))) ? hidden : form;
}

/** Whether a patient is protected on this tablet, unsent changes included. */
async function isProtected({ vault }: Store, row: EntityRow | undefined): Promise<boolean> {
  const patient = row === undefined ? null : await nullIfUnreadable(decryptEntity(vault, 'patients', row));
  return patient !== null && isRestricted(patient);
}
