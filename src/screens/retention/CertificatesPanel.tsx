import { useQuery } from '@tanstack/react-query';
import { longTime } from '#domain/values/plain-date.ts';
import { dueWords } from '#domain/organisation/retention.ts';
import { QueryFailure } from '#src/results/QueryFailure.tsx';
import { useProduct } from '#src/queries/reference.ts';
import { certificateOptions } from '#src/queries/retention.ts';
import { QuietLine, StrongLine } from '#src/ui/layout/Lines.tsx';
import { Pager } from '#src/ui/layout/Pager.tsx';
import { Panel } from '#src/ui/layout/Panel.tsx';
import { Skeleton } from '#src/ui/layout/Skeleton.tsx';
import { useState } from 'react';
import { kindWords } from './retention-words.ts';
import styles from './retention.module.css';

/** The certificates of deleted records. */
export function CertificatesPanel() {
  const [page, setPage] = useState(1);
  const { timeZone } = useProduct();
  const { data, error, refetch } = useQuery(certificateOptions(page));
  if (data === undefined)
    return error === null ? <Skeleton lines={3} card /> : <QueryFailure failure={error} onRetry={() => void refetch()} />;
  if (data.total === 0) return null;
  return (
    <>
      <Panel title="Certificates of deletion" rows>
        {data.records.map(({ id, at, why, rules, kinds, confirmed, approved }) => (
          <li key={id} className={styles.row}>
            <div>
              <StrongLine>Deleted {longTime(at, timeZone)}</StrongLine>
              <QuietLine>{dueWords(why, rules)}</QuietLine>
              <QuietLine>
                Confirmed by {confirmed.name}, approved by {approved.name}
              </QuietLine>
              <QuietLine isNumber>{kindWords(kinds)}</QuietLine>
              <QuietLine isNumber>Certificate {id}</QuietLine>
            </div>
          </li>
        ))}
      </Panel>
      {data.pages > 1 && <Pager noun="certificates" page={data.page} limit={data.limit} total={data.total} onPage={setPage} />}
    </>
  );
}
