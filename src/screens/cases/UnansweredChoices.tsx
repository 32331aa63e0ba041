import type { Consent } from '#contract/shapes/record-shapes.ts';
import { detailedChoices } from '#domain/consents/choice-details.ts';
import { shownChoices } from '#domain/consents/shown-choices.ts';
import { isSignedOnPaper } from '#domain/documents/paper-scan.ts';
import { isPatientOnOwnForm } from '#domain/forms/signer-roles.ts';
import { Notice } from '#src/ui/Notice.tsx';
import { waitingRoles } from './waiting-signers.ts';

/** The choices without an answer, for the clinician who is about to sign; nothing when all are answered. */
export function UnansweredChoices({ consent }: { readonly consent: Consent }) {
  const open = shownChoices(consent.formType, detailedChoices(consent)).filter(({ answer }) => answer === null);
  if (open.length === 0) return null;
  const hasSigned = !waitingRoles(consent).some(isPatientOnOwnForm);
  return (
    <Notice tone="warn" title={hasSigned ? 'The patient has not answered:' : 'Not answered yet:'}>
      <ul>
        {open.map(({ id, title }) => (
          <li key={id}>{title}</li>
        ))}
      </ul>
      <p>
        {isSignedOnPaper(consent.recipients)
          ? 'The answers may be ticked on the paper. Look at the scan, and ask the patient before the procedure.'
          : hasSigned
            ? 'The form says “Not answered” there. Ask the patient before the procedure.'
            : 'The patient is asked on the tablet.'}
      </p>
    </Notice>
  );
}
