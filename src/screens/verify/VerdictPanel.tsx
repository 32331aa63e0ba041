import type { Verdict } from '#contract/reference.ts';
import { longTime } from '#domain/plain-date.ts';
import { useProduct } from '#src/queries/reference.ts';
import { DefinitionList } from '#src/ui/DefinitionList.tsx';
import { Notice } from '#src/ui/Notice.tsx';
import { StateChip } from '#src/ui/StateChip.tsx';
import { verdictWords } from './verdict-words.ts';
import styles from './Verify.module.css';

/** The result for one sealed form; it never names anybody. */
export function VerdictPanel({ verdict }: { readonly verdict: Verdict }) {
  const { timeZone } = useProduct();
  const { tone, word, title, line } = verdictWords(verdict);
  const { sealedAt, stampedAt, file, belongsTo, organisation, explanation, selfMadeSeal, state } = verdict;
  return (
    <div role="status" className={styles.verdict} data-tone={tone}>
      <StateChip tone={tone}>{word}</StateChip>
      <h2>{title}</h2>
      {line !== null && <p>{line}</p>}
      {file === 'VIEW' && <StateChip>Viewing copy</StateChip>}
      {file === 'CONFIRMATION' && <StateChip>Confirmation on the day</StateChip>}
      <p>{explanation}</p>
      {state === 'AUTHENTIC' && (
        <DefinitionList
          items={[
            { term: 'Sealed by', value: organisation },
            { term: 'Sealed at', value: sealedAt === null ? null : longTime(sealedAt, timeZone) },
            ...(belongsTo === undefined
              ? []
              : [
                  { term: 'Belongs to', value: `The form sealed at ${longTime(belongsTo.sealedAt, timeZone)}` },
                  { term: 'SHA-256 of that form', value: belongsTo.sha256 },
                ]),
            ...(stampedAt === null ? [] : [{ term: 'Time stamp', value: longTime(stampedAt, timeZone) }]),
          ]}
        />
      )}
      {state === 'AUTHENTIC' && selfMadeSeal && (
        <Notice tone="warn" title="Sealed with a certificate of this installation">
          <p>It was made by this product and not by a certificate authority. Other programs cannot know who sealed it.</p>
        </Notice>
      )}
    </div>
  );
}
