import type { Capacity } from '#domain/capacity/capacity.ts';
import { decisionAuthority } from '#domain/capacity/decision-authority.ts';
import { AUTHORITIES } from './form-statements.ts';
import type { Family } from '#domain/family/family.ts';
import { deciderOf, type FormType } from '#domain/forms/form-types.ts';
import { FORM_WORDS } from '#domain/forms/form-words.ts';

/** A form as far as its heading depends on who decides; a record of the first shape names neither part. */
type HeadedForm = {
  readonly formType: FormType;
  readonly family?: Pick<Family, 'basis'> | null | undefined;
  readonly capacity?: Capacity | null | undefined;
};

/** The first line of a form on paper, and its full name below. */
type FormHeading = { readonly title: string; readonly fullName: string };

/** Where somebody else than a parent decides on a Form 2. */
const BY_BASIS: Partial<Record<NonNullable<Family['basis']>, string>> = {
  CHILD: 'Form 2: a young person’s own agreement to investigation or treatment',
  COURT: 'Form 2: investigation or treatment under an order of a court',
};

/** The heading of a form, by its type and by who decides on it. */
export function formHeading({ formType, family = null, capacity = null }: HeadedForm): FormHeading {
  const { title, fullName } = FORM_WORDS[formType];
  switch (deciderOf(formType)) {
    case 'patient':
      return { title, fullName };
    case 'family':
      return { title, fullName: (family?.basis == null ? undefined : BY_BASIS[family.basis]) ?? fullName };
    case 'clinician':
      return consentFor(capacity) ?? { title, fullName };
  }
}

/** The heading of a blank form: nobody has said yet whether a parent, a child, a court or an attorney decides. */
export function blankHeading(formType: FormType): FormHeading {
  const { title, fullName } = FORM_WORDS[formType];
  switch (deciderOf(formType)) {
    case 'patient':
      return { title, fullName };
    case 'family':
      return { title, fullName: 'Form 2: investigation or treatment of a child or young person' };
    case 'clinician':
      return { title: 'Treatment of somebody who cannot decide', fullName };
  }
}

/** The heading of a form to which an attorney or a deputy has consented; undefined where nobody has. */
function consentFor(capacity: Capacity | null): FormHeading | undefined {
  if (capacity === null) return undefined;
  const { decidedBy, names } = decisionAuthority(capacity);
  const by = AUTHORITIES[decidedBy]?.by;
  if (names.length === 0 || by === undefined) return undefined;
  return { title: 'Consent given for the patient', fullName: `Form 4: consent by ${by} for an adult who lacks capacity` };
}
