import { procedureStatusWords } from '#domain/cases/state-words.ts';
import { longDate } from '#domain/values/plain-date.ts';
import { isReviewDue } from '#domain/library/procedure-status.ts';
import type { Procedure } from '#domain/library/procedure.ts';
import { paths } from '#src/paths.ts';
import { useToday } from '#src/queries/use-today.ts';
import { ButtonLink } from '#src/ui/ButtonLink.tsx';
import { Notice } from '#src/ui/Notice.tsx';

/** Notices about a version: a newer one is written, its review is due, or nobody here has reviewed it. */
export function ProcedureNotices({ procedure }: { readonly procedure: Procedure }) {
  const { procedureID, version, status, newest, reviewDate, clinicallyReviewed } = procedure;
  const today = useToday();
  return (
    <>
      {newest !== null && status === 'ACTIVE' && (
        <Notice
          title={`Version ${newest.version}: ${stage(newest.status)}`}
          action={
            <ButtonLink href={paths.procedureVersion(procedureID, newest.version).href} variant="default">
              Show version {newest.version}
            </ButtonLink>
          }
        >
          <p>Consents use version {version} until it is published.</p>
        </Notice>
      )}
      {reviewDate !== null && isReviewDue(reviewDate, today) && status !== 'RETIRED' && (
        <Notice tone="warn" title="Review overdue">
          <p>
            It was due by {longDate(reviewDate)}. Text and figures need to be read again, with a new date, in a version that is
            published.
          </p>
        </Notice>
      )}
      {!clinicallyReviewed && status === 'ACTIVE' && (
        <Notice tone="warn" title="Not yet reviewed by a clinician here">
          <p>Text and figures come from the sources named. Somebody at this hospital must check them before real use.</p>
        </Notice>
      )}
      {status !== 'ACTIVE' && <Notice title={`No consent can use this version: ${stage(status)}`} />}
    </>
  );
}

/** A state behind a colon. */
function stage(status: Procedure['status']): string {
  return procedureStatusWords(status).words.toLocaleLowerCase('en-GB');
}
