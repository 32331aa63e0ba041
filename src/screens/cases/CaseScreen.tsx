import { paths } from '#src/paths.ts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { calls } from '#contract/calls.ts';
import { reasonNeededFor } from '#contract/reason-needed.ts';
import { noFormWords } from '#domain/referrals/first-form.ts';
import { identityWords } from '#domain/consents/identity-words.ts';
import { localDate } from '#domain/values/plain-date.ts';
import { caseSigners } from '#domain/cases/event-author.ts';
import { isWaiting, localCaseWords } from '#domain/cases/state-words.ts';
import { FreshnessNotice } from '#src/results/FreshnessNotice.tsx';
import { MergedReferralNotice } from '#src/notices/MergedReferralNotice.tsx';
import { QueryFailure } from '#src/results/QueryFailure.tsx';
import { useAskInterval } from '#src/live/live-state.ts';
import { recordDetailsOptions, type CaseView, type ConsentView } from '#src/queries/records.ts';
import { useProduct } from '#src/queries/reference.ts';
import { useSession } from '#src/session/session.ts';
import { ButtonLink } from '#src/ui/ButtonLink.tsx';
import { IdentityBar } from '#src/ui/clinical/IdentityBar.tsx';
import { ChangedProcedures } from '#src/ui/clinical/ChangedProcedures.tsx';
import { Columns, Page } from '#src/ui/layout/Page.tsx';
import { PageHeader } from '#src/ui/layout/PageHeader.tsx';
import { Skeleton } from '#src/ui/layout/Skeleton.tsx';
import { StateChip } from '#src/ui/layout/StateChip.tsx';
import { EmptyState } from '#src/ui/states.tsx';
import { CapacityFacts } from './CapacityFacts.tsx';
import { FamilyFacts } from './FamilyFacts.tsx';
import { CaseFacts } from './CaseFacts.tsx';
import { CaseNotices } from './CaseNotices.tsx';
import { EarlierVersions } from './EarlierVersions.tsx';
import { CaseTimeline } from './timeline/CaseTimeline.tsx';
import styles from './cases.module.css';
import { ListedPanel } from './theatre/ListedPanel.tsx';
import { OperationPanel } from './theatre/OperationPanel.tsx';
import { NextPanel } from './next/NextPanel.tsx';
import { isChangeExpected } from './acts/expected-change.ts';
import { quietActs } from './acts/quiet-acts.ts';
import { obstacleWords } from './obstacles.ts';
import { waitingRoles } from './waiting-signers.ts';
import { OperatorPanel } from './theatre/OperatorPanel.tsx';
import { PaperPanel } from './paper/PaperPanel.tsx';
import { Questions } from './Questions.tsx';
import { QuietActs } from './QuietActs.tsx';
import { Signatures } from './Signatures.tsx';
import { Understanding } from './Understanding.tsx';
import { Versions } from './Versions.tsx';

/** Renders this tablet's merge notes about these versions, or about the case's listing, below the case. */
type Notes = {
  readonly notes: (ids: readonly string[]) => ReactNode;
  /** The question before the handover is open at first. */
  readonly handsOver: boolean;
};

/** One case: its newest version with its state and next step, its signatures, questions, versions and timeline. */
export function CaseScreen({ recordID, notes, handsOver }: Notes & { readonly recordID: string }) {
  const askInterval = useAskInterval();
  const query = useQuery({
    ...recordDetailsOptions(recordID),
    refetchInterval: ({ state }) => isChangeExpected(state.data?.consents) && askInterval,
  });
  const { data, error, refetch } = query;
  if (data === undefined || reasonNeededFor(error) !== undefined)
    return (
      <>
        <PageHeader title="Consent" back={{ href: paths.consents.href, label: 'Consents' }} />
        <Page>
          {error === null ? (
            <Skeleton lines={10} card />
          ) : (
            <QueryFailure
              failure={error}
              onRetry={() => void refetch()}
              back={<ButtonLink href={paths.consents.href}>Back to consents</ButtonLink>}
            />
          )}
        </Page>
      </>
    );
  const { record, consents } = data;
  const consent = consents.find(({ consentID }) => consentID === record.currentConsentID) ?? consents[0];
  if (consent === undefined) return <NoForm record={record} />;
  const age = <FreshnessNotice fromTablet={data.servedFromCache} query={query} />;
  return <Case {...data} consent={consent} notes={notes} handsOver={handsOver} age={age} />;
}

