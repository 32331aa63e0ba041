import { SECURITY_EVENTS, type SecurityEventType } from '#domain/security.ts';
import { failureWords } from '#src/notices/failure-words.ts';
import { QueryFailure } from '#src/notices/QueryFailure.tsx';
import { StaleNotice } from '#src/notices/StaleNotice.tsx';
import { listState } from '#src/queries/list-state.ts';
import { useProduct } from '#src/queries/reference.ts';
import { securityListOptions, useSecurityExport } from '#src/queries/security.ts';
import { useToday } from '#src/queries/use-today.ts';
import { usePageState } from '#src/session/page-state.ts';
import { DataTable } from '#src/ui/DataTable.tsx';
import { DateRange } from '#src/ui/DateRange.tsx';
import { ErrorSummary } from '#src/ui/ErrorSummary.tsx';
import { Icon } from '#src/ui/Icon.tsx';
import { Page } from '#src/ui/Page.tsx';
import { PageHeader } from '#src/ui/PageHeader.tsx';
import { Pager } from '#src/ui/Pager.tsx';
import { SearchBox } from '#src/ui/SearchBox.tsx';
import { EmptyState } from '#src/ui/states.tsx';
import { saveFile } from '#src/ui/save-file.ts';
import { Button, NativeSelect } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { eventWords } from './event-words.ts';
import { columnsIn } from './log-columns.tsx';
import styles from './security.module.css';

/** `from` and `to` are plain dates, both days included. */
type Filter = {
  readonly page: number;
  readonly type: SecurityEventType | 'ALL';
  readonly from: string | undefined;
  readonly to: string | undefined;
};
type SecurityLogProps = Filter & { readonly onFilter: (next: Filter) => void };

const TYPES = [
  { value: 'ALL', label: 'Every event' },
  ...SECURITY_EVENTS.map((value) => ({ value, label: eventWords(value).words })),
];

/** Sign-ins, failures, locks and changes of access, newest first, and the same as a file. */
export function SecurityLog({ onFilter, ...filter }: SecurityLogProps) {
  const { page, type, from, to } = filter;
  const [search, setSearch] = usePageState('security.search', '');
  const [asked] = useDebouncedValue(search, 250);
  const { timeZone } = useProduct();
  const today = useToday();
  const shown = { type, startDate: from, endDate: to, search: asked };
  const list = useQuery(securityListOptions({ page, ...shown }));
  const { download, isDownloading, failure } = useDownload(today);
  const changeSearch = (text: string) => {
    setSearch(text);
    if (page !== 1) onFilter({ ...filter, page: 1 });
  };
  return (
    <>
      <PageHeader
        title="Security log"
        search={<SearchBox label="Person, address or detail" value={search} onChange={changeSearch} />}
        actions={
          <Button
            id="download"
            variant="default"
            leftSection={<Icon name="download" />}
            onClick={() => download(shown)}
            loading={isDownloading}
          >
            Download as CSV
          </Button>
        }
      />
      <Page>
        <ErrorSummary problems={failure === null ? [] : [{ message: failureWords(failure) }]} />
        <div className={styles.filters}>
          <NativeSelect
            label="Event"
            value={type}
            data={TYPES}
            onChange={(event) => {
              const next = SECURITY_EVENTS.find((each) => each === event.currentTarget.value) ?? 'ALL';
              onFilter({ ...filter, page: 1, type: next });
            }}
          />
          <DateRange
            id="happened"
            label="When"
            today={today}
            days={{ from, to }}
            onChange={(days) => onFilter({ ...filter, ...days, page: 1 })}
          />
        </div>
        <StaleNotice query={list} />
        <DataTable
          label="Security log"
          columns={columnsIn(timeZone)}
          rows={list.data?.records ?? []}
          rowKey={({ id }) => id}
          state={listState(list)}
          failed={<QueryFailure failure={list.error} onRetry={() => void list.refetch()} />}
          empty={
            <EmptyState icon="search" title="No line fits">
              Try fewer letters, another event, or other days.
            </EmptyState>
          }
        />
        {list.data !== undefined && list.data.total > 0 && (
          <Pager noun="lines" {...list.data} onPage={(next) => onFilter({ ...filter, page: next })} />
        )}
      </Page>
    </>
  );
}

function useDownload(today: string) {
  const { mutate, isPending, error } = useSecurityExport();
  const wasPending = useRef(false);
  useEffect(() => {
    // A busy button loses the focus; what went wrong has it by now.
    if (wasPending.current && !isPending && document.activeElement === document.body)
      document.getElementById('download')?.focus();
    wasPending.current = isPending;
  }, [isPending]);
  const download = (filter: Parameters<typeof mutate>[0]) =>
    mutate(filter, { onSuccess: (file) => saveFile(file, `security-log-${today}.csv`) });
  return { download, isDownloading: isPending, failure: error };
}
