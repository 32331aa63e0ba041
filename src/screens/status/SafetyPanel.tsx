import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { SafetyReport } from '#contract/safety/safety-reports.ts';
import type { StateWords } from '#domain/cases/state-words.ts';
import { HARM_WORDS, SAFETY_KIND_WORDS, SAFETY_STATE_WORDS, type SafetyState } from '#domain/safety/safety-report.ts';
import { longTime } from '#domain/values/plain-date.ts';
import { NOTE_MOST } from '#domain/values/text-limits.ts';
import { newId } from '#src/device/new-id.ts';
import { failureProblems } from '#src/notices/failure-words.ts';
import { noticeSuccess } from '#src/notices/notices.tsx';
import { paths } from '#src/paths.ts';
import { useProduct } from '#src/queries/reference.ts';
import { safetyListOptions, useSettleReport } from '#src/queries/safety.ts';
import { QueryFailure } from '#src/results/QueryFailure.tsx';
import { TextAreaField } from '#src/ui/fields/TextAreaField.tsx';
import { TextField } from '#src/ui/fields/TextField.tsx';
import { ConfirmModal } from '#src/ui/layout/ConfirmModal.tsx';
import { QuietLine, StrongLine } from '#src/ui/layout/Lines.tsx';
import { Link } from '#src/ui/Link.tsx';
import { Panel } from '#src/ui/layout/Panel.tsx';
import { StateChip } from '#src/ui/layout/StateChip.tsx';
import { Button } from '@mantine/core';
import styles from './status.module.css';

function toneOf(state: SafetyState): StateWords['tone'] {
  if (state === 'NEW') return 'stop';
  return state === 'SEEN' ? 'warn' : 'ok';
}

/** The safety problems that staff have reported. Nothing while there are none. */
export function SafetyPanel() {
  const { data, error, refetch } = useQuery(safetyListOptions());
  const [closing, setClosing] = useState<SafetyReport | null>(null);
  if (data === undefined) return error === null ? null : <QueryFailure failure={error} onRetry={() => void refetch()} />;
  if (data.length === 0) return null;
  return (
    <Panel title="Safety problems" rows>
      {data.map((report) => (
        <ReportRow key={report.id} report={report} onClose={() => setClosing(report)} />
      ))}
      {closing !== null && <CloseReport report={closing} onClose={() => setClosing(null)} />}
    </Panel>
  );
}

function ReportRow({ report, onClose }: { readonly report: SafetyReport; readonly onClose: () => void }) {
  const { timeZone } = useProduct();
  const settle = useSettleReport();
  const { id, number, kind, harm, state, words, by, at, recordID, context, hazard, answer, settledBy } = report;
  const see = () => settle.mutate({ body: { id, state: 'SEEN' }, key: newId() });
  return (
    <li className={styles.row}>
      <div>
        <StrongLine>
          {number}, {SAFETY_KIND_WORDS[kind]}. Harmed: {HARM_WORDS[harm]}
        </StrongLine>
        <p className={styles.words}>{words}</p>
        <QuietLine isNumber>
          {by}, {longTime(at, timeZone)}
        </QuietLine>
        <QuietLine>
          Screen {context.route}, version {context.build ?? 'unknown'}, {context.isOnline ? 'with' : 'without'} a network,{' '}
          {context.unsent} to send
        </QuietLine>
        {context.requestIds.length > 0 && <QuietLine>Requests {context.requestIds.join(', ')}</QuietLine>}
        {hazard !== null && hazard !== '' && <QuietLine>Hazard: {hazard}</QuietLine>}
        {answer !== null && <QuietLine>{`Answer of ${settledBy ?? ''}: ${answer}`}</QuietLine>}
        {recordID !== null && <Link href={paths.record(recordID).href}>Open the case</Link>}
        {state !== 'CLOSED' && (
          <div className={styles.acts}>
            {state === 'NEW' && (
              <Button variant="default" loading={settle.isPending} onClick={see}>
                I have seen {number}
              </Button>
            )}
            <Button variant="default" onClick={onClose}>
              Answer and close {number}
            </Button>
          </div>
        )}
      </div>
      <StateChip tone={toneOf(state)}>{SAFETY_STATE_WORDS[state]}</StateChip>
    </li>
  );
}

function CloseReport({ report, onClose }: { readonly report: SafetyReport; readonly onClose: () => void }) {
  const [answer, setAnswer] = useState('');
  const [hazard, setHazard] = useState(report.hazard ?? '');
  const [problem, setProblem] = useState<string | undefined>();
  const settle = useSettleReport();
  const close = async () => {
    try {
      const { message } = await settle.mutateAsync({ body: { id: report.id, state: 'CLOSED', hazard, answer }, key: newId() });
      noticeSuccess(message);
      onClose();
    } catch (failure) {
      setProblem(failureProblems(failure)[0]?.message);
    }
  };
  return (
    <ConfirmModal
      opened
      title={`Close ${report.number}?`}
      okLabel="Close the report"
      busy={settle.isPending}
      onOk={() => void close()}
      onCancel={onClose}
    >
      <TextAreaField
        id="safety-answer"
        label="Answer"
        hint="Whoever reported it reads this under Help"
        value={answer}
        onChange={setAnswer}
        error={problem}
        maxLength={NOTE_MOST}
      />
      <TextField
        id="safety-hazard"
        label="Hazard"
        optional
        hint="Its row in your hazard log"
        value={hazard}
        onChange={setHazard}
      />
    </ConfirmModal>
  );
}