/** A case that was referred, and of which nobody has written a form yet. */
function NoForm({ record }: Pick<CaseView, 'record'>) {
  const { timeZone } = useProduct();
  const { recordID, patient } = record;
  return (
    <>
      <PageHeader title="Consent" back={{ href: paths.patient(patient.id).href, label: 'Patient' }} />
      <Page>
        <MergedReferralNotice record={record} timeZone={timeZone} />
        <EmptyState
          title="There is no form yet"
          action={<ButtonLink href={paths.referral(recordID).href}>Open the referral</ButtonLink>}
        >
          {noFormWords(record)}
        </EmptyState>
      </Page>
    </>
  );
}

function CaseNumber({ number }: { readonly number: string }) {
  return <span className="num">Case {number}</span>;
}

type CaseProps = CaseView & Notes & { readonly consent: ConsentView; readonly age: ReactNode };

function Case({ record, consent, consents, timeline, notes, handsOver, age }: CaseProps) {
  const { timeZone } = useProduct();
  const user = useSession()?.user;
  const permissions = user?.permissions ?? [];
  const { patient, recordID } = record;
  const { tone, words } =
    obstacleWords(consent) ?? localCaseWords({ ...consent, waitingFor: waitingRoles(consent) }, consent.local, timeZone);
  const mayWrite = permissions.includes('consents.write');
  const acts = quietActs(consent, permissions).filter(
    (act) => record.mergedFrom == null || (act !== 'reopen' && act !== 'reconsent'),
  );
  return (
    <div className={styles.case}>
      <IdentityBar
        {...identityWords(patient, consent.procedures, localDate(Date.now(), timeZone))}
        isProtected={patient.restricted === true}
      />
      <PageHeader
        title={`Consent, version ${consent.versionNumber}`}
        back={{ href: paths.patient(patient.id).href, label: 'Patient' }}
        {...(record.caseNumber == null ? {} : { about: <CaseNumber number={record.caseNumber} /> })}
        actions={
          <>
            <StateChip tone={tone} live>
              {words}
            </StateChip>
            {isWaiting(consent.local) && <StateChip>Waiting to send</StateChip>}
            <QuietActs consent={consent} acts={acts} />
          </>
        }
      />
      <Page>
        <Columns
          aside={
            <>
              <CaseTimeline recordID={recordID} events={timeline} signers={caseSigners(consents)} timeZone={timeZone} />
              {notes([recordID, ...consents.map(({ consentID }) => consentID)])}
            </>
          }
        >
          {age}
          <CaseNotices
            record={record}
            consent={consent}
            timeZone={timeZone}
            acts={acts}
            mayConfirm={permissions.includes('consents.confirm')}
            maySign={permissions.includes('consents.sign')}
            maySend={permissions.includes('consents.send') && record.mergedFrom == null}
            mayWrite={mayWrite}
          />
          <EarlierVersions
            {...{ record, consent, consents, timeZone, mayWrite }}
            mayTalk={calls.recordTalked.access.some((each) => permissions.includes(each)) && record.mergedFrom == null}
          />
          {/* On a merged record the server takes no step that starts anything. */}
          {record.mergedFrom == null && <NextPanel consent={consent} patient={patient} acts={acts} handsOver={handsOver} />}
          <Questions questions={consent.questions} mayAnswer={mayWrite} timeZone={timeZone} />
          <Understanding consent={consent} timeZone={timeZone} />
          <Signatures consent={consent} patient={patient} timeZone={timeZone} />
          <PaperPanel consent={consent} patient={patient} timeZone={timeZone} />
          <OperationPanel {...{ record, consent, consents, mayWrite }} mayEnd={permissions.includes('consents.confirm')} />
          <ListedPanel record={record} consent={consent} consents={consents} mayWrite={mayWrite} />
          <CapacityFacts consent={consent} timeZone={timeZone} />
          <OperatorPanel record={record} consent={consent} consents={consents} mayWrite={mayWrite} />
          <ChangedProcedures old={consent.oldProcedures} now={consent.procedures} />
          <FamilyFacts consent={consent} dateOfBirth={patient.dateOfBirth} timeZone={timeZone} />
          <CaseFacts consent={consent} timeZone={timeZone} />
          <Versions
            record={record}
            consents={consents}
            current={consent.consentID}
            permissions={permissions}
            timeZone={timeZone}
          />
        </Columns>
      </Page>
    </div>
  );
}
