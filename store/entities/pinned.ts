import { sha256HexAsync } from '#contract/engine/hex.ts';
import type { User } from '#contract/shapes/user-shapes.ts';
import { ConsentProcedure } from '#domain/consents/consent.ts';
import type { ConsentContent } from '#domain/consents/consent-content.ts';
import { abilityOf } from '#domain/capacity/capacity.ts';
import { contentDigest, isFullShown, type ShownContent } from '#domain/consents/digest.ts';
import { familyOnForm } from '#domain/family/family.ts';
import { blockSignersOf, hasBlockForAll } from '#domain/consents/form-signers.ts';
import { spokenName } from '#domain/patients/patient-name.ts';
import type { Patient } from '#domain/patients/patient.ts';
import { pinnedFormOf } from '#domain/meanings/pinned-form.ts';
import { recipientsOf } from '#domain/consents/recipients.ts';
import { recipientEmailOf, withoutParentEmail } from '#domain/patients/restricted.ts';
import { ShownRecord } from '#domain/consents/shown.ts';
import { statementsOf } from '#domain/consents/statements.ts';
import type { PinnedTranslation } from '#domain/consents/pinned-translation.ts';
import { ShownPatient, shownPatientOf } from '#domain/patients/shown-patient.ts';
import { SIGNER_ROLES } from '#domain/forms/signer-roles.ts';
import { type Template } from '#domain/templates/library-template.ts';
import { TemplateNode } from '#domain/templates/template.ts';
import * as v from 'valibot';
import { markChanged } from '#store/db/summary-marks.ts';
import { withEviction } from '#store/session/quota.ts';
import { getSealed, sealedRow } from '#store/session/sealed-kv.ts';
import type { Store } from '#store/session/store.ts';

const PinnedRecipient = v.object({
  role: v.picklist(SIGNER_ROLES),
  name: v.string(),
  email: v.nullable(v.string()),
  order: v.number(),
  // Pins of builds before lack it: everybody was required.
  required: v.optional(v.boolean(), true),
});

/** Content, signers and digest of a version that was pinned on this device, until the server has pinned the same. */
export const Pinned = v.object({
  content: v.array(TemplateNode),
  templateID: v.string(),
  templateVersion: v.number(),
  procedures: v.array(ConsentProcedure),
  recipients: v.array(PinnedRecipient),
  patient: ShownPatient,
  /** the sentence of each role that signs */
  statements: v.record(v.string(), v.string()),
  contentDigest: v.string(),
  /** the record of a later shape than the first, verbatim */
  shown: v.optional(v.nullable(ShownRecord), null),
});
export type Pinned = v.InferOutput<typeof Pinned>;

type Pinning = {
  readonly content: ConsentContent;
  readonly template: Pick<Template, '_id' | 'version' | 'data'>;
  readonly patient: Patient;
  /** the procedures of the version before; empty for a first one */
  readonly oldProcedures: readonly ConsentProcedure[];
  /** of the patient on the day of the act, whole years */
  readonly age: number;
  /** the clinician who is responsible for the discussion; the email is only the address for a mail */
  readonly clinician: { readonly name: string; readonly email: string | null };
  readonly translation: PinnedTranslation | null;
};

/**
 * Pins the content to be shown, by the same rules as the server (domain rules "Send"), so that both compute one digest.
 *
 * @returns the pin with the record that is digested; null where the template has no place for somebody who has to sign
 */
export async function pinContent(pinning: Pinning): Promise<{ pinned: Pinned; record: ShownContent } | null> {
  const { content, template, patient, clinician, oldProcedures, age, translation } = pinning;
  const { formType, procedures, capacity, interpreter, interpreterNeeded, interpreterNoneReason } = content;
  const interpreting = { interpreter, interpreterNeeded, interpreterNoneReason };
  const signers = blockSignersOf({
    formType,
    patient: { name: spokenName(patient), email: recipientEmailOf(patient) },
    age,
    ability: abilityOf(capacity),
    clinician,
    family: patient.restricted ? { ...content, parents: withoutParentEmail(content.parents) } : content,
    capacity,
  });
  const recipients = recipientsOf({ nodes: template.data, signers, interpreting });
  if (!hasBlockForAll(recipients, signers)) return null;
  const shown = pinnedFormOf({
    formType,
    template: { templateID: template._id, templateVersion: template.version, nodes: template.data },
    procedures,
    oldProcedures,
    answers: { mattersToMe: content.mattersToMe, additionalChoices: content.additionalChoices, refusals: content.refusals },
    interpreting,
    family: familyOnForm(content, { formType, age }),
    capacity,
    patient: shownPatientOf(patient),
    recipients,
    translation,
    choiceDetails: content.choiceDetails,
  });
  const pinned = {
    content: [...template.data],
    templateID: template._id,
    templateVersion: template.version,
    procedures: [...shown.procedures],
    recipients: recipients.map(({ role, name, email, order, required }) => ({ role, name, email, order, required })),
    patient: shown.patient,
    statements: statementsOf(shown),
    contentDigest: await contentDigest(shown, sha256HexAsync),
    shown: isFullShown(shown) ? { ...shown } : null,
  };
  return { pinned, record: shown };
}

/** The responsible clinician: the sender, or the draft's clinician when the sender may not sign. The server applies the same rule. */
export function responsibleClinician(
  user: Pick<User, 'firstName' | 'lastName' | 'email' | 'permissions'>,
  drafter: { readonly name: string } | null,
): Pinning['clinician'] {
  if (!user.permissions.includes('consents.sign') && drafter !== null) return { name: drafter.name, email: null };
  return { name: `${user.firstName} ${user.lastName}`.trim(), email: user.email };
}

/** Stores a version's pinned content, sealed. It survives a sign-out, as the op that sends it does. @throws StorageFull */
export async function savePinned(store: Store, consentID: string, pinned: Pinned): Promise<void> {
  const { db } = store;
  const row = await sealedRow(store, 'local', { name: pinName(consentID), value: pinned });
  const write = async () => {
    await db.kv.put(row);
    await markChanged(db, [{ table: 'consents', id: consentID, state: `pinned:${pinned.contentDigest}` }]);
  };
  await withEviction(store, () => db.transaction('rw', db.kv, write));
}

/** Reads a version's content as pinned on this device; null when there is none, or it is unreadable. */
export async function readPinned(store: Store, consentID: string): Promise<Pinned | null> {
  return parsePinned(await getSealed(store, pinName(consentID)));
}

/** A stored pin; null for any other value. */
export function parsePinned(value: unknown): Pinned | null {
  const parsed = v.safeParse(Pinned, value);
  return parsed.success ? parsed.output : null;
}

/** Deletes the local pin, once the server has pinned the version, or it is a draft again. */
export async function dropPinned({ db }: Store, consentID: string): Promise<void> {
  await db.transaction('rw', db.kv, async () => {
    await db.kv.delete(pinName(consentID));
    await markChanged(db, [{ table: 'consents', id: consentID, state: 'unpinned' }]);
  });
}

/** The name of a version's pin in the table of sealed values. */
export function pinName(consentID: string): string {
  return `pinned:${consentID}`;
}
