import { useEffect, useRef, type MouseEvent } from 'react';
import type { SignerCallProblem } from '#src/sign/api.ts';
import { ProblemWords } from './EnglishWords.tsx';
import { useTexts } from '#src/sign/texts/use-texts.ts';

/**
 * Summary of all problems, on top and focused; each line links to its field. A list that gets shorter because a field was mended
 * leaves the focus in that field.
 */
export function Problems({ problems }: { readonly problems: readonly SignerCallProblem[] }) {
  const words = useTexts();
  const box = useRef<HTMLDivElement>(null);
  const count = useRef(0);
  useEffect(() => {
    if (problems.length >= count.current) box.current?.focus();
    count.current = problems.length;
  }, [problems]);
  return (
    <div className="problems" role="alert" tabIndex={-1} ref={box}>
      <h2>{words.problem}</h2>
      <ul>
        {problems.map((problem) => (
          <li key={problem.message}>
            {problem.field === undefined ? (
              <ProblemWords of={problem} />
            ) : (
              <a href={`#${problem.field}`} onClick={(event) => toField(event, problem.field)}>
                <ProblemWords of={problem} />
              </a>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

// A real jump to #field would add an entry to the browser's history, which these pages keep closed.
function toField(event: MouseEvent, field = ''): void {
  event.preventDefault();
  const target = document.getElementById(field);
  target?.scrollIntoView({ block: 'center' });
  target?.focus({ preventScroll: true });
}
