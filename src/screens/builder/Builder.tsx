import { paths } from '#src/paths.ts';
import type { Href } from '#src/ui/href.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import type { Referral } from '#contract/shapes/referral-shapes.ts';
import { formsOfAge } from '#domain/forms/form-rules.ts';
import { mayStartConsent } from '#domain/patients/patient-status.ts';
import type { Patient } from '#domain/patients/patient.ts';
import { ageOn } from '#domain/values/plain-date.ts';
import { patientStatusWords } from '#domain/cases/state-words.ts';
import { FAILURES } from '#domain/base/messages.ts';
import { QueryFailure } from '#src/results/QueryFailure.tsx';
import { useOnline } from '#src/notices/use-online.ts';
import { patientOptions } from '#src/queries/patients.ts';
import { useToday } from '#src/queries/use-today.ts';
import { recordDetailsOptions, type ConsentView } from '#src/queries/records.ts';
import { newId } from '#src/device/new-id.ts';
import { useMay } from '#src/session/permissions.ts';
import { ButtonLink } from '#src/ui/ButtonLink.tsx';
import { Page } from '#src/ui/layout/Page.tsx';
import { RefusedState } from '#src/ui/states.tsx';
import { Desk } from './desk/Desk.tsx';
import { draftFor, draftOf } from './draft/draft.ts';
import { newSaverState, saveStateOf, type SaverState } from './draft/saver.ts';
import { FirstForm } from './desk/FirstForm.tsx';
import { BuilderLoading } from './parts/BuilderLoading.tsx';

type BuilderProps = {
  /** Starts a new consent for this patient. */
  readonly patientID?: string;
  /** Continues this draft. */
  readonly consentID?: string;
  /** The id of the case that the draft belongs to, or whose first form it is. */
  readonly recordID?: string;
};

/** The consent builder: starts a consent for a patient, or continues a draft where it was left. */
export function Builder({ patientID, consentID, recordID }: BuilderProps) {
  const mayWrite = useMay('consents.write');
  const [started, setStarted] = useState(() => start(patientID, recordID));
  // Another patient is another consent; the address of a draft that was started on this screen still refers to this one.
  if (patientID !== undefined && patientID !== started.patientID) setStarted(start(patientID, recordID));
  if (!mayWrite)
    return (
      <Refused title="You do not have permission to prepare consents">An administrator can give you the permission.</Refused>
    );
  if (started.patientID !== '' && (consentID === undefined || consentID === started.consentID))
    return <NewConsent key={started.consentID} {...started} />;
  if (consentID !== undefined && recordID !== undefined)
    return <OpenDraft key={consentID} consentID={consentID} recordID={recordID} />;
  return <Refused title="This consent was not found">The address is incomplete. Please open the consent from the list.</Refused>;
}

type Started = Pick<SaverState, 'consentID' | 'recordID' | 'patientID'> & {
  /** of a case that was referred, and had no form yet */
  readonly isReferred: boolean;
};

/** @param recordID - a case that was referred, and has no form yet; else a new case */
function start(patientID = '', recordID?: string): Started {
  return { consentID: newId(), recordID: recordID ?? newId(), patientID, isReferred: recordID !== undefined };
}

function NewConsent({ isReferred, ...ids }: Started) {
  const today = useToday();
  const startFor = (patient: Patient) => newSaverState(ids, draftFor(patient, formsOfAge(ageOn(patient.dateOfBirth, today))));
  return (
    <ForPatient patientID={ids.patientID}>
      {(patient) =>
        isReferred ? <FirstForm patient={patient} ids={ids} /> : <Desk patient={patient} start={startFor(patient)} />
      }
    </ForPatient>
  );
}

type Opened = { readonly consentID: string; readonly recordID: string };

/**
 * Once mounted, the desk stays mounted whatever a later fetch of the case returns: it owns the unsaved input and handles
 * conflicts itself.
 */
