import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { StuckMail, StuckSeal } from '#contract/status.ts';
import { longTime } from '#domain/values/plain-date.ts';
import type { StateWords } from '#domain/cases/state-words.ts';
import { QueryFailure } from '#src/results/QueryFailure.tsx';
import { StaleNotice } from '#src/results/StaleNotice.tsx';
import { paths } from '#src/paths.ts';
import { useProduct } from '#src/queries/reference.ts';
import { stuckWorkOptions } from '#src/queries/status.ts';
import { useSession } from '#src/session/session.ts';
import { Link } from '#src/ui/Link.tsx';
import { QuietLine, StrongLine } from '#src/ui/layout/Lines.tsx';
import { Page } from '#src/ui/layout/Page.tsx';
import { PageHeader } from '#src/ui/layout/PageHeader.tsx';
import { Panel } from '#src/ui/layout/Panel.tsx';
import { Skeleton } from '#src/ui/layout/Skeleton.tsx';
import { StateChip } from '#src/ui/layout/StateChip.tsx';
import { EmptyState } from '#src/ui/states.tsx';
import { ServerPanels, ServerWarnings } from './ServerState.tsx';
import { SafetyPanel } from './SafetyPanel.tsx';
import { attemptWords, mailState } from './status-words.ts';
import { mailKindWords } from '#src/results/mail-words.ts';
import styles from './status.module.css';

/**
 * The status page: warnings that need a person first; then mails that did not go out, signed forms without their document, and
 * the server itself.
 */
export function Status() {
  const query = useQuery(stuckWorkOptions());
  const { data, error, refetch } = query;
  const mayManage = useSession()?.user.permissions.includes('organisation.manage') === true;
  return (
    <>
      <PageHeader title="Status" />
      <Page>
        {mayManage ? <ServerWarnings /> : <StaleNotice query={query} />}
        {mayManage && <SafetyPanel />}
        {data === undefined && error === null && <Skeleton lines={6} card />}
        {data === undefined && error !== null && <QueryFailure failure={error} onRetry={() => void refetch()} />}
        {data !== undefined && <Stuck {...data} isAll={!mayManage} />}
        {mayManage && data !== undefined && <ServerPanels />}
      </Page>
    </>
  );
}

type StuckProps = {
  readonly mails: readonly StuckMail[];
  readonly seals: readonly StuckSeal[];
  /** whether nothing else on the page shows the waiting work */
  readonly isAll: boolean;
};

function Stuck({ mails, seals, isAll }: StuckProps) {
  const { timeZone } = useProduct();
  if (mails.length === 0 && seals.length === 0)
    return !isAll ? null : (
      <EmptyState icon="done" title="Nothing is stuck">
        Mails that did not go out, and signed forms that are not sealed, are listed here.
      </EmptyState>
    );
  return (
    <>
      {seals.length > 0 && (
        <Panel title="Not sealed" rows>
          {seals.map(({ consentID, recordID, since, attempts, lastError }) => (
            <Row key={consentID} what="Signed form" state={{ tone: 'stop', words: 'Not sealed' }} recordID={recordID}>
              <QuietLine isNumber>All had signed {longTime(since, timeZone)}</QuietLine>
              <Tries attempts={attempts} lastError={lastError} />
            </Row>
          ))}
        </Panel>
      )}
      {mails.length > 0 && (
        <Panel title="Mails that did not go out" rows>
          {mails.map(({ id, kind, state, createdAt, attempts, lastError, recordID }) => (
            <Row key={id} what={mailKindWords(kind)} state={mailState(state)} recordID={recordID}>
              <QuietLine isNumber>Written {longTime(createdAt, timeZone)}</QuietLine>
              <Tries attempts={attempts} lastError={lastError} />
            </Row>
          ))}
        </Panel>
      )}
    </>
  );
}

type RowProps = {
  readonly what: string;
  readonly state: StateWords;
  /** null where it belongs to no case */
  readonly recordID: string | null;
  readonly children: ReactNode;
};

function Row({ what, state, recordID, children }: RowProps) {
  const mayOpen = useSession()?.user.permissions.includes('consents.read') === true;
  return (
    <li className={styles.row}>
      <div>
        <StrongLine>{what}</StrongLine>
        {children}
        {mayOpen && recordID !== null && <Link href={paths.record(recordID).href}>Open the case</Link>}
      </div>
      <StateChip tone={state.tone}>{state.words}</StateChip>
    </li>
  );
}

function Tries({ attempts, lastError }: Pick<StuckMail, 'attempts' | 'lastError'>) {
  return (
    <QuietLine>
      {attemptWords(attempts)} {lastError}
    </QuietLine>
  );
}
