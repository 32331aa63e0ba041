import { counted } from '#domain/base/counted.ts';
import { useQuery } from '@tanstack/react-query';
import type { OwnRetentionRules, RetentionProposal } from '#contract/retention.ts';
import { longDate, longTime } from '#domain/values/plain-date.ts';
import { formalName } from '#domain/patients/patient-name.ts';
import { durationWords } from '#domain/base/duration-words.ts';
import { DELETION_WAIT, dueWords } from '#domain/organisation/retention.ts';
import { Button } from '@mantine/core';
import { QueryFailure } from '#src/results/QueryFailure.tsx';
import { useProduct } from '#src/queries/reference.ts';
import { useIdempotencyKey } from '#src/queries/client/idempotency-key.ts';
import { proposalOptions, useRetentionWrite } from '#src/queries/retention.ts';
import { QuietLine, StrongLine } from '#src/ui/layout/Lines.tsx';
import { Pager } from '#src/ui/layout/Pager.tsx';
import { Panel } from '#src/ui/layout/Panel.tsx';
import { Skeleton } from '#src/ui/layout/Skeleton.tsx';
import { StateChip } from '#src/ui/layout/StateChip.tsx';
import { useState } from 'react';
import { ActDialog } from './ActDialog.tsx';
import { proposalState } from './retention-words.ts';
import styles from './retention.module.css';

type Act = 'confirm' | 'approve' | 'keep';

/** Records that are due, with why, and what can be done about each. */
export function DuePanel({ rules }: { readonly rules: OwnRetentionRules }) {
  const [page, setPage] = useState(1);
  const [openAct, setOpenAct] = useState<{ readonly act: Act; readonly proposal: RetentionProposal } | null>(null);
  const { data, error, refetch } = useQuery(proposalOptions(page));
  if (data === undefined)
    return error === null ? <Skeleton lines={4} card /> : <QueryFailure failure={error} onRetry={() => void refetch()} />;
  if (data.total === 0)
    return (
      <Panel title="Due records">
        <p>{rules.isOn ? 'No record is due.' : 'Due records are not looked for. Switch it on above.'}</p>
      </Panel>
    );
  return (
    <>
      <Panel title="Due records" rows>
        {data.records.map((proposal) => (
          <DueRow key={proposal.id} proposal={proposal} rules={rules} onAct={(act) => setOpenAct({ act, proposal })} />
        ))}
      </Panel>
      {data.pages > 1 && <Pager noun="records" page={data.page} limit={data.limit} total={data.total} onPage={setPage} />}
      {openAct !== null && <DueDialog {...openAct} onClose={() => setOpenAct(null)} />}
    </>
  );
}

type DueRowProps = {
  readonly proposal: RetentionProposal;
  readonly rules: OwnRetentionRules;
  readonly onAct: (act: Act) => void;
};

function DueRow({ proposal, rules, onAct }: DueRowProps) {
  const { timeZone } = useProduct();
  const { state, confirmed, approved, kept, isConfirmedByMe } = proposal;
  const { tone, words } = proposalState(proposal);
  return (
    <li className={styles.row}>
      <div>
        <StrongLine>
          {formalName(proposal)}, {proposal.recordID}
        </StrongLine>
        <QuietLine isNumber>
          Born {longDate(proposal.dateOfBirth)}, {counted(proposal.cases, 'case')}
        </QuietLine>
        <QuietLine isNumber>
          {dueWords(proposal.why, rules)}. Last activity {longTime(proposal.lastActivityAt, timeZone)}; due since{' '}
          {longDate(proposal.dueOn)}.
        </QuietLine>
        {confirmed !== null && (
          <QuietLine isNumber>
            Confirmed by {confirmed.name}, {longTime(confirmed.at, timeZone)}
          </QuietLine>
        )}
        {approved !== null && (
          <QuietLine isNumber>
            Approved by {approved.name}, {longTime(approved.at, timeZone)}. Deleted from{' '}
            {longTime(approved.deletedFrom, timeZone)} on, unless somebody keeps it.
          </QuietLine>
        )}
        {kept !== null && (
          <QuietLine isNumber>
            Kept by {kept.name}, {longTime(kept.at, timeZone)}: {kept.reason}
          </QuietLine>
        )}
      </div>
      <StateChip tone={tone}>{words}</StateChip>
      <div className={styles.acts}>
        {(state === 'PROPOSED' || state === 'KEPT') && (
          <Button variant="default" onClick={() => onAct('confirm')}>
            Confirm deletion
          </Button>
        )}
        {state === 'CONFIRMED' && !isConfirmedByMe && (
          <Button color="red" onClick={() => onAct('approve')}>
            Approve the deletion
          </Button>
        )}
        {state !== 'KEPT' && (
          <Button variant="subtle" onClick={() => onAct('keep')}>
            {state === 'APPROVED' ? 'Stop and keep' : 'Keep'}
          </Button>
        )}
      </div>
    </li>
  );
}

const WORDS = {
  confirm: {
    title: 'Confirm that this record is to be deleted?',
    okLabel: 'Confirm deletion',
    text: 'Nothing is deleted yet: another person must approve it.',
  },
  approve: {
    title: 'Approve that this record is deleted for good?',
    okLabel: 'Approve the deletion',
    text: `It is deleted in ${durationWords(DELETION_WAIT)}; every administrator gets an email and may stop it until then. All its consents, signatures and documents are deleted here, and from each tablet when it next has a network. Backups made before keep them until they are deleted. A certificate without the patient’s details stays.`,
  },
  keep: { title: 'Keep this record?', okLabel: 'Keep the record', text: 'It is proposed again after a year.' },
} as const;

function DueDialog({
  act,
  proposal,
  onClose,
}: {
  readonly act: Act;
  readonly proposal: RetentionProposal;
  readonly onClose: () => void;
}) {
  const confirm = useRetentionWrite('retentionConfirm');
  const approve = useRetentionWrite('retentionApprove');
  const keep = useRetentionWrite('retentionKeep');
  const { id, version } = proposal;
  const keyFor = useIdempotencyKey();
  const { title, okLabel, text } = WORDS[act];
  return (
    <ActDialog
      title={title}
      okLabel={okLabel}
      tone={act === 'approve' ? 'stop' : 'brand'}
      asks={{ reason: act === 'keep' }}
      isPending={confirm.isPending || approve.isPending || keep.isPending}
      send={({ reason }) => {
        if (act === 'keep') {
          const input = { id, version, reason };
          return keep.mutateAsync({ input, idempotencyKey: keyFor(input) });
        }
        const input = { id, version };
        return (act === 'confirm' ? confirm : approve).mutateAsync({ input, idempotencyKey: keyFor(input) });
      }}
      onClose={onClose}
    >
      <p>
        <strong>
          {formalName(proposal)}, {proposal.recordID}
        </strong>
        , born {longDate(proposal.dateOfBirth)}.
      </p>
      <p>{text}</p>
    </ActDialog>
  );
}
