import { formalName } from '#domain/patients/patient-name.ts';
import { localDate, shortDate } from '#domain/values/plain-date.ts';
import { QuietLine } from '#src/ui/layout/Lines.tsx';

type MergedRecord = {
  readonly recordID: string | null;
  readonly firstName: string;
  readonly lastName: string;
  /** ISO; empty where a tablet does not know it */
  readonly mergedAt: string;
};

/** The record that a case was opened for, where it is merged since: `From P-000004 SMYTH, Jo, merged on 25 Nov 2026`. */
export function mergedFromWords({ recordID, mergedAt, ...name }: MergedRecord, zone: string): string {
  const from = [recordID ?? '', formalName(name)].filter((part) => part !== '').join(' ');
  return mergedAt === '' ? `From ${from}, merged` : `From ${from}, merged on ${shortDate(localDate(Date.parse(mergedAt), zone))}`;
}

/** The merged record of a case as the second line of a row; nothing for a case of the patient's own record. @param zone - IANA name */
export function MergedFromLine({
  mergedFrom,
  zone,
}: {
  readonly mergedFrom: MergedRecord | null | undefined;
  readonly zone: string;
}) {
  return mergedFrom == null ? null : <QuietLine breaksWords>{mergedFromWords(mergedFrom, zone)}</QuietLine>;
}
