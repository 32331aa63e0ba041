import * as v from 'valibot';
import { isInterpreted, type Interpreting } from './consent.ts';
import { decides, isClinician, isConsultee, SIGNER_ROLES, type SignerRole } from '#domain/forms/signer-roles.ts';
import { SIGN_METHODS, SIGNER_STATES, type SignerState } from '#domain/base/states.ts';
import { blocksOf, type TemplateNode } from '#domain/templates/template.ts';

/** Signers of one form [choice]. */
export const SIGNERS_MOST = 20;

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
  /** Whether the version is signed only once this signer has; copies of earlier builds lack it: everybody was required. */
  required: v.optional(v.boolean()),
});
export type Recipient = v.InferOutput<typeof Recipient>;

/** A recipient before anything was sent. */
export type PlannedRecipient = Signatory & { order: number };

/** Somebody who signs in a block of the form. */
export type Signatory = {
  role: SignerRole;
  name: string;
  email: string | null;
  /** whether the version is signed only once this signer has */
  required: boolean;
  /** of a parent: the id of the adult in the family's part */
  parentId?: string;
};

/** The signers of the two blocks that every form has. */
export type BlockSigners = { readonly patient: readonly Signatory[]; readonly clinic: readonly Signatory[] };

type Parties = { nodes: readonly TemplateNode[]; signers: BlockSigners; interpreting: Interpreting };

/**
 * The signers, in the order of the template's blocks: those of the patient's block, those of the clinic's, and one for the
 * interpreter's only when the interpreter has an email address or signs on the device (spec §5); one who is only named signs nowhere.
 */
export function recipientsOf({ nodes, signers, interpreting }: Parties): PlannedRecipient[] {
  const filled = new Set<string>();
  const planned: Signatory[] = [];
  for (const { type } of blocksOf(nodes)) {
    if (filled.has(type)) continue;
    filled.add(type);
    if (type === 'consent-patient') planned.push(...signers.patient);
    if (type === 'consent-clinic') planned.push(...signers.clinic);
    if (type === 'consent-interpreter') planned.push(...interpreterOf(interpreting));
  }
  return planned.map((each, at) => ({ ...each, order: at + 1 }));
}

function interpreterOf(interpreting: Interpreting): Signatory[] {
  const who = interpreting.interpreter;
  const canSign =
    who !== null &&
    isInterpreted(interpreting) &&
    who.signing !== 'NAMED' &&
    (who.emailAddress !== null || who.signsHere || who.signing === 'HERE');
  return canSign ? [{ role: 'INTERPRETER', name: who.name, email: who.emailAddress, required: true }] : [];
}

/** Whether the version waits for this signer. */
export function isRequired({ required }: { readonly required?: boolean | undefined }): boolean {
  return required !== false;
}

/**
 * Whether a signer consents to the treatment or refuses it, and so has a page, a copy and a change of mind: whoever decides, and an attorney or a
 * deputy, who must sign (rule A10); whoever was only asked for their view has none.
 */
export function isConsenter({ role, required }: { readonly role: SignerRole; readonly required?: boolean | undefined }): boolean {
  return decides(role) || (isConsultee(role) && required === true);
}

const ANSWERED: ReadonlySet<SignerState> = new Set(['SIGNED', 'DECLINED', 'EXPIRED']);

/** Whether nothing is waited for from a signer any more. */
export function isSignerDone({ state }: { readonly state: SignerState }): boolean {
  return ANSWERED.has(state);
}

type NextSigner = { readonly role: SignerRole; readonly state: SignerState; readonly required?: boolean | undefined };

/** Whether the next one for whom the version waits is a clinician. @param signers - in signing order */
export function waitsForClinician(signers: readonly NextSigner[]): boolean {
  const next = signers.find((each) => isRequired(each) && !isSignerDone(each));
  return next !== undefined && isClinician(next.role);
}

type SignerPosition = { readonly role: SignerRole; readonly signing_order: number };

/**
 * The signer of a call: by place and role, or by role alone where only one signer has it.
 *
 * @returns undefined without such a signer; `ambiguous` where several have the role and the call names no place
 */
export function signerAt<R extends SignerPosition>(
  signers: readonly R[],
  { role, signing_order: order }: { readonly role: SignerRole; readonly signing_order?: number | undefined },
): R | 'ambiguous' | undefined {
  const found = signers.filter((each) => each.role === role && (order === undefined || each.signing_order === order));
  return found.length > 1 ? 'ambiguous' : found[0];
}

type Act = { readonly role: SignerRole; readonly signing_order?: number | undefined };

/** Whether two acts are of one signer: of the same role, and of the same place, which rows of builds before lack. */
export function isSameSigner(one: Act, other: Act): boolean {
  const [order, otherOrder] = [one.signing_order, other.signing_order];
  return one.role === other.role && (order === undefined || otherOrder === undefined || order === otherOrder);
}

/** The signers whom a sent form still waits for, witnesses too, in the signing order. */
export function awaitedSigners<R extends Pick<Recipient, 'state' | 'signing_order'>>({
  recipients,
  addedSigners = [],
}: {
  readonly recipients: readonly R[];
  readonly addedSigners?: readonly R[] | undefined;
}): R[] {
  return [...recipients, ...addedSigners]
    .filter(({ state }) => state !== 'SIGNED' && state !== 'DECLINED' && state !== 'EXPIRED')
    .toSorted((one, other) => one.signing_order - other.signing_order);
}

/** The label of a recipient's n-th signature placeholder: `Signature 1.2`. */
export function placeholder(signingOrder: number, nth: number): string {
  return `Signature ${signingOrder}.${nth}`;
}
