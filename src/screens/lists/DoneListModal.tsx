import { formalName } from '#domain/patients/patient-name.ts';
import { counted } from '#domain/base/counted.ts';
import { longDate, shortDate } from '#domain/values/plain-date.ts';
import { failureWords } from '#src/notices/failure-words.ts';
import { noticeSuccess } from '#src/notices/notices.tsx';
import { useDoneList } from '#src/queries/case-ends.ts';
import { useIdempotencyKey } from '#src/queries/client/idempotency-key.ts';
import type { TheatreCase } from '#src/queries/theatre.ts';
import { CheckCards } from '#src/ui/fields/ChoiceCards.tsx';
import { ConfirmModal } from '#src/ui/layout/ConfirmModal.tsx';
import { Notice } from '#src/ui/Notice.tsx';
import { Stack } from '@mantine/core';
import { useState } from 'react';
import { listedProcedureWords } from '#domain/cases/state-words.ts';

type Props = {
  /** plain date of the list */
  readonly date: string;
  /** the cases of the list that are not recorded yet */
  readonly cases: readonly TheatreCase[];
  readonly onClose: () => void;
};

/** Records the operations of a list as done: each case is named, and none is ticked beforehand. */
export function DoneListModal({ date, cases, onClose }: Props) {
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [problems, setProblems] = useState<readonly string[]>([]);
  const record = useDoneList();
  const keyFor = useIdempotencyKey();
  const nameOf = (id: string) => cases.flatMap((each) => (each.recordID === id ? [formalName(each.patient)] : [])).join();
  const save = async () => {
    setProblems([]);
    const body = { ids: [...chosen], on: date };
    try {
      const { message, refused } = await record.mutateAsync({ body, key: keyFor(body) });
      setChosen(refused.map(({ id }) => id));
      if (refused.length < chosen.length) noticeSuccess(message);
      if (refused.length === 0) onClose();
      else setProblems(refused.map(({ id, message: why }) => `${nameOf(id)}: ${why}`));
    } catch (failure) {
      setProblems([failureWords(failure)]);
    }
  };
  return (
    <ConfirmModal
      opened
      title="Which operations were done?"
      okLabel={chosen.length === 0 ? 'Record as done' : `Record ${counted(chosen.length, 'operation')} as done`}
      busy={record.isPending}
      okDisabled={chosen.length === 0}
      onOk={() => void save()}
      onCancel={onClose}
    >
      <Stack gap="md">
        <CheckCards
          id="done-list"
          label={`Done on ${longDate(date)}`}
          stacked
          value={chosen}
          onChange={setChosen}
          choices={cases.map((each) => ({
            value: each.recordID,
            label: formalName(each.patient),
            hint: hintOf(each),
            disabled: each.signedAt === null,
          }))}
        />
        {problems.map((each) => (
          <Notice key={each} tone="stop" title={each} live />
        ))}
      </Stack>
    </ConfirmModal>
  );
}

function hintOf(of: TheatreCase): string {
  const words = [`Born ${shortDate(of.patient.dateOfBirth)}`, ...of.procedures.map(listedProcedureWords)].join(' · ');
  return of.signedAt === null ? `${words}. No consent is in force: record it by itself.` : words;
}
