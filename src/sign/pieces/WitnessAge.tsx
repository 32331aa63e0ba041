import type { SignerCallProblem } from '#src/sign/api.ts';
import type { FormInput } from '#src/sign/form-input.ts';
import { useFormTexts } from '#src/sign/texts/use-form-texts.ts';
import { Choose } from './Choose.tsx';

type Props = {
  /** the field in a problem: of the witness beside a signer, or of one who signs on an own page */
  readonly id: 'witness.adult' | 'adult';
  readonly input: Pick<FormInput, 'witnessAdult'>;
  readonly set: (input: Pick<FormInput, 'witnessAdult'>) => void;
  readonly problems: readonly SignerCallProblem[];
};

/** Asks whether the witness who signs here is 18 or older. */
export function WitnessAge({ id, input: { witnessAdult }, set, problems }: Props) {
  const { sign, question } = useFormTexts();
  return (
    <Choose
      id={id}
      legend={id === 'adult' ? sign.adult : sign.witnessAdult}
      options={[
        { value: 'yes', label: question.yes },
        { value: 'no', label: question.no },
      ]}
      value={witnessAdult === null ? null : witnessAdult ? 'yes' : 'no'}
      onValue={(value) => set({ witnessAdult: value === 'yes' })}
      problems={problems}
    />
  );
}
