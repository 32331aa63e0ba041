import { NeedsServer } from '#src/notices/NeedsServer.tsx';
import { SECURITY_EVENTS, type SecurityEventType } from '#domain/audit/security.ts';
import { failureWords } from '#src/notices/failure-words.ts';
import { listContent } from '#src/results/list-content.tsx';
import { useDebouncedServerSearch } from '#src/results/use-debounced-search.ts';
import { useListSearch } from '#src/results/use-list-search.ts';
import { useProduct } from '#src/queries/reference.ts';
import { securityListOptions, useSecurityExport } from '#src/queries/security.ts';
import { useToday } from '#src/queries/use-today.ts';
import { DateRange } from '#src/ui/fields/DateRange.tsx';
import { ErrorSummary } from '#src/ui/fields/ErrorSummary.tsx';
import { Icon } from '#src/ui/theme/Icon.tsx';
import { ListScreen } from '#src/ui/layout/ListScreen.tsx';
import { EmptyState } from '#src/ui/states.tsx';
import { saveFile } from '#src/ui/save-file.ts';
import { Button, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { securityEventWords } from '#domain/audit/security-words.ts';
import { columnsIn } from './log-columns.tsx';

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
  ...SECURITY_EVENTS.map((value) => ({ value, label: securityEventWords(value).words })),
];

/** Sign-ins, failures, locks and changes of access, newest first, with an export as a file. */
export function SecurityLog({ onFilter, ...filter }: SecurityLogProps) {
  const { page, type, from, to } = filter;
  const onFirstPage = () => onFilter({ ...filter, page: 1 });
  const search = useListSearch({ key: 'security.search', label: 'Person, address or detail', page, onFirstPage });
  const { timeZone } = useProduct();
  const today = useToday();
  const shown = { type, startDate: from, endDate: to, search: useDebouncedServerSearch(search.value) };
  const list = useQuery(securityListOptions({ page, ...shown }));
  const { download, isDownloading, failure } = useDownload(today);
  return (
    <ListScreen
      title="Security log"
      search={search}
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
      above={
        <>
          <NeedsServer />
          <ErrorSummary problems={failure === null ? [] : [{ message: failureWords(failure) }]} />
        </>
      }
      filters={
        <>
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
        </>
      }
      content={listContent(list)}
      columns={columnsIn(timeZone)}
      rowKey={({ id }) => id}
      empty={
        <EmptyState icon="search" title="No event found">
          Try fewer letters, another event, or other days.
        </EmptyState>
      }
      noun="lines"
      onPage={(next) => onFilter({ ...filter, page: next })}
    />
  );
}

function useDownload(today: string) {
  const { mutate, isPending, error } = useSecurityExport();
  const wasPending = useRef(false);
  useEffect(() => {
    // A busy button loses the focus; an error summary may have it by now.
    if (wasPending.current && !isPending && document.activeElement === document.body)
      document.getElementById('download')?.focus();
    wasPending.current = isPending;
  }, [isPending]);
  const download = (filter: Parameters<typeof mutate>[0]) =>
    mutate(filter, { onSuccess: (file) => saveFile(file, `security-log-${today}.csv`) });
  return { download, isDownloading: isPending, failure: error };
}
