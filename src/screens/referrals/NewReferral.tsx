import { identityWords } from '#domain/consents/identity-words.ts';
import type { Patient } from '#domain/patients/patient.ts';
import { fieldProblems } from '#src/notices/failure-words.ts';
import { LeaveGuard } from '#src/notices/LeaveGuard.tsx';
import { NeedsServer } from '#src/notices/NeedsServer.tsx';
import { noticeFailure, noticeSuccess } from '#src/notices/notices.tsx';
import { QueryFailure } from '#src/results/QueryFailure.tsx';
import { newId } from '#src/device/new-id.ts';
import { paths } from '#src/paths.ts';
import { useIdempotencyKey } from '#src/queries/client/idempotency-key.ts';
import { patientOptions } from '#src/queries/patients.ts';
import { useAttach, useMoveReferral, useRefer } from '#src/queries/referrals.ts';
import { useToday } from '#src/queries/use-today.ts';
import { ErrorSummary } from '#src/ui/fields/ErrorSummary.tsx';
import { FooterBar } from '#src/ui/layout/FooterBar.tsx';
import { IdentityBar } from '#src/ui/clinical/IdentityBar.tsx';
import { Page } from '#src/ui/layout/Page.tsx';
import { PageHeader } from '#src/ui/layout/PageHeader.tsx';
import { Panel } from '#src/ui/layout/Panel.tsx';
import { Skeleton } from '#src/ui/layout/Skeleton.tsx';
import { TextAreaField } from '#src/ui/fields/TextAreaField.tsx';
import { useValidatedForm } from '#src/ui/fields/use-validated-form.ts';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { AddresseeField } from './AddresseeField.tsx';
import { ChosenFiles } from './ChosenFiles.tsx';
import { addresseeOf, EMPTY_REFERRAL, REFERRAL_FIELDS, referralProblems, type ReferralForm } from './referral-form.ts';
import { sendReferral } from './send-referral.ts';
import styles from './referrals.module.css';

type Props = { readonly patientID: string; readonly onDone: (recordID: string) => void };

const BACK = { href: paths.newReferral.href, label: 'Choose a patient' };

/** A referral of one patient: to whom, with which question, and the files that belong to it. */
export function NewReferral({ patientID, onDone }: Props) {
  const { data, error, refetch } = useQuery(patientOptions(patientID));
  if (data === undefined)
    return (
      <>
        <PageHeader title="New referral" back={BACK} />
        <Page>
          {error === null ? <Skeleton card lines={6} /> : <QueryFailure failure={error} onRetry={() => void refetch()} />}
        </Page>
      </>
    );
  return <ReferralEditor patient={data.patient} onDone={onDone} />;
}

function ReferralEditor({ patient, onDone }: { readonly patient: Patient; readonly onDone: Props['onDone'] }) {
  const today = useToday();
  const form = useValidatedForm<ReferralForm>({ initialValues: EMPTY_REFERRAL, validate: referralProblems });
  const [files, setFiles] = useState<readonly File[]>([]);
  const [fileProblem, setFileProblem] = useState<string | null>(null);
  const { send, isBusy, isSent } = useSending(patient.id, onDone);
  const fail = (failure: unknown) => form.setProblems(fieldProblems(failure, REFERRAL_FIELDS));
  const submit = (isDraft: boolean) =>
    form.onSubmit((values) => {
      if (!isBusy) void send(values, { files, isDraft }).catch(fail);
    })();
  return (
    <>
      <LeaveGuard hasUnsaved={() => !isSent() && (form.hasChanges() || files.length > 0)} />
      <IdentityBar {...identityWords(patient, [], today)} isProtected={patient.restricted} />
      <PageHeader title="New referral" back={BACK} />
      <Page narrow>
        <NeedsServer />
        <ErrorSummary problems={form.problems} />
        <Panel>
          <div className={styles.stack}>
            <AddresseeField {...form.at('to')} />
            <TextAreaField
              {...form.at('question')}
              label="Question"
              hint="What do you ask, and what should they know? They decide by it."
              minRows={6}
            />
          </div>
        </Panel>
        <Panel title="Files">
          <ChosenFiles
            files={files}
            problem={fileProblem}
            isBusy={isBusy}
            onChange={(next, problem) => {
              setFiles(next);
              setFileProblem(problem);
            }}
          />
        </Panel>
      </Page>
      <FooterBar state={isBusy && <span role="status">Sending</span>}>
        <Button variant="default" disabled={isBusy} onClick={() => submit(true)}>
          Save as a draft
        </Button>
        <Button loading={isBusy} onClick={() => submit(false)}>
          Send referral
        </Button>
      </FooterBar>
    </>
  );
}

type Sending = { readonly files: readonly File[]; readonly isDraft: boolean };

/** Sends the referral; what is left to do then is said on its own page, and nothing is lost. */
function useSending(patientID: string, onDone: Props['onDone']) {
  // One id for all tries: a retry cannot refer twice.
  const [id] = useState(newId);
  const [isBusy, setBusy] = useState(false);
  const isSent = useRef(false);
  const [refer, attach, move] = [useRefer(), useAttach(), useMoveReferral()];
  const keyFor = useIdempotencyKey();
  const keyForMove = useIdempotencyKey();
  const calls: Parameters<typeof sendReferral>[0] = {
    refer: async (input) => {
      const { message, data } = await refer.mutateAsync({ input, idempotencyKey: keyFor(input) });
      return { message, version: data.version };
    },
    attach: async (file) => (await attach.mutateAsync({ recordID: id, file })).data.version,
    reply: async (said) => {
      const input = { recordID: id, move: 'REPLY' as const, ...said };
      await move.mutateAsync({ input, idempotencyKey: keyForMove(input) });
    },
  };
  const send = async ({ to, question }: ReferralForm, sending: Sending) => {
    setBusy(true);
    try {
      const input = { id, patientID, to: addresseeOf(to), question: question.trim() };
      const { isWhole, message } = await sendReferral(calls, { input, ...sending });
      if (isWhole) noticeSuccess(message);
      else noticeFailure(message);
      isSent.current = true;
      onDone(id);
    } finally {
      setBusy(false);
    }
  };
  return { send, isBusy, isSent: () => isSent.current };
}
