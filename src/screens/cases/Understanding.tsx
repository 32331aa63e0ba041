import { longTime } from '#domain/values/plain-date.ts';
import { understandingOf } from '#domain/library/understanding.ts';
import type { ConsentView } from '#src/queries/records.ts';
import { Notice } from '#src/ui/Notice.tsx';
import { Panel } from '#src/ui/layout/Panel.tsx';
import { StateChip } from '#src/ui/layout/StateChip.tsx';
import styles from './cases.module.css';
import { answererWords, needsTalk, understandingOutcomeWords, wrongWords } from './understanding-words.ts';

type UnderstandingProps = { readonly consent: Pick<ConsentView, 'Timeline' | 'consentID'> };

/** How each signer answered the questions of understanding; nothing where nobody did. */
export function Understanding({ consent, timeZone }: UnderstandingProps & { readonly timeZone: string }) {
  // A reader who does not talk to the signers is sent no answers.
  const all = understandingOf(consent.Timeline, consent.consentID).filter(({ results }) => results.length > 0);
  if (all.length === 0) return null;
  return (
    <Panel title="Questions of understanding" rows>
      {all.flatMap((signer) =>
        signer.results.map((result, at) => {
          const { tone, words } = understandingOutcomeWords(result);
          const wrong = wrongWords(result);
          return (
            <li key={`${signer.role} ${signer.order} ${signer.name} ${at}`} className={styles.tight}>
              <p>
                <strong>{result.question}</strong> <StateChip tone={tone}>{words}</StateChip>
              </p>
              {wrong !== '' && <p>{wrong}</p>}
              <p className={`${styles.small} num`}>
                {answererWords(signer)}, {longTime(signer.at, timeZone)}
              </p>
            </li>
          );
        }),
      )}
    </Panel>
  );
}

/** The questions that were not understood, for the clinician who is about to sign; nothing without any. No signature waits for it. */
export function WrongUnderstanding({ consent }: UnderstandingProps) {
  const open = understandingOf(consent.Timeline, consent.consentID).flatMap((signer) =>
    signer.results
      .filter(needsTalk)
      .map((result) => ({ key: `${signer.role} ${signer.order} ${result.question}`, who: answererWords(signer), result })),
  );
  if (open.length === 0) return null;
  return (
    <Notice tone="warn" title="Questions answered wrongly:">
      <ul>
        {open.map(({ key, who, result }) => (
          <li key={key}>
            {result.question} ({who}. {wrongWords(result)})
          </li>
        ))}
      </ul>
      <p>Talk about it before you sign.</p>
    </Notice>
  );
}
