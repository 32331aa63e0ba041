import type { Visiting } from '../use-visit.ts';
import { useWords } from '../words.ts';

/** The two other answers, as easy to give as the signature. */
export function NotNow({ dispatch }: Pick<Visiting, 'dispatch'>) {
  const { sign } = useWords();
  return (
    <div className="two">
      <button type="button" className="button" onClick={() => dispatch({ kind: 'aside', aside: 'later' })}>
        {sign.later}
      </button>
      <button type="button" className="button" onClick={() => dispatch({ kind: 'aside', aside: 'decline' })}>
        {sign.decline}
      </button>
    </div>
  );
}
