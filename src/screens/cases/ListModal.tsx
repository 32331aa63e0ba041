import { LIST_TYPES, LIST_WORDS, type Listing } from '#domain/listed.ts';
import { procedureInWords } from '#domain/consent.ts';
import { formalName } from '#domain/patient.ts';
import { longDate } from '#domain/plain-date.ts';
import { noticeSuccess } from '#src/notices/notices.tsx';
import { useListCase } from '#src/queries/listed.ts';
import type { SeenConsent, SeenRecordSummary } from '#src/queries/records.ts';
import { useSteadyKey } from '#src/queries/steady-key.ts';
import { useToday } from '#src/queries/use-today.ts';
import { ConfirmModal } from '#src/ui/ConfirmModal.tsx';
import { ErrorSummary, type FieldProblem } from '#src/ui/ErrorSummary.tsx';
import { PlainDateField } from '#src/ui/PlainDateField.tsx';
import { SelectField, TextField } from '#src/ui/TextField.tsx';
import { Button } from '@mantine/core';
import { useRef, useState } from 'react';
import styles from './cases.module.css';
import {
  isSameListing,
  listingProblems,
  listingWords,
  metBy,
  readTyped,
  typedOf,
  type Stood,
  type Typed,
} from './listed-words.ts';

type Props = {
  readonly record: SeenRecordSummary;
  readonly consent: SeenConsent;
  /** the case is over: it can only be taken off */
  readonly isOver: boolean;
  readonly onClose: () => void;
};

/** Says when and where a case is operated on, or asks once and takes it off its list. */
export function ListModal({ record, consent, isOver, onClose }: Props) {
  const [stood, setStood] = useState<Stood>(() => ({ listed: record.listed ?? null, version: record.version }));
  const [typed, setTyped] = useState(() => typedOf(stood.listed));
  const [faults, setFaults] = useState<readonly FieldProblem[]>([]);
  const [isTakingOff, setIsTakingOff] = useState(isOver);
  const about = useRef<HTMLDivElement>(null);
  const today = useToday();
  const { say, isBusy, failed } = useSaying(record.recordID, { stood, onMet: setStood, onClose });
  const save = () => {
    const { listed, problems } = readTyped(typed, { today, before: stood.listed?.date });
    setFaults(problems);
    if (listed === null) return;
    if (isSameListing(listed, stood.listed)) onClose();
    else say(listed);
  };
  const askToTakeOff = () => {
    setFaults([]);
    setIsTakingOff(true);
    // The button that has the focus goes.
    about.current?.focus();
  };
  const act = isTakingOff ? TAKE_OFF : stood.listed === null ? LIST : CHANGE;
  const problems = faults.length > 0 ? faults : failed;
  return (
    <ConfirmModal
      opened
      title={act.title}
      okLabel={act.ok}
      cancelLabel={isTakingOff && !isOver ? 'Back' : 'Cancel'}
      tone={isTakingOff ? 'stop' : 'brand'}
      busy={isBusy}
      okDisabled={isOver && !isTakingOff}
      onOk={() => (isTakingOff ? say(null) : save())}
      onCancel={() => (isTakingOff && !isOver ? setIsTakingOff(false) : onClose())}
    >
      <div className={styles.stack}>
        <ErrorSummary problems={problems} />
        <div className={styles.check} ref={about} tabIndex={-1}>
          <strong>{formalName(record.patient)}</strong>
          <span className="num">Born {longDate(record.patient.dateOfBirth)}</span>
          {consent.procedures.length === 0 && <span>No procedure chosen yet</span>}
          {consent.procedures.map((procedure) => (
            <span key={procedure.procedureID}>{procedureInWords(procedure)}</span>
          ))}
        </div>
        {isTakingOff && (
          <p role="status">It stands there now: {listingWords(stood.listed)}. The consent itself stays as it is.</p>
        )}
        {!isTakingOff && (
          <ListFields typed={typed} problems={problems} onChange={(change) => setTyped({ ...typed, ...change })} />
        )}
        {!isTakingOff && stood.listed !== null && (
          <div>
            <Button className={styles.flush} px="sm" variant="subtle" color="red" disabled={isBusy} onClick={askToTakeOff}>
              Take off the list
            </Button>
          </div>
        )}
      </div>
    </ConfirmModal>
  );
}

const LIST = { title: 'List for surgery', ok: 'List' };
const CHANGE = { title: 'Change where it is listed', ok: 'Save' };
const TAKE_OFF = { title: 'Take off the list?', ok: 'Take off the list' };

type Saying = { readonly stood: Stood; readonly onMet: (stood: Stood) => void; readonly onClose: () => void };

/** Says a listing once, however often it is pressed. What somebody else has put there meanwhile is what the next try changes. */
function useSaying(recordID: string, { stood, onMet, onClose }: Saying) {
  const list = useListCase();
  const keyFor = useSteadyKey();
  const isUnderWay = useRef(false);
  const say = (listed: Listing | null) => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    const body = { recordID, version: stood.version, listed, seen: stood.listed };
    list.mutate(
      { body, key: keyFor(body) },
      {
        onSuccess: ({ message }) => {
          noticeSuccess(message);
          onClose();
        },
        onError: (failure) => {
          const met = metBy(failure);
          if (met !== null) onMet(met);
        },
        onSettled: () => {
          isUnderWay.current = false;
        },
      },
    );
  };
  return { say, isBusy: list.isPending, failed: list.isError ? listingProblems(list.error) : [] };
}

type FieldsProps = {
  readonly typed: Typed;
  readonly problems: readonly FieldProblem[];
  readonly onChange: (change: Partial<Typed>) => void;
};

function ListFields({ typed, problems, onChange }: FieldsProps) {
  const errorAt = (id: string) => problems.find(({ field }) => field === id)?.message;
  return (
    <>
      <PlainDateField
        id="list-date"
        label="Date"
        value={typed.date}
        onChange={(date) => onChange({ date })}
        error={errorAt('list-date')}
      />
      <TextField
        id="list-theatre"
        label="Theatre"
        optional
        maxLength={60}
        value={typed.theatre}
        onChange={(theatre) => onChange({ theatre })}
        error={errorAt('list-theatre')}
      />
      <SelectField
        id="list-listType"
        label="List"
        options={LIST_TYPES.map((value) => ({ value, label: LIST_WORDS[value] }))}
        value={typed.listType}
        onChange={(chosen) => onChange({ listType: LIST_TYPES.find((each) => each === chosen) ?? 'THEATRE' })}
        error={errorAt('list-listType')}
      />
    </>
  );
}
