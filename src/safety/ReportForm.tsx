import {
  HARM_WORDS,
  HARMS,
  ReportFields,
  SAFETY_KIND_WORDS,
  SAFETY_KINDS,
  type Harm,
  type SafetyKind,
} from '#domain/safety/safety-report.ts';
import { NOTE_MOST } from '#domain/values/text-limits.ts';
import { faultsOf } from '#contract/engine/faults.ts';
import { newId } from '#src/device/new-id.ts';
import { fieldProblems } from '#src/notices/failure-words.ts';
import { CheckField } from '#src/ui/fields/CheckField.tsx';
import { ChoiceCards } from '#src/ui/fields/ChoiceCards.tsx';
import { ErrorSummary, type FieldProblem } from '#src/ui/fields/ErrorSummary.tsx';
import { TextAreaField } from '#src/ui/fields/TextAreaField.tsx';
import { Notice } from '#src/ui/Notice.tsx';
import { Button } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import * as v from 'valibot';
import styles from './safety.module.css';
import { caseOf, REPORT_NOT_SAVED, ReportNotSaved, sendReport } from './send-report.ts';

const FIELDS = ['kind', 'words', 'harm', 'recordID'] as const;

type Draft = {
  readonly kind: SafetyKind | null;
  readonly words: string;
  readonly harm: Harm | null;
  readonly isNamed: boolean;
};
const EMPTY: Draft = { kind: null, words: '', harm: null, isNamed: false };

type ReportFormProps = {
  /** Whether a case that is open may be named: not where nobody knows who holds the tablet. */
  readonly mayNameCase: boolean;
  readonly onClose: () => void;
};

/** A report as it is written, and its sending: what was typed stays until it is away. */
function useReport(mayNameCase: boolean) {
  const [id] = useState(newId);
  const [openCase] = useState(() => (mayNameCase ? caseOf(location) : undefined));
  const [draft, setDraft] = useState<Draft>(EMPTY);
  const [problems, setProblems] = useState<readonly FieldProblem[]>([]);
  const [isSending, setSending] = useState(false);
  const [sent, setSent] = useState<{ readonly number: string | null } | null>(null);
  const send = async () => {
    const { isNamed, ...fields } = draft;
    const checked = v.safeParse(v.object(ReportFields), fields, { abortPipeEarly: true });
    if (!checked.success)
      return setProblems(faultsOf(checked.issues).map(({ path, message }) => ({ field: `safety-${path}`, message })));
    setProblems([]);
    setSending(true);
    try {
      const recordID = isNamed ? openCase : undefined;
      return setSent({ number: await sendReport({ id, ...checked.output, ...(recordID === undefined ? {} : { recordID }) }) });
    } catch (failure) {
      if (failure instanceof ReportNotSaved) return setProblems([{ message: REPORT_NOT_SAVED }]);
      const found = fieldProblems(failure, FIELDS);
      return setProblems(
        found.map(({ field, message }) => ({ message, ...(field === undefined ? {} : { field: `safety-${field}` }) })),
      );
    } finally {
      setSending(false);
    }
  };
  const change = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }));
  return { draft, change, openCase, problems, isSending, sent, send };
}

/** The form by which staff report a safety problem, and what becomes of it. */
export function ReportForm({ mayNameCase, onClose }: ReportFormProps) {
  const { draft, change, openCase, problems, isSending, sent, send } = useReport(mayNameCase);
  if (sent !== null) return <Sent number={sent.number} onClose={onClose} />;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isSending) void send();
  };
  const errorAt = (field: string) => problems.find((each) => each.field === `safety-${field}`)?.message;
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <ErrorSummary problems={problems} />
      <p>This does not replace your hospital’s own reporting.</p>
      <ChoiceCards
        id="safety-kind"
        label="What went wrong?"
        stacked
        choices={SAFETY_KINDS.map((value) => ({ value, label: SAFETY_KIND_WORDS[value] }))}
        value={draft.kind}
        onChange={(kind) => change({ kind })}
        error={errorAt('kind')}
      />
      <TextAreaField
        id="safety-words"
        label="What happened?"
        hint="Name no patient."
        value={draft.words}
        onChange={(words) => change({ words })}
        error={errorAt('words')}
        maxLength={NOTE_MOST}
      />
      <ChoiceCards
        id="safety-harm"
        label="Was anybody harmed?"
        choices={HARMS.map((value) => ({ value, label: HARM_WORDS[value] }))}
        value={draft.harm}
        onChange={(harm) => change({ harm })}
        error={errorAt('harm')}
      />
      {openCase !== undefined && (
        <CheckField
          id="safety-recordID"
          label="Tell them which case this is"
          value={draft.isNamed ? 'YES' : 'NO'}
          onChange={(value) => change({ isNamed: value === 'YES' })}
        />
      )}
      <p className={styles.small}>
        The screen, the version, the last requests, this tablet and how much waits to be sent go with it.
      </p>
      <div className={styles.buttons}>
        <Button type="submit" loading={isSending}>
          Send the report
        </Button>
        <Button variant="default" disabled={isSending} onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

function Sent({ number, onClose }: { readonly number: string | null; readonly onClose: () => void }) {
  return (
    <div className={styles.form}>
      {number === null ? (
        <Notice tone="warn" live title="Your report is saved on this tablet">
          <p>It is sent once there is a network.</p>
        </Notice>
      ) : (
        <Notice tone="ok" live title={`Your report is ${number}`}>
          <p>Those who look into it have been told. Their answer is shown under Help.</p>
        </Notice>
      )}
      <div className={styles.buttons}>
        <Button variant="default" onClick={onClose}>
          Done
        </Button>
      </div>
    </div>
  );
}
