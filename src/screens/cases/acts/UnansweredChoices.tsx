import type { Consent } from '#contract/shapes/record-shapes.ts';
import { detailedChoices } from '#domain/consents/choice-details.ts';
import { shownChoices } from '#domain/consents/shown-choices.ts';
import { Notice } from '#src/ui/Notice.tsx';
import { unansweredWords } from './unanswered-words.ts';

/** The choices without an answer, for the clinician who is about to sign; nothing when all are answered. */
export function UnansweredChoices({ consent }: { readonly consent: Consent }) {
  const open = shownChoices(consent.formType, detailedChoices(consent)).filter(({ answer }) => answer === null);
  if (open.length === 0) return null;
  const { title, next } = unansweredWords(consent);
  return (
    <Notice tone="warn" title={title}>
      <ul>
        {open.map((choice) => (
          <li key={choice.id}>{choice.title}</li>
        ))}
      </ul>
      <p>{next}</p>
    </Notice>
  );
}
