import { useState } from 'react';
import type { Consent } from '#contract/shapes/record-shapes.ts';
import type { RecordSummary } from '#contract/shapes/record-summary.ts';
import { procedureInWords } from '#domain/consents/consent.ts';
import { formalName } from '#domain/patients/patient-name.ts';
import { longDate } from '#domain/values/plain-date.ts';
import { needsIdentifiers, type UploadedScan } from '#domain/documents/paper-scan.ts';
import { awaitedSigners } from '#domain/consents/recipients.ts';
import { ROLE_WORDS } from '#domain/forms/role-words.ts';
import type { CallProblem } from '#src/notices/failure-words.ts';
import { noticeSuccess } from '#src/notices/notices.tsx';
import { useIdempotencyKey } from '#src/queries/client/idempotency-key.ts';
import { useConfirmScan } from '#src/queries/paper.ts';
import { CheckField } from '#src/ui/fields/CheckField.tsx';
import { ConfirmModal } from '#src/ui/layout/ConfirmModal.tsx';
import { FieldGroup } from '#src/ui/fields/FieldGroup.tsx';
import { PlainDateField } from '#src/ui/fields/PlainDateField.tsx';
import { TextField } from '#src/ui/fields/TextField.tsx';
import styles from '../cases.module.css';
import { answerProblems, matchWords } from './paper-words.ts';
import { ScanButtons } from './ScanButtons.tsx';
import { Problem } from '../Problem.tsx';

type Props = {
  readonly consent: Consent;
  readonly patient: RecordSummary['patient'];
  readonly scan: UploadedScan;
  readonly onClose: () => void;
};

/** Asks a clinician what stands on the scan of a form: whose it is, and who has signed when. */
export function CheckScanModal({ consent, patient, scan, onClose }: Props) {
  const [checked, setChecked] = useState<readonly number[]>([]);
  const [lastName, setLastName] = useState('');
  const [dateOfBirth, setDateOfBirth] = useState('');
  const [isSameProcedure, setSameProcedure] = useState(false);
  const [signed, setSigned] = useState<ReadonlyMap<number, string>>(new Map());
  const [problems, setProblems] = useState<readonly CallProblem[]>([]);
  const confirm = useConfirmScan();
  const keyFor = useIdempotencyKey();
  const isCompared = needsIdentifiers(scan);
  const shown = consent.shownPatient ?? patient;
  const signers = awaitedSigners(consent);
  const listed = signers.flatMap(({ signing_order }) => {
    const signedOn = signed.get(signing_order);
    return signedOn === undefined ? [] : [{ signing_order, signedOn }];
  });
  const errorAt = (path: string) => problems.find((each) => each.path === path)?.message;
  const change = (order: number, day: string | null) => {
    const next = new Map(signed);
    if (day === null) next.delete(order);
    else next.set(order, day);
    setSigned(next);
    setProblems([]);
  };
  const save = async () => {
    setProblems([]);
    const body = {
      consentID: consent.consentID,
      sha256: scan.sha256,
      pagesChecked: [...checked],
      ...(isCompared ? { identifiers: { lastName, dateOfBirth, isSameProcedure } } : {}),
      signers: listed,
    };
    try {
      const { message } = await confirm.mutateAsync({ body, key: keyFor(body) });
      noticeSuccess(message);
      onClose();
    } catch (failure) {
      setProblems(answerProblems(failure));
    }
  };
  const shownAt = new Set([
    ...(scan.unread.length > 0 ? ['pagesChecked'] : []),
    ...(isCompared ? ['identifiers.lastName', 'identifiers.dateOfBirth', 'identifiers.isSameProcedure'] : []),
    ...listed.map((_, at) => `signers.${at}.signedOn`),
  ]);
  return (
    <ConfirmModal
      opened
      title="Check the scan"
      okLabel="Save the signatures"
      busy={confirm.isPending}
      okDisabled={listed.length === 0}
      onOk={() => void save()}
      onCancel={onClose}
    >
      <div className={styles.stack}>
        <p>{matchWords(scan)} Open it, and compare it with this form:</p>
        <p className={styles.check}>
          {/* Where the paper alone says whose it is, its name is read from there. */}
          {!isCompared && (
            <span>
              <strong>{formalName(shown)}</strong>, born <strong>{longDate(shown.dateOfBirth)}</strong>
            </span>
          )}
          <strong>{consent.procedures.map(procedureInWords).join('; ')}</strong>
        </p>
        <div className={styles.buttons}>
          <ScanButtons consentID={consent.consentID} scans={[scan]} label="" isMain />
        </div>
        {isCompared && (
          <>
            <TextField
              id="scan-last-name"
              label="Last name of the patient, as written on the paper"
              value={lastName}
              onChange={setLastName}
              error={errorAt('identifiers.lastName')}
              maxLength={200}
            />
            <PlainDateField
              id="scan-birth-date"
              label="Date of birth, as written on the paper"
              value={dateOfBirth}
              onChange={setDateOfBirth}
              error={errorAt('identifiers.dateOfBirth')}
            />
            <CheckField
              id="scan-procedure"
              label="The paper names the procedure and the side above"
              value={isSameProcedure ? 'YES' : 'NO'}
              onChange={(value) => setSameProcedure(value === 'YES')}
              error={errorAt('identifiers.isSameProcedure')}
            />
          </>
        )}
        {scan.unread.length > 0 && (
          <FieldGroup
            id="scan-pages"
            label="I have looked at these pages: they belong to this form"
            error={errorAt('pagesChecked')}
          >
            <div className={styles.tight}>
              {scan.unread.map((page) => (
                <CheckField
                  key={page}
                  id={`scan-page-${page}`}
                  label={`Page ${page} of the scan`}
                  value={checked.includes(page) ? 'YES' : 'NO'}
                  onChange={(value) => {
                    setChecked(value === 'YES' ? [...checked, page] : checked.filter((each) => each !== page));
                    setProblems([]);
                  }}
                />
              ))}
            </div>
          </FieldGroup>
        )}
        <FieldGroup id="scan-signers" label="Who has signed on the paper?">
          <div className={styles.stack}>
            {signers.map(({ signing_order: order, role, recipient_name: name }) => (
              <div key={order} className={styles.tight}>
                <CheckField
                  id={`scan-signer-${order}`}
                  label={`${name}, ${ROLE_WORDS[role].toLocaleLowerCase('en-GB')}`}
                  value={signed.has(order) ? 'YES' : 'NO'}
                  onChange={(value) => change(order, value === 'YES' ? '' : null)}
                />
                {signed.has(order) && (
                  <PlainDateField
                    id={`scan-signed-on-${order}`}
                    label={`Date beside the signature of ${name}`}
                    value={signed.get(order) ?? ''}
                    onChange={(day) => change(order, day)}
                    error={errorAt(`signers.${listed.findIndex((each) => each.signing_order === order)}.signedOn`)}
                  />
                )}
              </div>
            ))}
          </div>
        </FieldGroup>
        <p className={styles.small}>Their signatures then count in full. Who they are was not checked here.</p>
        {problems
          .filter(({ path }) => !shownAt.has(path))
          .map(({ message }) => (
            <Problem key={message} words={message} />
          ))}
      </div>
    </ConfirmModal>
  );
}
