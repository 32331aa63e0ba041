import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Button } from '@mantine/core';
import type { SubjectPackLine } from '#contract/packs/subject-access.ts';
import type { PackDecision } from '#domain/packs/pack.ts';
import { PACK_LINE_WORDS } from '#domain/packs/pack-words.ts';
import { longTime } from '#domain/values/plain-date.ts';
import { paths } from '#src/paths.ts';
import { useProduct } from '#src/queries/reference.ts';
import { packLineOptions } from '#src/queries/subject-access.ts';
import { QueryFailure } from '#src/results/QueryFailure.tsx';
import { QuietLine, StrongLine } from '#src/ui/layout/Lines.tsx';
import { Page } from '#src/ui/layout/Page.tsx';
import { PageHeader } from '#src/ui/layout/PageHeader.tsx';
import { Pager } from '#src/ui/layout/Pager.tsx';
import { Panel } from '#src/ui/layout/Panel.tsx';
import { Skeleton } from '#src/ui/layout/Skeleton.tsx';
import { StateChip } from '#src/ui/layout/StateChip.tsx';
import { DecideDialog } from './DecideDialog.tsx';
import styles from './privacy.module.css';

type Deciding = { readonly lines: readonly SubjectPackLine[]; readonly decision: PackDecision };

/** The parts of a copy that are about others, those that wait first. */
export function ReviewPack({ id }: { readonly id: string }) {
  const [page, setPage] = useState(1);
  const [deciding, setDeciding] = useState<Deciding | null>(null);
  const { data, error, refetch } = useQuery(packLineOptions(id, page));
  const open = data?.records.filter(({ decision }) => decision === null) ?? [];
  return (
    <>
      <PageHeader
        title="Review"
        about="Each part is about somebody else, or was written by somebody else. Keep what the person may read, and withhold the rest."
        back={{ href: paths.subjectAccess.href, label: 'Privacy' }}
      />
      <Page>
        {data === undefined && error === null && <Skeleton lines={6} card />}
        {data === undefined && error !== null && <QueryFailure failure={error} onRetry={() => void refetch()} />}
        {data !== undefined && (
          <Panel
            title={open.length === 0 ? 'Everything on this page is decided' : 'Parts to decide'}
            rows
            actions={
              open.length > 1 && (
                <Button variant="default" onClick={() => setDeciding({ lines: open, decision: 'KEEP' })}>
                  Keep these {open.length}
                </Button>
              )
            }
          >
            {data.records.map((line) => (
              <LineRow key={line.id} line={line} onDecide={(decision) => setDeciding({ lines: [line], decision })} />
            ))}
          </Panel>
        )}
        {data !== undefined && data.pages > 1 && (
          <Pager noun="parts" page={data.page} limit={data.limit} total={data.total} onPage={setPage} />
        )}
      </Page>
      {deciding !== null && <DecideDialog packID={id} {...deciding} onClose={() => setDeciding(null)} />}
    </>
  );
}

const DECIDED = { KEEP: { tone: 'ok', words: 'Kept' }, WITHHOLD: { tone: 'warn', words: 'Withheld' } } as const;

function LineRow({ line, onDecide }: { readonly line: SubjectPackLine; readonly onDecide: (decision: PackDecision) => void }) {
  const { timeZone } = useProduct();
  const { title, question } = PACK_LINE_WORDS[line.kind];
  const { decision, decided } = line;
  return (
    <li className={styles.row}>
      <div>
        <StrongLine>{title}</StrongLine>
        <QuietLine>{line.source}</QuietLine>
        <p className={styles.words}>{line.words}</p>
        {decision === null && <QuietLine>{question}</QuietLine>}
        {decided !== null && (
          <QuietLine isNumber>
            {decided.name}, {longTime(decided.at, timeZone)}: {line.reason}
          </QuietLine>
        )}
      </div>
      {decision !== null && <StateChip tone={DECIDED[decision].tone}>{DECIDED[decision].words}</StateChip>}
      <div className={styles.acts}>
        <Button variant="default" onClick={() => onDecide('KEEP')}>
          Keep
        </Button>
        <Button variant="default" onClick={() => onDecide('WITHHOLD')}>
          Withhold
        </Button>
      </div>
    </li>
  );
}
