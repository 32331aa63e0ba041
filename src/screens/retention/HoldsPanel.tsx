import { useQuery } from '@tanstack/react-query';
import type { LegalHold } from '#contract/retention.ts';
import { longTime } from '#domain/values/plain-date.ts';
import { formalName } from '#domain/patients/patient-name.ts';
import { Button } from '@mantine/core';
import { QueryFailure } from '#src/results/QueryFailure.tsx';
import { useProduct } from '#src/queries/reference.ts';
import { useIdempotencyKey } from '#src/queries/client/idempotency-key.ts';
import { holdOptions, useRetentionWrite } from '#src/queries/retention.ts';
import { QuietLine, StrongLine } from '#src/ui/layout/Lines.tsx';
import { Pager } from '#src/ui/layout/Pager.tsx';
import { Panel } from '#src/ui/layout/Panel.tsx';
import { Skeleton } from '#src/ui/layout/Skeleton.tsx';
import { StateChip } from '#src/ui/layout/StateChip.tsx';
import { useState } from 'react';
import { ActDialog } from './ActDialog.tsx';
import styles from './retention.module.css';

/** Legal holds: those in force first. */
export function HoldsPanel() {
  const [page, setPage] = useState(1);
  const [openHold, setOpenHold] = useState<LegalHold | 'new' | null>(null);
  const { data, error, refetch } = useQuery(holdOptions(page));
  if (data === undefined)
    return error === null ? <Skeleton lines={3} card /> : <QueryFailure failure={error} onRetry={() => void refetch()} />;
  return (
    <>
      <Panel title="Legal holds">
        <div className={styles.stack}>
          <p className={styles.about}>Nothing of a record on hold is proposed or deleted, whatever the times say.</p>
          <div className={styles.buttons}>
            <Button variant="default" onClick={() => setOpenHold('new')}>
              Place a hold
            </Button>
          </div>
        </div>
      </Panel>
      {data.total > 0 && (
        <Panel title="Records with a hold" rows>
          {data.records.map((hold) => (
            <HoldRow key={hold.id} hold={hold} onLift={() => setOpenHold(hold)} />
          ))}
        </Panel>
      )}
      {data.pages > 1 && <Pager noun="holds" page={data.page} limit={data.limit} total={data.total} onPage={setPage} />}
      {openHold !== null && <HoldDialog hold={openHold === 'new' ? null : openHold} onClose={() => setOpenHold(null)} />}
    </>
  );
}

function HoldRow({ hold, onLift }: { readonly hold: LegalHold; readonly onLift: () => void }) {
  const { timeZone } = useProduct();
  const { placed, lifted, liftAsked, reason } = hold;
  const isMine = liftAsked?.isMine === true;
  return (
    <li className={styles.row}>
      <div>
        <StrongLine>
          {formalName(hold)}, {hold.recordID}
        </StrongLine>
        <QuietLine isNumber>
          Placed by {placed.name}, {longTime(placed.at, timeZone)}: {reason}
        </QuietLine>
        {liftAsked !== null && (
          <QuietLine isNumber>
            {liftAsked.name} asked to lift it, {longTime(liftAsked.at, timeZone)}: {liftAsked.reason}
          </QuietLine>
        )}
        {lifted !== null && (
          <QuietLine isNumber>
            Lifted by {lifted.name}, {longTime(lifted.at, timeZone)}: {lifted.reason}
          </QuietLine>
        )}
      </div>
      <StateChip tone={lifted === null ? 'warn' : 'plain'}>{lifted === null ? 'On hold' : 'Lifted'}</StateChip>
      {lifted === null && !isMine && (
        <div className={styles.acts}>
          <Button variant="default" onClick={onLift}>
            {liftLabel(hold)}
          </Button>
        </div>
      )}
    </li>
  );
}

function liftLabel({ liftAsked }: LegalHold): string {
  return liftAsked === null ? 'Ask to lift the hold' : 'Lift the hold';
}

function HoldDialog({ hold, onClose }: { readonly hold: LegalHold | null; readonly onClose: () => void }) {
  const placeHold = useRetentionWrite('retentionHold');
  const lift = useRetentionWrite('retentionLift');
  const keyFor = useIdempotencyKey();
  return (
    <ActDialog
      title={hold === null ? 'Place a legal hold' : 'Lift this hold?'}
      okLabel={hold === null ? 'Place the hold' : liftLabel(hold)}
      asks={{ reason: true, patient: hold === null }}
      isPending={placeHold.isPending || lift.isPending}
      send={({ reason, patient }) => {
        if (hold === null) {
          const input = { patient, reason };
          return placeHold.mutateAsync({ input, idempotencyKey: keyFor(input) });
        }
        const input = { id: hold.id, reason };
        return lift.mutateAsync({ input, idempotencyKey: keyFor(input) });
      }}
      onClose={onClose}
    >
      {hold === null ? (
        <p>The record is not deleted while the hold lasts. A proposal to delete it ends.</p>
      ) : (
        <p>
          <strong>
            {formalName(hold)}, {hold.recordID}
          </strong>
          . {hold.liftAsked === null && 'Another person must approve it. '}The record may then be proposed for deletion again.
        </p>
      )}
    </ActDialog>
  );
}
