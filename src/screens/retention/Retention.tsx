import { useQuery } from '@tanstack/react-query';
import { QueryFailure } from '#src/results/QueryFailure.tsx';
import { retentionOptions } from '#src/queries/retention.ts';
import { Page } from '#src/ui/layout/Page.tsx';
import { PageHeader } from '#src/ui/layout/PageHeader.tsx';
import { Skeleton } from '#src/ui/layout/Skeleton.tsx';
import { CertificatesPanel } from './CertificatesPanel.tsx';
import { DuePanel } from './DuePanel.tsx';
import { HoldsPanel } from './HoldsPanel.tsx';
import { RulesPanel } from './RulesPanel.tsx';

/** Records that are due, legal holds, what is left of deleted records, and for how long records are kept. */
export function Retention() {
  const { data, error, refetch } = useQuery(retentionOptions());
  return (
    <>
      <PageHeader title="Retention" />
      <Page>
        {data === undefined && error === null && <Skeleton lines={6} card />}
        {data === undefined && error !== null && <QueryFailure failure={error} onRetry={() => void refetch()} />}
        {data !== undefined && (
          <>
            <RulesPanel rules={data} />
            <DuePanel rules={data} />
            <HoldsPanel />
            <CertificatesPanel />
          </>
        )}
      </Page>
    </>
  );
}
