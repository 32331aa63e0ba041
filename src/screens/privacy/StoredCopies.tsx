import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Button } from '@mantine/core';
import { paths } from '#src/paths.ts';
import { packOptions } from '#src/queries/subject-access.ts';
import { QueryFailure } from '#src/results/QueryFailure.tsx';
import { ButtonLink } from '#src/ui/ButtonLink.tsx';
import { Page } from '#src/ui/layout/Page.tsx';
import { PageHeader } from '#src/ui/layout/PageHeader.tsx';
import { Pager } from '#src/ui/layout/Pager.tsx';
import { Panel } from '#src/ui/layout/Panel.tsx';
import { Skeleton } from '#src/ui/layout/Skeleton.tsx';
import { NewPackDialog } from './NewPackDialog.tsx';
import { CopyRow } from './CopyRow.tsx';
import { ReviewPack } from './ReviewPack.tsx';
import styles from './privacy.module.css';

type StoredCopiesProps = {
  /** of one patient alone */
  readonly patientID: string | undefined;
  /** the pack whose lines are reviewed */
  readonly packID: string | undefined;
};

/** Copies of all that is stored of a patient: what each waits for, and the review of one. */
export function StoredCopies({ patientID, packID }: StoredCopiesProps) {
  if (packID !== undefined) return <ReviewPack id={packID} />;
  const back = patientID === undefined ? undefined : { href: paths.patient(patientID).href, label: 'Patient' };
  return (
    <>
      <PageHeader title="Privacy" back={back} />
      <Page>
        <Packs patientID={patientID} />
      </Page>
    </>
  );
}

function Packs({ patientID }: Pick<StoredCopiesProps, 'patientID'>) {
  const [page, setPage] = useState(1);
  const [isAsking, setAsking] = useState(false);
  const { data, error, refetch } = useQuery(packOptions(page, patientID));
  if (data === undefined)
    return error === null ? <Skeleton lines={6} card /> : <QueryFailure failure={error} onRetry={() => void refetch()} />;
  return (
    <>
      <Panel title="Copy of all stored data">
        <div className={styles.stack}>
          <p className={styles.about}>
            A patient may ask for all that is stored about them. Parts that are about other people wait: one person decides about
            them, and another releases the copy, which can then be downloaded.
          </p>
          <div className={styles.buttons}>
            {patientID === undefined ? (
              <ButtonLink variant="default" href={paths.patients.href}>
                Choose a patient
              </ButtonLink>
            ) : (
              <Button variant={data.total === 0 ? 'filled' : 'default'} onClick={() => setAsking(true)}>
                Make a copy
              </Button>
            )}
          </div>
        </div>
      </Panel>
      {data.total > 0 && (
        <Panel title="Copies" rows>
          {data.records.map((pack) => (
            <CopyRow key={pack.id} pack={pack} />
          ))}
        </Panel>
      )}
      {data.pages > 1 && <Pager noun="copies" page={data.page} limit={data.limit} total={data.total} onPage={setPage} />}
      {isAsking && patientID !== undefined && <NewPackDialog patientID={patientID} onClose={() => setAsking(false)} />}
    </>
  );
}
