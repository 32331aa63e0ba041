import type { Verdict } from '#contract/reference.ts';
import { longTime } from '#domain/values/plain-date.ts';

/** One fact of an authentic file; `isDigest` is read sign by sign. */
export type VerdictFact = { readonly term: string; readonly value: string | null; readonly isDigest?: true };

type FactsOfVerdict = Pick<Verdict, 'file' | 'organisation' | 'sealedAt' | 'belongsTo' | 'stampedAt'>;

/** Whose the file is, when it was made, and the sealed form that it belongs to. @param zone - IANA name */
export function verdictFacts(
  { file, organisation, sealedAt, belongsTo, stampedAt }: FactsOfVerdict,
  zone: string,
): VerdictFact[] {
  const [isCopy, isStamp] = [file === 'VIEW', file === 'TIMESTAMPED'];
  return [
    { term: isStamp ? 'Stored by' : 'Sealed by', value: organisation },
    ...(isStamp
      ? []
      : [{ term: isCopy ? 'Copy made at' : 'Sealed at', value: sealedAt === null ? null : longTime(sealedAt, zone) }]),
    ...(belongsTo === undefined ? [] : formFacts(belongsTo, isCopy, zone)),
    ...(stampedAt === null ? [] : [{ term: 'Time stamp', value: longTime(stampedAt, zone) }]),
  ];
}

function formFacts({ sealedAt, sha256 }: NonNullable<Verdict['belongsTo']>, isCopy: boolean, zone: string): VerdictFact[] {
  return [
    { term: isCopy ? 'Copy of' : 'Belongs to', value: `The form sealed at ${longTime(sealedAt, zone)}` },
    { term: 'SHA-256 of that form', value: sha256, isDigest: true },
  ];
}
