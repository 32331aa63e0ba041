import { useEffect, useRef, type MouseEvent } from 'react';
import type { Problem } from '../ask.ts';
import { useWords } from '../words.ts';

/** The summary of all that is wrong, on top and in focus; each line leads to its field. */
export function Problems({ problems }: { readonly problems: readonly Problem[] }) {
  const words = useWords();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current?.focus();
  }, [problems]);
  return (
    <div className="problems" role="alert" tabIndex={-1} ref={box}>
      <h2>{words.problem}</h2>
      <ul>
        {problems.map(({ message, field }) => (
          <li key={message}>
            {field === undefined ? (
              message
            ) : (
              <a href={`#${field}`} onClick={(event) => toField(event, field)}>
                {message}
              </a>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

// A real jump to #field would be a step of the browser's history, which is kept shut here.
function toField(event: MouseEvent, field: string): void {
  event.preventDefault();
  const target = document.getElementById(field);
  target?.scrollIntoView({ block: 'center' });
  target?.focus({ preventScroll: true });
}
