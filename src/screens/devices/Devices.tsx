import type { Device } from '#contract/devices.ts';
import { longTime } from '#domain/values/plain-date.ts';
import { listContent } from '#src/results/list-content.tsx';
import { useDebouncedServerSearch } from '#src/results/use-debounced-search.ts';
import { useListSearch } from '#src/results/use-list-search.ts';
import { deviceListOptions } from '#src/queries/devices.ts';
import { useProduct } from '#src/queries/reference.ts';
import { serverNow } from '#src/device/clock.ts';
import type { Column } from '#src/ui/layout/DataTable.tsx';
import { QuietLine, StrongLine } from '#src/ui/layout/Lines.tsx';
import { ListScreen } from '#src/ui/layout/ListScreen.tsx';
import { StateChip } from '#src/ui/layout/StateChip.tsx';
import { EmptyState } from '#src/ui/states.tsx';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { deviceNumber, deviceTitle, lastReportedText, unsentWords } from './device-words.ts';
import styles from './devices.module.css';
import { RenameDialog } from './RenameDialog.tsx';
import { RevokeDialog } from './RevokeDialog.tsx';

type DevicesProps = { readonly page: number; readonly onPage: (page: number) => void };

/** The tablets that people of the organisation sign in on: their last use, and their unsent items at that time. */
export function Devices({ page, onPage }: DevicesProps) {
  const search = useListSearch({ key: 'devices.search', label: 'Tablet or who used it', page, onFirstPage: () => onPage(1) });
  const searchTerm = useDebouncedServerSearch(search.value);
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const { timeZone } = useProduct();
  const list = useQuery(deviceListOptions({ page, search: searchTerm }));
  return (
    <>
      <ListScreen
        title="Tablets"
        search={search}
        content={listContent(list)}
        columns={columnsFor(timeZone, setChosen)}
        rowKey={({ id }) => id}
        empty={<NoTablet isNarrowed={searchTerm !== ''} />}
        noun="tablets"
        onPage={onPage}
      />
      {chosen?.act === 'rename' && <RenameDialog device={chosen.device} onClose={() => setChosen(null)} />}
      {chosen?.act === 'revoke' && <RevokeDialog device={chosen.device} onClose={() => setChosen(null)} />}
    </>
  );
}

/** The tablet that a dialog is about. */
type Chosen = { readonly device: Device; readonly act: 'rename' | 'revoke' };

const columnsFor = (zone: string, onChoose: (chosen: Chosen) => void): Column<Device>[] => [
  {
    heading: 'Tablet',
    width: '2fr',
    cell: (device) => (
      <>
        <StrongLine>{device.label ?? device.name}</StrongLine>
        <QuietLine isNumber>{device.label === null ? deviceNumber(device) : `${device.name}, ${deviceNumber(device)}`}</QuietLine>
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
        {/* Each use reports the unsent count: the last use is the time of the last report. */}
        <QuietLine isNumber>{lastReportedText({ at: lastUsedAt }, { now: serverNow(), zone })}</QuietLine>
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
    width: '11.75rem',
    cell: (device) => (
      <span className={styles.acts}>
        <ActButton words="Rename" device={device} onClick={() => onChoose({ device, act: 'rename' })} />
        <ActButton
          words={device.revokedAt === null ? 'Block' : 'Allow'}
          device={device}
          onClick={() => onChoose({ device, act: 'revoke' })}
        />
      </span>
    ),
  },
];

type ActButtonProps = { readonly words: string; readonly device: Device; readonly onClick: () => void };

function ActButton({ words, device, onClick }: ActButtonProps) {
  return (
    <Button variant="default" size="sm" onClick={onClick}>
      {words}
      <span className="visually-hidden"> {deviceTitle(device)}</span>
    </Button>
  );
}

function NoTablet({ isNarrowed }: { readonly isNarrowed: boolean }) {
  if (isNarrowed)
    return (
      <EmptyState icon="search" title="No tablet found">
        Try fewer letters.
      </EmptyState>
    );
  return (
    <EmptyState icon="tablet" title="No tablets yet">
      A tablet is listed here after the first sign-in on it.
    </EmptyState>
  );
}
