import { Button } from '@mantine/core';
import { ButtonLink } from '#src/ui/ButtonLink.tsx';
import { DefinitionList } from '#src/ui/layout/DefinitionList.tsx';
import { Panel } from '#src/ui/layout/Panel.tsx';
import { ProgressBar } from '#src/ui/layout/ProgressBar.tsx';
import { Skeleton } from '#src/ui/layout/Skeleton.tsx';
import { EmptyState, FailedState, LockedState, OfflineState, RefusedState } from '#src/ui/states.tsx';
import { Timeline } from '#src/ui/clinical/Timeline.tsx';
import { demoHref } from './demo-rows.ts';

const facts = [
  { term: 'Name', value: 'DEMO-ROWAN, Amber' },
  { term: 'Email', value: '' },
  { term: 'NHS number', value: '999 000 0018', action: <a href="#states">Change</a> },
];

const events = [
  { id: '3', title: 'Sealed', when: '6 August 2026, 14:05 BST', tone: 'ok', detail: 'Version 1 · code DEMO-7K4Q-XN2M' },
  { id: '2', title: 'Patient signed', when: '6 August 2026, 14:02 BST', who: 'on this tablet', tone: 'info' },
  { id: '1', title: 'Draft made', when: '6 August 2026, 13:40 BST', who: 'DEMO Clinician' },
] as const;

/** Placeholders for missing content, and lists of facts and events. */
export function StatesSection() {
  return (
    <>
      <Panel title="Patient">
        <DefinitionList items={facts} />
      </Panel>
      <Panel title="Timeline">
        <Timeline label="Timeline" items={events} />
      </Panel>
      <Panel title="Sending">
        <ProgressBar label="Sending" done={3} total={12} />
      </Panel>
      <Skeleton card />
      <h2>States</h2>
      <EmptyState
        title="No consents yet"
        icon="consents"
        action={<ButtonLink href={demoHref('/create-consent')}>New consent</ButtonLink>}
      >
        Consents that you start appear here.
      </EmptyState>
      <FailedState title="Something went wrong" onRetry={() => undefined}>
        The list could not be read. Nothing was changed.
      </FailedState>
      <OfflineState title="You are offline">
        This record is not on this tablet. It can be opened when the network is back.
      </OfflineState>
      <LockedState title="Locked" action={<Button>Unlock</Button>}>
        Your work is kept.
      </LockedState>
      <RefusedState title="You may not see this">Please ask an administrator if you need it for your work.</RefusedState>
    </>
  );
}
