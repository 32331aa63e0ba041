import type { Device } from '#contract/devices.ts';
import { longTime } from '#domain/plain-date.ts';
import { QueryFailure } from '#src/notices/QueryFailure.tsx';
import { StaleNotice } from '#src/notices/StaleNotice.tsx';
import { deviceListOptions } from '#src/queries/devices.ts';
import { listState } from '#src/queries/list-state.ts';
import { useProduct } from '#src/queries/reference.ts';
import { serverNow } from '#src/session/clock.ts';
import { usePageState } from '#src/session/page-state.ts';
import { DataTable, type Column } from '#src/ui/DataTable.tsx';
import { QuietLine, StrongLine } from '#src/ui/Lines.tsx';
import { Page } from '#src/ui/Page.tsx';
import { PageHeader } from '#src/ui/PageHeader.tsx';
import { Pager } from '#src/ui/Pager.tsx';
import { SearchBox } from '#src/ui/SearchBox.tsx';
import { StateChip } from '#src/ui/StateChip.tsx';
import { EmptyState } from '#src/ui/states.tsx';
import { Button } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { toldWords, unsentWords } from './device-words.ts';
import { RevokeDialog } from './RevokeDialog.tsx';

type DevicesProps = { readonly page: number; readonly onPage: (page: number) => void };

/** The tablets that people of the organisation sign in on: when each was last used, and what waited on it then. */
export function Devices({ page, onPage }: DevicesProps) {
  const [search, setSearch] = usePageState('devices.search', '');
  const [asked] = useDebouncedValue(search, 250);
  const [chosen, setChosen] = useState<Device | null>(null);
  const { timeZone } = useProduct();
  const list = useQuery(deviceListOptions({ page, search: asked }));
  const changeSearch = (text: string) => {
    setSearch(text);
    if (page !== 1) onPage(1);
  };
  return (
    <>
      <PageHeader title="Tablets" search={<SearchBox label="Tablet or who used it" value={search} onChange={changeSearch} />} />
      <Page>
        <StaleNotice query={list} />
        <DataTable
          label="Tablets"
          columns={columnsFor(timeZone, setChosen)}
          rows={list.data?.records ?? []}
          rowKey={({ id }) => id}
          state={listState(list)}
          failed={<QueryFailure failure={list.error} onRetry={() => void list.refetch()} />}
          empty={<NoTablet isNarrowed={asked !== ''} />}
        />
        {list.data !== undefined && list.data.total > 0 && <Pager noun="tablets" {...list.data} onPage={onPage} />}
      </Page>
      {chosen !== null && <RevokeDialog device={chosen} onClose={() => setChosen(null)} />}
    </>
  );
}

const columnsFor = (zone: string, onChoose: (device: Device) => void): Column<Device>[] => [
  {
    heading: 'Tablet',
    width: '1.6fr',
    cell: ({ name, id }) => (
      <>
        <StrongLine>{name}</StrongLine>
        {/* Two of the same kind are told apart by the end of their ids. */}
        <QuietLine isNumber>No. {id.slice(-6)}</QuietLine>
      </>
    ),
  },
  {
    heading: 'Last used',
    width: '1.8fr',
    phoneLabel: true,
    cell: ({ lastUsedAt, lastUsedBy }) => (
      <span className="num">
        {longTime(lastUsedAt, zone)}
        {lastUsedBy !== null && <QuietLine>by {lastUsedBy}</QuietLine>}
      </span>
    ),
  },
  {
    heading: 'To be sent',
    width: '11rem',
    phoneLabel: true,
    cell: ({ unsent, lastUsedAt }) => (
      <span className="num">
        <StateChip tone={unsent === 0 ? 'plain' : 'warn'}>{unsentWords(unsent)}</StateChip>
        {/* Each use tells how many wait: when it was last used, it last told. */}
        <QuietLine isNumber>{toldWords({ at: lastUsedAt }, { now: serverNow(), zone })}</QuietLine>
      </span>
    ),
  },
  {
    heading: 'State',
    width: '7rem',
    cell: ({ revokedAt }) => (
      <StateChip tone={revokedAt === null ? 'ok' : 'stop'}>{revokedAt === null ? 'Allowed' : 'Blocked'}</StateChip>
    ),
  },
  {
    heading: 'Change',
    width: '7rem',
    cell: (device) => (
      <Button variant="default" size="sm" onClick={() => onChoose(device)}>
        {device.revokedAt === null ? 'Block' : 'Allow'}
        <span className="visually-hidden">
          {' '}
          {device.name}, No. {device.id.slice(-6)}
        </span>
      </Button>
    ),
  },
];

function NoTablet({ isNarrowed }: { readonly isNarrowed: boolean }) {
  if (isNarrowed)
    return (
      <EmptyState icon="search" title="No tablet fits">
        Try fewer letters.
      </EmptyState>
    );
  return (
    <EmptyState icon="tablet" title="No tablets yet">
      Each one stands here after the first sign-in on it.
    </EmptyState>
  );
}
