import { Heard } from '#src/sign/heard/Heard.tsx';
import { SignerPage } from '#src/sign/pieces/SignerPage.tsx';
import { useFormTexts } from '#src/sign/texts/use-form-texts.ts';
import { WithRoleParts } from './WithRoleParts.tsx';
import type { VisitEnding } from '#src/sign/visit.ts';

type OverProps = {
  readonly ending: Exclude<VisitEnding, 'wrongPerson'>;
  readonly isQueued: boolean;
};

/** End of a visit: what happens next, and how to change one's mind. Only the clinician can continue from there. */
export function Over(props: OverProps) {
  return (
    <WithRoleParts>
      <Ending {...props} />
    </WithRoleParts>
  );
}

function Ending({ ending, isQueued }: OverProps) {
  const { over } = useFormTexts();
  const { h1, lines } = over[ending];
  return (
    <SignerPage h1={h1} layout="end">
      {isQueued && <p className="card note">{over.queued}</p>}
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
      {ending === 'signed' && !isQueued && <Heard />}
      <p className="card note">{over.giveBack}</p>
    </SignerPage>
  );
}
