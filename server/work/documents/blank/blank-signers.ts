import { capitalised } from '#domain/base/capitalised.ts';
import { AUTHORITIES, statementInWords, type StatementFacts } from '#domain/consents/form-statements.ts';
import { ROLE_WORDS } from '#domain/forms/role-words.ts';
import { deciderOf, type FormType } from '#domain/forms/form-types.ts';
import type { SignerRole } from '#domain/forms/signer-roles.ts';
import type { InkBox, PdfBlock } from '#server/outside/pdf/blocks.ts';
import { heading } from '#server/work/documents/content/document-parts.ts';
import { CANNOT_DECIDE } from '#server/work/documents/content/document-signing.ts';
import { witnessBoxes } from '#server/work/documents/content/witness-boxes.ts';

/** The boxes of a blank form's signers, each with the sentence that the same signer has in the app. */
export function blankSignatures(formType: FormType): PdfBlock[] {
  const signed = boxesOf(formType);
  const later = box(formType, 'INTERPRETER', { role: 'if somebody interpreted' });
  const day = box(formType, 'CONFIRMER', { role: 'on the day of the treatment' });
  return [heading('Signatures'), ...signed, later, day];
}

function boxesOf(formType: FormType): InkBox[] {
  const clinician = box(formType, 'CLINICIAN');
  switch (deciderOf(formType)) {
    case 'patient':
      return [box(formType, 'PATIENT'), clinician];
    case 'family':
      return [
        box(formType, 'PARENT', { role: 'first adult' }),
        box(formType, 'PARENT', { role: 'second adult, if there is one' }),
        box(formType, 'CHILD', { role: 'if the child decides alone', words: { isChildsChoice: true } }),
        box(formType, 'CHILD', { role: 'if the child is asked to sign too' }),
        clinician,
      ];
    case 'clinician':
      return [
        { kind: 'inkBox', label: ROLE_WORDS.PATIENT, role: '', name: '', statement: '', words: CANNOT_DECIDE },
        clinician,
        box(formType, 'CONSULTEE', {
          role: 'attorney or deputy who decides',
          words: {
            power: Object.values(AUTHORITIES)
              .map(({ power }) => power)
              .join(' or '),
          },
        }),
        box(formType, 'CONSULTEE', { role: 'if they want to sign' }),
        box(formType, 'SECOND_OPINION', { role: 'if one is needed' }),
      ];
  }
}

type Around = { readonly role?: string; readonly words?: Partial<StatementFacts> };

/** @param around - when this box is used, and the words of its statement */
function box(formType: FormType, signer: SignerRole, { role = '', words = {} }: Around = {}): InkBox {
  const statement = statementInWords(signer, { ...UNKNOWN, formType, ...words });
  return {
    kind: 'inkBox',
    label: ROLE_WORDS[signer],
    role,
    name: '',
    // A name may begin a sentence.
    statement: capitalised(statement),
    ...witnessBoxes(signer),
  };
}

/** References for the statements: the details themselves are handwritten on the paper. */
const UNKNOWN: Omit<StatementFacts, 'formType'> = {
  procedures: [{ procedureName: 'the procedure written on page 1', side: null, site: '' }],
  patientName: 'the patient named on page 1',
  interpreted: { how: 'in the way ticked on this form', language: 'the language written on this form' },
  isChildsChoice: false,
  power: null,
};
