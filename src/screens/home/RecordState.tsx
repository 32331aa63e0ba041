import type { CaseSummaryView } from '#src/queries/records.ts';
import { isWaiting, localCaseWords } from '#domain/cases/state-words.ts';
import { referredCaseWords } from '#domain/referrals/referral-words.ts';
import { useProduct } from '#src/queries/reference.ts';
import { StateChip } from '#src/ui/layout/StateChip.tsx';
import { SeenAt } from './cells.tsx';
import styles from './home.module.css';

/** A case without a form: its referral speaks for it. */
function Referred({ referral }: Pick<CaseSummaryView, 'referral'>) {
  if (referral == null) return null;
  const { tone, words } = referredCaseWords(referral.status);
  return <StateChip tone={tone}>{words}</StateChip>;
}

/** The state of a case; a draft over a signed version states that the signed one is still in force. */
export function RecordState({ record }: { readonly record: CaseSummaryView }) {
  const { current, currentConsentID, inForceConsentID, fetchedAt } = record;
  const { timeZone } = useProduct();
  if (current === null) return <Referred referral={record.referral} />;
  const { tone, words } = localCaseWords(current, current.local, timeZone);
  const isOtherInForce = inForceConsentID !== null && inForceConsentID !== currentConsentID;
  return (
    <>
      <StateChip tone={tone}>{words}</StateChip>
      {isWaiting(current.local) && <span className={styles.small}>Waiting to send</span>}
      <SeenAt at={fetchedAt} zone={timeZone} />
      {isOtherInForce && <span className={styles.small}>An earlier version is in force</span>}
    </>
  );
}
