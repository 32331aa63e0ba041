import { localDate, longDate } from '#domain/values/plain-date.ts';
import { referredCaseWords } from '#domain/referrals/referral-words.ts';
import { listedProcedureWords, localCaseWords } from '#domain/cases/state-words.ts';
import { paths } from '#src/paths.ts';
import type { PatientDetails } from '#src/queries/patients.ts';
import { useProduct } from '#src/queries/reference.ts';
import { DataTable, type Column } from '#src/ui/layout/DataTable.tsx';
import { MergedFromLine } from '#src/ui/clinical/MergedFromLine.tsx';
import { StateChip } from '#src/ui/layout/StateChip.tsx';
import { EmptyState } from '#src/ui/states.tsx';
import styles from './patients.module.css';

type CasesProps = Pick<PatientDetails, 'records'> & { readonly patientId: string };

/** The cases of one patient, newest first; the whole row is a link. On the page of a merged record its own cases name no origin. */
export function CasesOfPatient({ records, patientId }: CasesProps) {
  const { timeZone } = useProduct();
  return (
    <section className={styles.stack}>
      <h2>Consents</h2>
      <DataTable
        label="Consents of this patient"
        columns={columnsIn(timeZone, patientId)}
        rows={records}
        rowKey={({ recordID }) => recordID}
        rowHref={({ recordID }) => paths.record(recordID).href}
        empty={<EmptyState title="No consents yet">The first one will be listed here.</EmptyState>}
      />
    </section>
  );
}

const columnsIn = (zone: string, patientId: string): Column<PatientDetails['records'][number]>[] => [
  {
    heading: 'Procedure',
    width: '3fr',
    cell: ({ current, mergedFrom }) => {
      const procedures = current?.procedures ?? [];
      return (
        <>
          {procedures.length === 0 && 'No procedure chosen yet'}
          {procedures.map((each, at) => (
            <span className={styles.name} key={at}>
              {listedProcedureWords(each)}
            </span>
          ))}
          <MergedFromLine mergedFrom={mergedFrom?.id === patientId ? null : mergedFrom} zone={zone} />
        </>
      );
    },
  },
  {
    heading: 'Started',
    width: '10rem',
    phoneLabel: true,
    cell: ({ createdAt }) => <span className="num">{longDate(localDate(Date.parse(createdAt), zone))}</span>,
  },
  { heading: 'Clinician', width: '1.5fr', phoneLabel: true, cell: ({ clinician }) => clinician.name },
  {
    heading: 'Consent',
    width: '12rem',
    cell: ({ current, referral }) => {
      // A case without a form: its referral speaks for it.
      const state =
        current !== null
          ? localCaseWords(current, current.local, zone)
          : referral == null
            ? null
            : referredCaseWords(referral.status);
      return state === null ? null : <StateChip tone={state.tone}>{state.words}</StateChip>;
    },
  },
];
