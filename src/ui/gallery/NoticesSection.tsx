import { Button } from '@mantine/core';
import { useState } from 'react';
import { ErrorSummary } from '#src/ui/fields/ErrorSummary.tsx';
import { Notice } from '#src/ui/Notice.tsx';
import { StateChip } from '#src/ui/layout/StateChip.tsx';

const problems = [
  { field: 'last-name', message: 'Enter the last name' },
  { field: 'side-2', message: 'Choose the side' },
  { message: 'This patient was changed on another device. Please look at the changes first.' },
];

/** Notices about events. */
export function NoticesSection() {
  const [isFailing, setIsFailing] = useState(false);
  return (
    <>
      <h2>Notices</h2>
      <div>
        <Button variant="default" onClick={() => setIsFailing(!isFailing)}>
          {isFailing ? 'Hide the problems' : 'Show the problems'}
        </Button>
      </div>
      <ErrorSummary problems={isFailing ? problems : []} />
      <Notice tone="warn" title="Before it can be signed">
        <p>Say whether an interpreter is needed.</p>
        <p>Add your statement.</p>
      </Notice>
      <Notice tone="info">This consent was last changed on another tablet at 14:02.</Notice>
      <Notice tone="ok" title="Signed and sealed">
        The PDF can be opened and downloaded.
      </Notice>
      <Notice tone="stop" title="This patient has died" action={<a href="#notices">See the record</a>}>
        No new consent can be made.
      </Notice>
      <Notice tone="plain">Demo data only.</Notice>
      <div style={{ display: 'flex', flexWrap: 'wrap', gap: '0.5rem' }}>
        <StateChip tone="info">Saved on this tablet</StateChip>
        <StateChip tone="warn">Waiting to send</StateChip>
        <StateChip tone="ok">Sent 14:05</StateChip>
        <StateChip tone="stop">Withdrawn 08:12</StateChip>
        <StateChip>Draft, step 3 of 6</StateChip>
        <StateChip tag>core</StateChip>
      </div>
      <div style={{ display: 'flex', flexWrap: 'wrap', gap: '0.75rem' }}>
        <Button>Next step</Button>
        <Button variant="default">Other step</Button>
        <Button variant="subtle">Quiet step</Button>
        <Button color="red">Cannot be undone</Button>
        <Button variant="outline" color="red">
          Withdraw
        </Button>
        <Button disabled>Not yet</Button>
        <Button loading>Saving</Button>
      </div>
    </>
  );
}
