import type { TicketDetails } from '#contract/signing.ts';
import { localDate } from '#domain/values/plain-date.ts';
import { isWitness } from '#domain/forms/signer-roles.ts';
import { NAME_MOST } from '#domain/values/text-limits.ts';
import type { Strokes } from '#domain/signing/signature.ts';
import { useContext, type Ref } from 'react';
import type { SignerCallProblem } from '#src/sign/api.ts';
import { SignaturePad, type SignaturePadHandle } from '#src/signature/SignaturePad.tsx';
import { isWitnessed } from '#src/sign/signature-body.ts';
import { signerName } from '#src/sign/steps.ts';
import type { Visiting } from '#src/sign/use-visit.ts';
import { SIGNING_METHODS, type FormInput } from '#src/sign/form-input.ts';
import { useFormTexts } from '#src/sign/texts/use-form-texts.ts';
import { ByLink, useTexts } from '#src/sign/texts/use-texts.ts';
import { Choose } from './Choose.tsx';
import { SignerField } from './SignerField.tsx';
import { ProblemWords } from './EnglishWords.tsx';
import { WitnessAge } from './WitnessAge.tsx';
import { WitnessFields } from './WitnessFields.tsx';

export type SignByProps = Pick<Visiting, 'visit' | 'dispatch'> & {
  readonly details: TicketDetails;
  readonly problems: readonly SignerCallProblem[];
  readonly pad: Ref<SignaturePadHandle>;
  readonly witnessPad: Ref<SignaturePadHandle>;
  /** Whether nobody is asked for a witness. */
  readonly isUnwitnessed?: boolean;
  /** Clears the problems: those of one method do not apply to another. */
  readonly onOtherWay: () => void;
};

/** The methods of a witness, who needs none of their own, and of a visit by a link, where no witness is. */
const UNWITNESSED = ['DRAWN', 'TYPED'] as const;

/** The four equal signing methods, and the inputs that the chosen one needs. */
export function SignBy({ visit, dispatch, details, problems, pad, witnessPad, isUnwitnessed = false, onOtherWay }: SignByProps) {
  const { sign } = useFormTexts();
  const { method, ink, typedName } = visit.input;
  const methods = useContext(ByLink) !== null || isUnwitnessed || isWitness(details.role) ? UNWITNESSED : SIGNING_METHODS;
  const set = (input: Partial<FormInput>) => dispatch({ kind: 'input', input });
  const hint = { DRAWN: sign.padHint, TYPED: sign.typeHint, MARK_WITNESSED: sign.markHint, VERBAL_WITNESSED: sign.sayHint }[
    method
  ];
  return (
    <div className="signing">
      <div className="ways">
        <Choose
          id="way"
          legend={sign.how}
          options={methods.map((value) => ({ value, label: sign[value] }))}
          value={method}
          onValue={(value) => {
            onOtherWay();
            set({ method: value });
          }}
        />
      </div>
      {method !== 'TYPED' && <p className="small">{hint}</p>}
      {(method === 'DRAWN' || method === 'MARK_WITNESSED') && (
        <InkBox
          method={method}
          details={details}
          problem={problems.find(({ field }) => field === 'strokes')}
          ink={ink[method]}
          onInk={(drawn) => set({ ink: { ...ink, [method]: drawn } })}
          pad={pad}
        />
      )}
      {method === 'TYPED' && (
        <SignerField
          id="typedName"
          label={sign.typeLabel}
          hint={hint}
          value={typedName}
          onValue={(value) => set({ typedName: value })}
          problems={problems}
          most={NAME_MOST}
        />
      )}
      {isWitness(details.role) && <WitnessAge id="adult" input={visit.input} set={set} problems={problems} />}
      {isWitnessed(method) && (
        <WitnessFields
          input={visit.input}
          set={set}
          details={details}
          method={method === 'MARK_WITNESSED' ? method : 'VERBAL_WITNESSED'}
          problems={problems}
          pad={witnessPad}
        />
      )}
    </div>
  );
}

type InkProps = {
  readonly method: keyof FormInput['ink'];
  readonly details: TicketDetails;
  readonly problem: SignerCallProblem | undefined;
  readonly ink: Strokes;
  readonly onInk: (ink: Strokes) => void;
  readonly pad: Ref<SignaturePadHandle>;
};

/** The pad with the signer's name and the day under it; the last line can be taken back, or all of it. */
function InkBox({ method, details, problem, ink, onInk, pad }: InkProps) {
  const { sign } = useFormTexts();
  const { date } = useTexts();
  return (
    <>
      {problem !== undefined && (
        <p className="wrong">
          <ProblemWords of={problem} />
        </p>
      )}
      <div className="pad" data-inked={ink.length > 0 || undefined} id="strokes" tabIndex={-1} role="group" aria-label={sign.pad}>
        <SignaturePad key={method} label={sign.pad} ink={ink} onInk={onInk} handle={pad} />
      </div>
      <div className="under-pad">
        <span>
          <bdi>{signerName(details)}</bdi> · {date(localDate(Date.now(), details.organisation.timeZone))}
        </span>
        <span>
          <button type="button" className="change" onClick={() => onInk(ink.slice(0, -1))}>
            {sign.undo}
          </button>
          <button type="button" className="change" onClick={() => onInk([])}>
            {sign.clear}
          </button>
        </span>
      </div>
    </>
  );
}
