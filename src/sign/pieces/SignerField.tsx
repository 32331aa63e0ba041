import { ProblemWords } from './EnglishWords.tsx';
import type { SignerCallProblem } from '#src/sign/api.ts';

export type SignerFieldProps = {
  /** Also the field name in a problem. */
  readonly id: string;
  readonly label: string;
  readonly hint?: string | undefined;
  readonly value: string;
  readonly onValue: (value: string) => void;
  /** Called on blur. */
  readonly onDone?: () => void;
  readonly problems?: readonly SignerCallProblem[];
  readonly most: number;
  /** Number of lines; one when left out. */
  readonly lines?: number;
  readonly type?: 'text' | 'email' | 'password';
  readonly autoComplete?: string;
  /** Layout of a soft keyboard. */
  readonly inputMode?: 'numeric';
};

/** A field with its label above, its hint, and its own problem beside it. */
export function SignerField({
  id,
  label,
  hint,
  value,
  onValue,
  onDone,
  problems = [],
  most,
  lines = 1,
  type = 'text',
  autoComplete = 'off',
  inputMode,
}: SignerFieldProps) {
  const problem = problems.find(({ field }) => field === id);
  const about = [hint === undefined ? '' : `${id}-hint`, problem === undefined ? '' : `${id}-problem`].join(' ').trim();
  const common = {
    id,
    value,
    maxLength: most,
    autoComplete,
    inputMode,
    'aria-invalid': problem !== undefined,
    'aria-describedby': about === '' ? undefined : about,
    onChange: ({ target }: { target: { value: string } }) => onValue(target.value),
    onBlur: onDone,
  };
  return (
    <div className="field" data-wrong={problem === undefined ? undefined : ''}>
      <label htmlFor={id}>{label}</label>
      {hint !== undefined && <p id={`${id}-hint`}>{hint}</p>}
      {problem !== undefined && (
        <p id={`${id}-problem`} className="wrong">
          <ProblemWords of={problem} />
        </p>
      )}
      {lines > 1 ? <textarea rows={lines} dir="auto" {...common} /> : <input type={type} dir="auto" {...common} />}
    </div>
  );
}
