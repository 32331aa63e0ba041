import type { SeenRecordSummary } from '#src/queries/records.ts';
import { isWaiting, seenCaseWords } from '#domain/state-words.ts';
import { useProduct } from '#src/queries/reference.ts';
import { StateChip } from '#src/ui/StateChip.tsx';
import { SeenAt } from './cells.tsx';
import styles from './home.module.css';

/** Where a case stands; a draft over a signed version says that the signed one still counts. */
export function RecordState({ record }: { readonly record: SeenRecordSummary }) {
  const { current, currentConsentID, inForceConsentID, seenAt } = record;
  const { timeZone } = useProduct();
  if (current === null) return null;
  const { tone, words } = seenCaseWords(current, current.here, timeZone);
  const isOtherInForce = inForceConsentID !== null && inForceConsentID !== currentConsentID;
  return (
    <>
      <StateChip tone={tone}>{words}</StateChip>
      {isWaiting(current.here) && <span className={styles.small}>Waiting to send</span>}
      <SeenAt at={seenAt} zone={timeZone} />
      {isOtherInForce && <span className={styles.small}>An earlier version is in force</span>}
    </>
  );
}
