import { LIST_TYPES, LIST_WORDS, Listing, mayList, type ListType } from '#domain/listed.ts';
import { failureWords } from '#src/notices/failure-words.ts';
import { noticeSuccess } from '#src/notices/notices.tsx';
import { useListCase } from '#src/queries/listed.ts';
import type { SeenConsent, SeenRecordSummary } from '#src/queries/records.ts';
import { useSteadyKey } from '#src/queries/steady-key.ts';
import { useToday } from '#src/queries/use-today.ts';
import { ConfirmModal } from '#src/ui/ConfirmModal.tsx';
import { ErrorSummary } from '#src/ui/ErrorSummary.tsx';
import { PlainDateField } from '#src/ui/PlainDateField.tsx';
import { SelectField, TextField } from '#src/ui/TextField.tsx';
import { Button } from '@mantine/core';
import { useState } from 'react';
import * as v from 'valibot';
import styles from './cases.module.css';

type Props = { readonly record: SeenRecordSummary; readonly consent: SeenConsent; readonly onClose: () => void };
type Faults = Partial<Record<'date' | 'theatre' | 'listType', string>>;

/** Says when and where a case is operated on, or takes it off its list. */
export function ListModal({ record, consent, onClose }: Props) {
  const before = record.listed ?? null;
  const [date, setDate] = useState(before?.date ?? '');
  const [theatre, setTheatre] = useState(before?.theatre ?? '');
  const [listType, setListType] = useState<ListType>(before?.listType ?? 'THEATRE');
  const [faults, setFaults] = useState<Faults>({});
  const today = useToday();
  const list = useListCase();
  const keyFor = useSteadyKey();
  const say = (listed: Listing | null) => {
    const { recordID, consentID, version } = consent;
    const body = { recordID, consentID, version, listed };
    const onSuccess = ({ message }: { readonly message: string }) => {
      noticeSuccess(message);
      onClose();
    };
    list.mutate({ body, key: keyFor(body) }, { onSuccess });
  };
  const save = () => {
    const typed = { date, theatre: theatre.trim() === '' ? null : theatre, listType };
    const found = faultsIn(typed, date === before?.date ? date : today);
    setFaults(found);
    if (Object.keys(found).length === 0) say(typed);
  };
  return (
    <ConfirmModal
      opened
      title={before === null ? 'List for surgery' : 'Change where it is listed'}
      okLabel={before === null ? 'List' : 'Save'}
      busy={list.isPending}
      okDisabled={!mayList(record.status)}
      onOk={save}
      onCancel={onClose}
    >
      <div className={styles.stack}>
        <ErrorSummary problems={list.isError ? [{ message: failureWords(list.error) }] : []} />
        <PlainDateField id="list-date" label="Date" value={date} onChange={setDate} error={faults.date} />
        <TextField
          id="list-theatre"
          label="Theatre"
          optional
          maxLength={60}
          value={theatre}
          onChange={setTheatre}
          error={faults.theatre}
        />
        <SelectField
          id="list-type"
          label="List"
          options={LIST_TYPES.map((value) => ({ value, label: LIST_WORDS[value] }))}
          value={listType}
          onChange={(chosen) => setListType(LIST_TYPES.find((each) => each === chosen) ?? 'THEATRE')}
          error={faults.listType}
        />
        {before !== null && (
          <div>
            <Button variant="subtle" color="red" disabled={list.isPending} onClick={() => say(null)}>
              Take off the list
            </Button>
          </div>
        )}
      </div>
    </ConfirmModal>
  );
}

/** @param earliest - plain date */
function faultsIn(typed: v.InferInput<typeof Listing>, earliest: string): Faults {
  const parsed = v.safeParse(Listing, typed);
  const faults: Faults = {};
  for (const issue of parsed.issues ?? []) {
    const path = v.getDotPath(issue);
    if (path === 'date' || path === 'theatre' || path === 'listType') faults[path] ??= issue.message;
  }
  if (typed.date === '') faults.date = 'The Date is required';
  else if (faults.date === undefined && typed.date < earliest) faults.date = 'The date must be today or later';
  return faults;
}
