import type { Verdict } from '#contract/reference.ts';
import { useProduct } from '#src/queries/reference.ts';
import { DefinitionList } from '#src/ui/layout/DefinitionList.tsx';
import { Notice } from '#src/ui/Notice.tsx';
import { StateChip } from '#src/ui/layout/StateChip.tsx';
import { verdictFacts } from './verdict-facts.ts';
import { verdictWords } from './verdict-words.ts';
import styles from './Verify.module.css';

/** The result for one form, or for a file that belongs to one; it never names anybody. */
export function VerdictPanel({ verdict }: { readonly verdict: Verdict }) {
  const { timeZone } = useProduct();
  const { tone, word, title, line } = verdictWords(verdict);
  const { explanation, selfMadeSeal, weak, state } = verdict;
  return (
    <div role="status" className={styles.verdict} data-tone={tone}>
      <StateChip tone={tone}>{word}</StateChip>
      <h2>{title}</h2>
      {line !== null && <p>{line}</p>}
      <p>{explanation}</p>
      {state === 'AUTHENTIC' && (
        <DefinitionList
          items={verdictFacts(verdict, timeZone).map(({ term, value, isDigest }) => ({
            term,
            value: isDigest === true ? <span className={styles.digest}>{value}</span> : value,
          }))}
        />
      )}
      {state === 'AUTHENTIC' && selfMadeSeal && (
        <Notice tone="warn" title="Sealed with a certificate of this installation">
          <p>It was made by this product and not by a certificate authority. Other programs cannot know who sealed it.</p>
        </Notice>
      )}
      {state === 'AUTHENTIC' && weak && (
        <Notice tone="warn" title="Sealed with an older kind of key">
          <p>Its RSA key is shorter than 3,072 bits. The seal holds today; keep the document where nobody can exchange it.</p>
        </Notice>
      )}
    </div>
  );
}
