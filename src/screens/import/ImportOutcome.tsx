import { counted } from '#domain/base/counted.ts';
import { Notice } from '#src/ui/Notice.tsx';
import type { Outcome } from './import-state.ts';

type ImportOutcomeProps = {
  readonly outcome: Outcome;
  readonly words: { readonly nouns: readonly [one: string, several: string]; readonly done: string };
};

/** The result of the import, once the server has answered. */
export function ImportOutcome({ outcome: { created, notices }, words: { nouns, done } }: ImportOutcomeProps) {
  return (
    <>
      {created > 0 && (
        <Notice tone="ok" title={`${counted(created, ...nouns)} imported`} live>
          {done}
        </Notice>
      )}
      {notices.map(({ tone, title, text }) => (
        <Notice key={title} tone={tone} title={title} live>
          {text}
        </Notice>
      ))}
    </>
  );
}
