import type { User } from '#contract/user-shapes.ts';
import { ConsentProcedure, type ConsentContent } from '#domain/consent.ts';
import { contentDigest, type ShownContent } from '#domain/digest.ts';
import { spokenName, type Patient } from '#domain/patient.ts';
import { recipientsOf, type PlannedRecipient } from '#domain/recipients.ts';
import { ShownPatient } from '#domain/shown-patient.ts';
import { statementFor } from '#domain/statements.ts';
import { SIGNER_ROLES, type SignerRole } from '#domain/states.ts';
import { TemplateNode, type Template } from '#domain/template.ts';
import * as v from 'valibot';
import { sha256 } from './hex.ts';
import { getSealed, putSealed } from './sealed-kv.ts';
import type { Store } from './store.ts';

const PinnedRecipient = v.object({
  role: v.picklist(SIGNER_ROLES),
  name: v.string(),
  email: v.nullable(v.string()),
  order: v.number(),
});

/** What everybody is shown of a version that was made ready on this device, before the server has pinned the very same. */
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
});
export type Pinned = v.InferOutput<typeof Pinned>;

type Pinning = {
  readonly content: ConsentContent;
  readonly template: Pick<Template, '_id' | 'version' | 'data'>;
  readonly patient: Patient;
  /** who answers for the talk; the email only says where a mail would go */
  readonly clinician: { readonly name: string; readonly email: string | null };
};

/** Fixes what will be shown, by the rules of the server's own pinning (domain rules "Send"), so that both come to one digest. */
export async function pinContent({ content, template, patient, clinician }: Pinning): Promise<Pinned> {
  const { formType, procedures, interpreter, interpreterNeeded, interpreterNoneReason } = content;
  const interpreting = { interpreter, interpreterNeeded, interpreterNoneReason };
  const recipients: PlannedRecipient[] = recipientsOf({
    nodes: template.data,
    patient: { name: spokenName(patient), email: patient.emailAddress },
    clinician,
    interpreting,
  });
  const { firstName, lastName, dateOfBirth, nhsNumber, hospitalNumber } = patient;
  const shown: ShownContent = {
    formType,
    template: { templateID: template._id, templateVersion: template.version, nodes: template.data },
    procedures,
    answers: { mattersToMe: content.mattersToMe, additionalChoices: content.additionalChoices, refusals: content.refusals },
    interpreting,
    patient: { firstName, lastName, dateOfBirth, nhsNumber, hospitalNumber },
    recipients,
  };
  const signed = { formType, procedures, patientName: spokenName(patient), interpreting };
  return {
    content: [...template.data],
    templateID: template._id,
    templateVersion: template.version,
    procedures: [...procedures],
    recipients,
    patient: shown.patient,
    statements: Object.fromEntries(recipients.map(({ role }) => [role, statementFor(role, signed)])),
    contentDigest: await contentDigest(shown, sha256),
  };
}

/** Who answers for the talk: the sender, or where the sender cannot sign, the clinician of the draft, as on the server. */
export function clinicianOf(
  user: Pick<User, 'firstName' | 'lastName' | 'email' | 'permissions'>,
  drafter: { readonly name: string } | null,
): Pinning['clinician'] {
  if (!user.permissions.includes('consents.sign') && drafter !== null) return { name: drafter.name, email: null };
  return { name: `${user.firstName} ${user.lastName}`.trim(), email: user.email };
}

/** Whether a template has a place for the two who always sign. */
export function hasBothSigners({ recipients }: Pick<Pinned, 'recipients'>): boolean {
  const needed: readonly SignerRole[] = ['PATIENT', 'CLINICIAN'];
  return needed.every((role) => recipients.some((each) => each.role === role));
}

/** Keeps what was pinned of a version, sealed; it outlives a logout as the op that sends it does. @throws StorageFull */
export async function keepPinned(store: Store, consentID: string, pinned: Pinned): Promise<void> {
  await putSealed(store, 'local', { name: nameOf(consentID), value: pinned });
}

/** What was pinned here of a version, or null when there is nothing, or nothing that can be read. */
export async function readPinned(store: Store, consentID: string): Promise<Pinned | null> {
  const parsed = v.safeParse(Pinned, await getSealed(store, nameOf(consentID)));
  return parsed.success ? parsed.output : null;
}

/** After the server has pinned it, or the version is a draft again. */
export async function dropPinned({ db }: Store, consentID: string): Promise<void> {
  await db.kv.delete(nameOf(consentID));
}

function nameOf(consentID: string): string {
  return `pinned:${consentID}`;
}
