import { formalName } from '#domain/patient-name.ts';
import { localDate, shortDate } from '#domain/plain-date.ts';
import { QuietLine } from './Lines.tsx';

type Origin = {
  readonly recordID: string | null;
  readonly firstName: string;
  readonly lastName: string;
  /** ISO; empty where a tablet does not know it */
  readonly mergedAt: string;
};

/** The record that a case was opened for, where it is merged since: `From P-000004 SMYTH, Jo, merged on 25 Nov 2026`. */
export function originWords({ recordID, mergedAt, ...name }: Origin, zone: string): string {
  const from = [recordID ?? '', formalName(name)].filter((part) => part !== '').join(' ');
  return mergedAt === '' ? `From ${from}, merged` : `From ${from}, merged on ${shortDate(localDate(Date.parse(mergedAt), zone))}`;
}

/** The origin of a case as the second line of a row; nothing for a case of the patient's own record. @param zone - IANA name */
export function OriginLine({ origin, zone }: { readonly origin: Origin | null | undefined; readonly zone: string }) {
  return origin == null ? null : <QuietLine breaksWords>{originWords(origin, zone)}</QuietLine>;
}
