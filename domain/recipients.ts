import * as v from 'valibot';
import { isInterpreted, type Interpreting } from './consent.ts';
import { SIGN_METHODS, SIGNER_ROLES, SIGNER_STATES, type SignerRole } from './states.ts';
import { blocksOf, type TemplateNode } from './template.ts';

/** A signer (spec §3 Signing recipient, with the state that the server keeps). */
export const Recipient = v.object({
  recipient_name: v.string(),
  recipient_email: v.nullable(v.string()),
  action_type: v.literal('SIGN'),
  signing_order: v.number(),
  role: v.picklist(SIGNER_ROLES),
  state: v.picklist(SIGNER_STATES),
  method: v.nullable(v.picklist(SIGN_METHODS)),
  signedAt: v.nullable(v.string()),
});
export type Recipient = v.InferOutput<typeof Recipient>;

/** A recipient before anything was sent. */
export type PlannedRecipient = { role: SignerRole; name: string; email: string | null; order: number };

type Person = { name: string; email: string | null };
type Parties = { nodes: readonly TemplateNode[]; patient: Person; clinician: Person; interpreting: Interpreting };

/**
 * The signers, in the order of the template's blocks: one for the patient's block, one for the clinician's, and one for the
 * interpreter's only when the interpreter has an email address or signs on the device (spec §5).
 */
export function recipientsOf({ nodes, patient, clinician, interpreting }: Parties): PlannedRecipient[] {
  const roles = new Set<SignerRole>();
  const planned: Omit<PlannedRecipient, 'order'>[] = [];
  const add = (role: SignerRole, { name, email }: Person) => {
    if (!roles.has(role)) planned.push({ role, name, email });
    roles.add(role);
  };
  for (const { type } of blocksOf(nodes)) {
    if (type === 'consent-patient') add('PATIENT', patient);
    if (type === 'consent-clinic') add('CLINICIAN', clinician);
    const who = interpreting.interpreter;
    const canSign = who !== null && isInterpreted(interpreting) && (who.emailAddress !== null || who.signsHere);
    if (type === 'consent-interpreter' && canSign) add('INTERPRETER', { name: who.name, email: who.emailAddress });
  }
  return planned.map((each, at) => ({ ...each, order: at + 1 }));
}

/** The label of a recipient's n-th signature placeholder: `Signature 1.2`. */
export function placeholder(signingOrder: number, nth: number): string {
  return `Signature ${signingOrder}.${nth}`;
}
