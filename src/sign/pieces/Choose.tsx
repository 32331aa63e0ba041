import type { ReactNode } from 'react';
import { ProblemWords } from './EnglishWords.tsx';
import type { SignerCallProblem } from '#src/sign/api.ts';

export type ChooseProps<T extends string> = {
  /** Also the field name in a problem. */
  readonly id: string;
  readonly legend: ReactNode;
  /** The page's heading already asks: the legend is for screen readers alone. */
  readonly isLegendHidden?: boolean;
  readonly options: readonly { value: T; label: ReactNode }[];
  readonly value: T | null;
  readonly onValue: (value: T) => void;
  readonly problems?: readonly SignerCallProblem[];
};

/** A choice of few, each an equally big button, backed by radio buttons for the keyboard and screen readers. */
export function Choose<T extends string>({
  id,
  legend,
  isLegendHidden = false,
  options,
  value,
  onValue,
  problems = [],
}: ChooseProps<T>) {
  const problem = problems.find(({ field }) => field === id);
  return (
    <fieldset className="choose" data-wrong={problem === undefined ? undefined : ''}>
      <legend className={isLegendHidden ? 'unseen' : undefined}>{legend}</legend>
      {problem !== undefined && (
        <p className="wrong">
          <ProblemWords of={problem} />
        </p>
      )}
      <div className="choices">
        {options.map((option, at) => (
          <label key={option.value}>
            <input
              type="radio"
              name={id}
              id={at === 0 ? id : undefined}
              checked={option.value === value}
              onChange={() => onValue(option.value)}
            />
            <span>{option.label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
