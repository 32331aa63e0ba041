import { Onward } from '../pieces/Onward.tsx';
import { Page } from '../pieces/Page.tsx';
import type { Halt } from '../visit.ts';
import { useWords } from '../words.ts';

type HaltedProps = { readonly why: Halt; readonly message?: string | undefined; readonly onAgain: () => void };

/** The form cannot be shown or signed now: why, and what to do. */
export function Halted({ why, message, onAgain }: HaltedProps) {
  const words = useWords();
  const { h1, lines } = words.halted[why];
  const again = why === 'changed' ? words.halted.reload : words.tryAgain;
  return (
    <Page h1={h1} actions={why === 'insecure' || why === 'closed' ? undefined : <Onward onClick={onAgain} label={again} />}>
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
      {why === 'failed' && message !== undefined && <p>{message}</p>}
    </Page>
  );
}
