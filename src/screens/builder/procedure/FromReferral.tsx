import type { Referral } from '#contract/shapes/referral-shapes.ts';
import { referredInWords } from '#domain/referrals/referred-procedure.ts';
import { Notice } from '#src/ui/Notice.tsx';
import type { Draft } from '../draft/draft.ts';

type Props = { readonly referral: Referral; readonly draft: Pick<Draft, 'procedures'> };

/** The question of the referral that a form answers, and what it names that is not on the form. */
export function FromReferral({ referral: { from, question, procedures }, draft }: Props) {
  const left = procedures.filter(({ procedureID }) => !draft.procedures.some((each) => each.procedureID === procedureID));
  return (
    <Notice title={`From the referral by ${from.name}`}>
      <p>“{question}”</p>
      {procedures.length > 0 && <p>The form starts with what it names. Check the procedure and its side with the patient.</p>}
      {left.length > 0 && <p>Not on this form: {left.map(referredInWords).join('; ')}.</p>}
    </Notice>
  );
}
