import { isAble, type FamilyAround } from './family-form.ts';
import type { Child } from './child.ts';
import type { Family } from './family.ts';
import { isChild, isParent, type SignerRole } from '#domain/forms/signer-roles.ts';
import type { SignerState } from '#domain/base/states.ts';
import { deciderOf } from '#domain/forms/form-types.ts';

/** A signer of the family before anything is sent; a form is signed when all required signers have signed. */
export type FamilySigner = {
  readonly role: 'PARENT' | 'CHILD';
  readonly name: string;
  readonly email: string | null;
  readonly required: boolean;
  /** of the adult in the form; a child has none */
  readonly parentId?: string;
};

/** The child of a form, who may not want adults told. */
type Wish = { readonly child?: Pick<Child, 'tellParents'> | null | undefined };

export type SignersAround = Pick<FamilyAround, 'formType' | 'age' | 'ability'> & {
  readonly patient: { readonly name: string; readonly email: string | null };
};

/** One row of forms.md section 1 that decides who signs, and who must. */
export type SignerRule = {
  readonly id: string;
  readonly apply: (signers: readonly FamilySigner[], form: Family, around: SignersAround) => readonly FamilySigner[];
};

/** The rules of who signs, in the order in which they apply. */
export const SIGNER_RULES: readonly SignerRule[] = [
  { id: 'C12', apply: (signers, { basis }) => (basis === 'COURT' ? signers.map(asOptional) : signers) },
  {
    id: 'C15',
    apply: (signers, { basis }, { patient }) =>
      basis === 'CHILD' ? [childSigner(patient, true), ...adultsOf(signers).map(asOptional)] : signers,
  },
  {
    id: 'C20',
    apply: (signers, form, around) =>
      form.basis === 'PARENT' && isAble(form, around) && form.child?.agreement !== 'DISAGREES'
        ? [...adultsOf(signers), childSigner(around.patient, true)]
        : signers,
  },
  {
    id: 'C16',
    apply: (signers, form) => signers.map((each) => (isSecretFrom(form, each.role) ? { ...each, email: null } : each)),
  },
];

/**
 * The signers of the family, in the order in which they sign: the adults as they are listed, then the child; a child who decides comes
 * first. The clinician signs every form and is not among them. Forms 1 and 3 have none: there a child signs as PATIENT.
 */
export function familySigners(
  form: Family,
  around: SignersAround,
  rules: readonly SignerRule[] = SIGNER_RULES,
): readonly FamilySigner[] {
  if (deciderOf(around.formType) !== 'family') return [];
  const adults = form.parents
    .filter(({ signs }) => signs)
    .map(({ id, name, emailAddress }): FamilySigner => ({
      role: 'PARENT',
      name,
      email: emailAddress,
      required: true,
      parentId: id,
    }));
  // The child's statement says yes: a child who said no is not asked to sign it.
  const signsToo = form.child?.signs === true && form.child.agreement !== 'DISAGREES';
  const planned = [...adults, ...(signsToo ? [childSigner(around.patient, false)] : [])];
  return rules.reduce<readonly FamilySigner[]>((signers, { apply }) => apply(signers, form, around), planned);
}

/** Whether adults of the family may have mail, links and copies: not against the wish of the child (rule C16). */
export function mayInformAdults({ child }: Wish): boolean {
  return child?.tellParents !== 'NO';
}

/** Whether a form is kept from the person of a role by the wish of the child: no mail, link or copy goes to them. */
export function isSecretFrom(form: Wish, role: SignerRole): boolean {
  return isParent(role) && !mayInformAdults(form);
}

/**
 * Whether a child said no to treatment that goes on (rule C18): boxed on the first page, and due to be confirmed on the day. It counts
 * for a child who is able as well, whom only a court overrules.
 */
export function hasChildRefused({ child }: Pick<Family, 'child'>, { formType }: Pick<FamilyAround, 'formType'>): boolean {
  return deciderOf(formType) === 'family' && child?.agreement === 'DISAGREES';
}

/** As {@link hasChildRefused}, of a form that is out or signed: a child may also have said no when asked to sign. */
export function hasChildDissent({ formType, child, recipients }: SignedForm): boolean {
  const declined = recipients.some(({ role, state }) => isChild(role) && state === 'DECLINED');
  return declined || hasChildRefused({ child: child ?? null }, { formType });
}

type SignedForm = Pick<FamilyAround, 'formType'> & {
  readonly child?: Family['child'] | undefined;
  readonly recipients: readonly { readonly role: SignerRole; readonly state: SignerState }[];
};

function childSigner({ name, email }: SignersAround['patient'], required: boolean): FamilySigner {
  return { role: 'CHILD', name, email, required };
}

function adultsOf(signers: readonly FamilySigner[]): FamilySigner[] {
  return signers.filter(({ role }) => isParent(role));
}

function asOptional(signer: FamilySigner): FamilySigner {
  return { ...signer, required: false };
}
