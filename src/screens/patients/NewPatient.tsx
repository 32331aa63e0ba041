import { LeaveGuard } from '#src/notices/LeaveGuard.tsx';
import { paths } from '#src/paths.ts';
import { ButtonLink } from '#src/ui/ButtonLink.tsx';
import { ErrorSummary } from '#src/ui/fields/ErrorSummary.tsx';
import { FooterBar } from '#src/ui/layout/FooterBar.tsx';
import { Page } from '#src/ui/layout/Page.tsx';
import { PageHeader } from '#src/ui/layout/PageHeader.tsx';
import { Notice } from '#src/ui/Notice.tsx';
import { Button } from '@mantine/core';
import { DuplicateList } from './DuplicateList.tsx';
import { Duplicates } from './Duplicates.tsx';
import { identityOf } from './patient-form.ts';
import { PatientFields } from './PatientFields.tsx';
import { SamePerson } from './SamePerson.tsx';
import { useNewPatient } from './use-new-patient.ts';

type NewPatientProps = {
  /** The patient is created for a new consent or a referral, which comes next. */
  readonly purpose: keyof typeof PURPOSES | undefined;
  /** Called with the id of the chosen or created patient. */
  readonly onDone: (id: string) => void;
};

/** The step after the new patient: the way back to it, and its sentence. */
const PURPOSES = {
  consent: { back: { href: paths.choosePatient.href, label: 'Choose a patient' }, about: 'The consent form comes next.' },
  referral: { back: { href: paths.newReferral.href, label: 'Choose a patient' }, about: 'The referral comes next.' },
} as const;

/** A form for a new patient. Likely duplicates are shown while one types, and nobody is created before the person has answered. */
export function NewPatient({ purpose, onDone }: NewPatientProps) {
  const entry = useNewPatient(onDone);
  const { form, pending, created, likely } = entry;
  const next = purpose === undefined ? undefined : PURPOSES[purpose];
  const back = next?.back ?? { href: paths.patients.href, label: 'Patients' };
  if (created !== null) return <Duplicates created={created} onDone={onDone} />;
  const guard = <LeaveGuard hasUnsaved={entry.hasUnsaved} />;
  if (pending !== null)
    return (
      <>
        <SamePerson
          entered={{ ...identityOf(form.values), firstName: pending.draft.firstName, recordID: null }}
          duplicates={pending.duplicates}
          problems={form.problems}
          isBusy={entry.isCreating}
          onUse={entry.use}
          onCreate={() => entry.createPending(pending)}
          onBack={entry.back}
        />
        {guard}
      </>
    );
  return (
    <>
      <PageHeader title="New patient" back={back} about={next?.about} />
      <Page>
        <ErrorSummary problems={form.problems} />
        <PatientFields form={form} isSaving={entry.isBusy}>
          {likely.length > 0 && (
            <>
              <Notice tone="warn" title="A patient with the same details already exists." live>
                <p>Is it one of these? Then use that record.</p>
              </Notice>
              <DuplicateList duplicates={likely} onUse={({ id }) => entry.use(id)} />
            </>
          )}
        </PatientFields>
      </Page>
      <FooterBar>
        <ButtonLink href={back.href} variant="default">
          Cancel
        </ButtonLink>
        <Button onClick={entry.save} loading={entry.isBusy}>
          Create patient
        </Button>
      </FooterBar>
      {guard}
    </>
  );
}
