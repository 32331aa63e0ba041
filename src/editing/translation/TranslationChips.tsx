import { StateChip } from '#src/ui/layout/StateChip.tsx';
import { untranslatedWords } from './translation-words.ts';

type TranslationChipsProps = {
  /** whether a second person has reviewed these very words */
  readonly isReviewed: boolean;
  /** whether patients are shown any of it */
  readonly isReadable: boolean;
  /** texts that patients read in English alone */
  readonly untranslated: number;
};

/** The state of a translation: its review, its gaps, and whether patients see it. */
export function TranslationChips({ isReviewed, isReadable, untranslated }: TranslationChipsProps) {
  return (
    <>
      <StateChip tone={isReviewed ? 'ok' : 'warn'}>{isReviewed ? 'Reviewed' : 'Not reviewed yet'}</StateChip>
      {untranslated > 0 && <StateChip tone="warn">{untranslatedWords(untranslated)}</StateChip>}
      {!isReadable && <StateChip tone="warn">Patients do not see it</StateChip>}
    </>
  );
}