function OpenDraft(props: Opened) {
  const [found, setFound] = useState<FoundDraft | null>(null);
  if (found === null) return <FindDraft {...props} onFound={setFound} />;
  return <ForPatient patientID={found.start.patientID}>{(patient) => <Desk patient={patient} {...found} />}</ForPatient>;
}

type FoundDraft = { readonly start: SaverState; readonly referral: Referral | null };

function FindDraft({ consentID, recordID, onFound }: Opened & { readonly onFound: (found: FoundDraft) => void }) {
  const isOnline = useOnline();
  const { data, error, isFetchedAfterMount, isFetching, refetch } = useQuery({
    ...recordDetailsOptions(recordID),
    refetchOnMount: 'always',
    refetchOnWindowFocus: false,
  });
  const consent = data?.consents.find((each) => each.consentID === consentID);
  // Where the server may still answer, a copy that is shown meanwhile is not written on: its writer would find out about others' words
  // only when saving.
  const isSettled = isFetchedAfterMount && !(isFetching && isOnline);
  const draft = isSettled && error === null && consent?.status === 'DRAFT' ? consent : undefined;
  const referral = data?.record.referral ?? null;
  useEffect(() => {
    if (draft !== undefined) onFound({ start: saverStateOf(draft), referral });
  }, [draft, referral, onFound]);
  if (error !== null) return <Failed error={error} onRetry={() => void refetch()} />;
  // An older cached copy would immediately conflict with itself.
  if (data === undefined || !isSettled) return <BuilderLoading />;
  const href = paths.record(recordID).href;
  if (consent === undefined) return <Refused title={FAILURES.NOT_FOUND.message} href={href} />;
  if (consent.status !== 'DRAFT')
    return (
      <Refused title="This version is no longer a draft" href={href}>
        It has been made ready for signing, or it has ended. To change it, choose “Change the form” or “New version…” on the case.
      </Refused>
    );
  return <BuilderLoading />;
}

function saverStateOf(consent: ConsentView): SaverState {
  const { consentID, recordID, patientID, version, activeTab: tab, missing, oldProcedures } = consent;
  const draft = draftOf(consent);
  const state = saveStateOf(consent);
  return { consentID, recordID, patientID, draft, base: draft, version, tab, oldProcedures, missing, state };
}

function ForPatient({ patientID, children }: { readonly patientID: string; readonly children: (patient: Patient) => ReactNode }) {
  const { data, error, refetch } = useQuery(patientOptions(patientID));
  // A status that changes later is refused at sending; the unsaved input stays.
  const [isOpen, setOpen] = useState(false);
  if (data === undefined && error !== null) return <Failed error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <BuilderLoading />;
  const { patient } = data;
  const takes = mayStartConsent(patient.status);
  if (takes && !isOpen) setOpen(true);
  if (!takes && !isOpen)
    return (
      <Refused title={FAILURES.PATIENT_TAKES_NONE.message} href={paths.patient(patientID).href} go="Open the patient">
        The record says: {patientStatusWords(patient.status).words}. If that is wrong, change it in the patient’s details first.
      </Refused>
    );
  return children(patient);
}

type RefusedProps = {
  readonly title: string;
  readonly href?: Href;
  readonly go?: string;
  readonly children?: ReactNode;
};

function Refused({
  title,
  href = paths.home.href,
  go = href === paths.home.href ? 'Go to the start' : 'Open the case',
  children,
}: RefusedProps) {
  return (
    <Page top>
      <h1 className="visually-hidden">Consent form</h1>
      <RefusedState title={title} action={<ButtonLink href={href}>{go}</ButtonLink>}>
        {children}
      </RefusedState>
    </Page>
  );
}

function Failed({ error, onRetry }: { readonly error: Error; readonly onRetry: () => void }) {
  return (
    <Page top>
      <h1 className="visually-hidden">Consent form</h1>
      <QueryFailure failure={error} onRetry={onRetry} />
    </Page>
  );
}
