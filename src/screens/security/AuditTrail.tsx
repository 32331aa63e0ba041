import { longDate } from '#domain/values/plain-date.ts';
import { ExportButton } from '#src/results/ExportButton.tsx';
import { focusHeading } from '#src/ui/focus-heading.ts';
import { NeedsServer } from '#src/notices/NeedsServer.tsx';
import { QueryFailure } from '#src/results/QueryFailure.tsx';
import { auditInputOf, auditReasonsOptions, auditTrailOptions, type AuditQuestion } from '#src/queries/audit.ts';
import { useProduct } from '#src/queries/reference.ts';
import { useToday } from '#src/queries/use-today.ts';
import { DataTable } from '#src/ui/layout/DataTable.tsx';
import { Page } from '#src/ui/layout/Page.tsx';
import { PageHeader } from '#src/ui/layout/PageHeader.tsx';
import { EmptyState } from '#src/ui/states.tsx';
import { Button } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { auditColumnsIn } from './audit-columns.tsx';
import { questionWords, reasonsWords } from './audit-form.ts';
import { AuditQuestionForm } from './AuditQuestionForm.tsx';
import styles from './security.module.css';

type AuditTrailProps = {
  /** A plain date; today without one. */
  readonly day: string | undefined;
  /** Called with the day of each question; undefined for all days. */
  readonly onDay: (day: string | undefined) => void;
};

/** The audit trail of a day or a patient: acts on cases and on accounts in one list, newest first, with a button for more. */
export function AuditTrail({ day, onDay }: AuditTrailProps) {
  const today = useToday();
  const { timeZone } = useProduct();
  const [{ question, runs }, setSearch] = useState<{ question: AuditQuestion; runs: number }>({
    question: { day: day ?? today, person: '', patient: '', show: 'ALL', member: null },
    runs: 0,
  });
  const trail = useInfiniteQuery(auditTrailOptions(question, runs));
  const reasons = useQuery(auditReasonsOptions()).data;
  // A person chosen in a line appears in the form as well: the form restarts with the new question.
  const [chosen, setChosen] = useState(0);
  const ask = (next: AuditQuestion) => {
    setSearch({ question: next, runs: runs + 1 });
    onDay(next.day === '' ? undefined : next.day);
  };
  const lines = trail.data?.pages.flatMap((page) => page.lines) ?? [];
  const words = questionWords(question, longDate);
  const state = trail.isError && trail.data === undefined ? 'failed' : trail.isPending ? 'loading' : 'ready';
  return (
    <>
      <PageHeader
        title="Audit trail"
        about="Who read and did what: on a day, with a patient, or one person. Each reading is logged."
        actions={<AuditExports question={question} words={words} />}
      />
      <Page>
        <NeedsServer />
        {reasons !== undefined && (reasons.isOn || reasons.lastWeek > 0) && (
          <p className={styles.reasons}>{reasonsWords(reasons)}</p>
        )}
        <AuditQuestionForm key={chosen} start={question} onAsk={ask} />
        <p role="status" className={styles.shown}>
          {state === 'ready' &&
            `${words}: ${lines.length}${trail.hasNextPage ? ' newest' : ''} ${lines.length === 1 ? 'line' : 'lines'}`}
        </p>
        <DataTable
          label="Audit trail"
          columns={auditColumnsIn(timeZone, (member) => {
            ask({ ...question, person: '', day: '', patient: '', member });
            setChosen(chosen + 1);
            focusHeading();
          })}
          rows={lines}
          rowKey={({ id }) => id}
          state={state}
          failed={<QueryFailure failure={trail.error} onRetry={() => void trail.refetch()} />}
          empty={
            <EmptyState icon="search" title="Nothing found">
              Try another day, fewer letters of the name, or another number.
            </EmptyState>
          }
        />
        {trail.isFetchNextPageError && <QueryFailure failure={trail.error} onRetry={() => void trail.fetchNextPage()} />}
        {trail.hasNextPage && (
          <Button
            className={styles.older}
            variant="default"
            loading={trail.isFetchingNextPage}
            onClick={() => void trail.fetchNextPage()}
          >
            Show older
          </Button>
        )}
      </Page>
    </>
  );
}

type ExportsProps = { readonly question: AuditQuestion; readonly words: string };

/** The exports: the lines as a file, and the report for a patient who asks. */
function AuditExports({ question, words }: ExportsProps) {
  const { patient } = question;
  return (
    <>
      {patient !== '' && (
        <ExportButton
          label="Report for the patient"
          request={{ name: 'auditAccessReport', filter: { patient } }}
          list={{ noun: 'lines', file: 'access-report', total: null, filters: [`patient ${patient.toUpperCase()}`] }}
          note="Who has read and changed this record, on all days. No other patient, network address or tablet is in it."
        />
      )}
      <ExportButton
        request={{ name: 'auditExport', filter: auditInputOf(question) }}
        list={{ noun: 'lines', file: 'audit-trail', total: null, filters: [words] }}
      />
    </>
  );
}
