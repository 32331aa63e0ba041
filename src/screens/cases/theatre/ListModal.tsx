import { LIST_TYPES, LIST_WORDS, type Listing, THEATRE_NAME_MOST } from '#domain/theatre/listed.ts';
import { procedureInWords } from '#domain/consents/consent.ts';
import { formalName } from '#domain/patients/patient-name.ts';
import { longDate } from '#domain/values/plain-date.ts';
import { noticeSuccess } from '#src/notices/notices.tsx';
import { useListCase } from '#src/queries/listed.ts';
import type { ConsentView, CaseSummaryView } from '#src/queries/records.ts';
import { useIdempotencyKey } from '#src/queries/client/idempotency-key.ts';
import { useToday } from '#src/queries/use-today.ts';
import { ConfirmModal } from '#src/ui/layout/ConfirmModal.tsx';
import { ErrorSummary, type FieldProblem } from '#src/ui/fields/ErrorSummary.tsx';
import { Notice } from '#src/ui/Notice.tsx';
import { PlainDateField } from '#src/ui/fields/PlainDateField.tsx';
import { SelectField } from '#src/ui/fields/SelectField.tsx';
import { TextField } from '#src/ui/fields/TextField.tsx';
import { useValidatedForm, type ValidatedForm } from '#src/ui/fields/use-validated-form.ts';
import { Button } from '@mantine/core';
import { useRef, useState } from 'react';
import { AgeNotice } from '../AgeNotice.tsx';
import styles from '../cases.module.css';
import {
  isSameListing,
  listingWarning,
  LISTING_ID,
  listingProblems,
  listingWords,
  metBy,
  readListedForm,
  listedFormValues,
  type Stood,
  type ListedFormValues,
} from './listed-words.ts';

type Props = {
  readonly record: CaseSummaryView;
  readonly consent: ConsentView;
  /** the version in force, else as `consent` */
  readonly inForce: ConsentView;
  /** the case is over: it can only be taken off */
  readonly isOver: boolean;
  readonly onClose: () => void;
};

/** Sets when and where a case is operated on, or, after one question, takes it off its list. */
export function ListModal({ record, consent, inForce, isOver, onClose }: Props) {
  const [stood, setStood] = useState<Stood>(() => ({ listed: record.listed ?? null, version: record.version }));
  const [isTakingOff, setIsTakingOff] = useState(isOver);
  const about = useRef<HTMLDivElement>(null);
  const around = { today: useToday(), before: stood.listed?.date };
  const form = useValidatedForm({
    initialValues: listedFormValues(stood.listed),
    validate: (values) => readListedForm(values, around).problems,
    idPrefix: LISTING_ID,
  });
  const { say, isBusy, failed } = useSaying(record.recordID, { stood, onMet: setStood, onClose });
  const save = form.onSubmit((values) => {
    const { listed } = readListedForm(values, around);
    if (listed === null) return;
    if (isSameListing(listed, stood.listed)) onClose();
    else say(listed);
  });
  const askToTakeOff = () => {
    form.setProblems([]);
    setIsTakingOff(true);
    // The button that has the focus is removed.
    about.current?.focus();
  };
  const act = isTakingOff ? TAKE_OFF : stood.listed === null ? LIST : CHANGE;
  const listedOn = readListedForm(form.values, around).listed?.date ?? null;
  const problems = form.problems.length > 0 ? form.problems : failed;
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
        {!isTakingOff && <ListingWarning status={consent.status} />}
        {isTakingOff && <p role="status">It is listed now: {listingWords(stood.listed)}. The consent itself does not change.</p>}
        {!isTakingOff && <AgeNotice consent={inForce} dateOfBirth={record.patient.dateOfBirth} listedOn={listedOn} />}
        {!isTakingOff && <ListFields form={form} problems={problems} />}
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

/** Says that a case is listed although nobody may operate on this consent yet; the list shows it as not ready. */
function ListingWarning({ status }: Pick<ConsentView, 'status'>) {
  const words = listingWarning(status);
  return words === null ? null : (
    <Notice tone="warn" title={words}>
      You can list the case. The list shows it as not ready.
    </Notice>
  );
}

const LIST = { title: 'List for surgery', ok: 'List' };
const CHANGE = { title: 'Change where it is listed', ok: 'Save' };
const TAKE_OFF = { title: 'Take off the list?', ok: 'Take off the list' };

type Saying = { readonly stood: Stood; readonly onMet: (stood: Stood) => void; readonly onClose: () => void };

/**
 * Saves a listing once, however often the button is pressed. A listing that another person has set meanwhile is the base of the
 * next try.
 */
function useSaying(recordID: string, { stood, onMet, onClose }: Saying) {
  const list = useListCase();
  const keyFor = useIdempotencyKey();
  const isUnderWay = useRef(false);
  const say = (listed: Listing | null) => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    const body = { recordID, version: stood.version, listed, expected: stood.listed };
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
  readonly form: ValidatedForm<ListedFormValues>;
  readonly problems: readonly FieldProblem[];
};

function ListFields({ form, problems }: FieldsProps) {
  // The server's problems are part of `problems` as well.
  const at = <F extends keyof ListedFormValues>(name: F) => {
    const control = form.at(name);
    const refused = problems.find(({ field, isMended }) => field === control.id && isMended === undefined);
    return { ...control, error: control.error ?? refused?.message };
  };
  const listType = at('listType');
  return (
    <>
      <PlainDateField {...at('date')} label="Date" />
      <TextField {...at('theatre')} label="Theatre" optional maxLength={THEATRE_NAME_MOST} />
      <SelectField
        {...listType}
        label="List"
        options={LIST_TYPES.map((value) => ({ value, label: LIST_WORDS[value] }))}
        onChange={(chosen) => listType.onChange(LIST_TYPES.find((each) => each === chosen) ?? 'THEATRE')}
      />
    </>
  );
}
