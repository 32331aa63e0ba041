import { mayStartConsent } from '#domain/patient-status.ts';
import type { Patient } from '#domain/patient.ts';
import { paths } from '#src/paths.ts';
import { Link } from '#src/ui/Link.tsx';
import { Notice } from '#src/ui/Notice.tsx';

/** The reason why no new consent can start for this patient, or that the record is inactive; nothing for an active one. */
export function Standing({ patient: { status, mergedInto } }: { readonly patient: Patient }) {
  if (status === 'ACTIVE') return null;
  if (mayStartConsent(status))
    return (
      <Notice tone="info" title="This record is inactive">
        <p>It is kept, and a new consent can still be started.</p>
      </Notice>
    );
  if (status === 'DECEASED')
    return (
      <Notice tone="stop" title="Recorded as deceased">
        <p>No new consent can be started. If this is wrong, change the status.</p>
      </Notice>
    );
  return (
    <Notice
      tone="warn"
      title="Merged into another record"
      action={mergedInto !== null && <Link href={paths.patient(mergedInto).href}>Open the record in use</Link>}
    >
      <p>No new consent can be started here. Work on the other record. A merge cannot be undone here.</p>
    </Notice>
  );
}
