import type { RecordSummary } from '#contract/record-shapes.ts';
import { caseWords } from '#domain/state-words.ts';
import { StateChip } from '#src/ui/StateChip.tsx';
import styles from './home.module.css';

/** Where a case stands; a draft over a signed version says that the signed one still counts. */
export function RecordState({ record }: { readonly record: RecordSummary }) {
  const { current, currentConsentID, inForceConsentID } = record;
  if (current === null) return null;
  const { tone, words } = caseWords(current);
  const isOtherInForce = inForceConsentID !== null && inForceConsentID !== currentConsentID;
  return (
    <>
      <StateChip tone={tone}>{words}</StateChip>
      {isOtherInForce && <span className={styles.small}>An earlier version is in force</span>}
    </>
  );
}
