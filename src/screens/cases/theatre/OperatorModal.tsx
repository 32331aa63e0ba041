import { procedureInWords } from '#domain/consents/consent.ts';
import { formalName } from '#domain/patients/patient-name.ts';
import { failureWords } from '#src/notices/failure-words.ts';
import { noticeSuccess } from '#src/notices/notices.tsx';
import { useIdempotencyKey } from '#src/queries/client/idempotency-key.ts';
import { cliniciansOptions, useChangeOperator } from '#src/queries/operator.ts';
import type { CaseSummaryView, ConsentView } from '#src/queries/records.ts';
import { useSession } from '#src/session/session.ts';
import { ConfirmModal } from '#src/ui/layout/ConfirmModal.tsx';
import { Notice } from '#src/ui/Notice.tsx';
import { SelectField } from '#src/ui/fields/SelectField.tsx';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import styles from '../cases.module.css';
import { operatorChoices } from './operator-words.ts';

type Props = {
  readonly record: CaseSummaryView;
  readonly consent: ConsentView;
  /** id of who operates now */
  readonly present: string;
  readonly onClose: () => void;
};

/** Names another clinician who operates: a signed consent is then confirmed on the day. */
export function OperatorModal({ record, consent, present, onClose }: Props) {
  const user = useSession()?.user;
  const { data, isPending } = useQuery(cliniciansOptions());
  const [chosen, setChosen] = useState('');
  const change = useChangeOperator();
  const keyFor = useIdempotencyKey();
  const maySign = user?.permissions.includes('consents.sign') === true;
  const options = operatorChoices(data ?? null, { user, maySign }).filter(({ value }) => value !== present);
  const save = () => {
    const body = { recordID: record.recordID, version: record.version, clinicianID: chosen };
    const onSuccess = ({ message }: { readonly message: string }) => {
      noticeSuccess(message);
      onClose();
    };
    change.mutate({ body, key: keyFor(body) }, { onSuccess });
  };
  return (
    <ConfirmModal
      opened
      title="Change the clinician"
      okLabel="Change the clinician"
      busy={change.isPending}
      okDisabled={chosen === ''}
      onOk={save}
      onCancel={onClose}
    >
      <div className={styles.stack}>
        <p>
          <strong>{formalName(record.patient)}</strong>
          {consent.procedures.length > 0 && <>: {consent.procedures.map(procedureInWords).join('; ')}</>}
        </p>
        {consent.status === 'SIGNED' && (
          <Notice tone="warn" title="Then confirm on the day">
            When another clinician operates than the one who signed, the patient is asked again on the day.
          </Notice>
        )}
        {data === undefined && !isPending && (
          <p role="status">
            The server cannot be reached, so the list of clinicians is not here. You can take the case over yourself.
          </p>
        )}
        <SelectField
          id="operator"
          label="Who operates"
          placeholder="Choose a clinician"
          options={options}
          value={chosen}
          onChange={setChosen}
          {...(change.isError && { error: failureWords(change.error) })}
        />
      </div>
    </ConfirmModal>
  );
}
