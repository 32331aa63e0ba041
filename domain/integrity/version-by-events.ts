import type { LaterByEvents } from './event-keys.ts';

/** The state of one version as the events tell it; times are ISO. */
export type VersionByEvents = {
  status: string;
  sentAt: string | null;
  signedAt: string | null;
  /** digest of the record shown to signers; undefined where the event that fixed it is from before events carried it */
  contentDigest: string | undefined;
  /** digest of the imported content; undefined for a version that was not imported */
  importDigest: string | undefined;
  /** the times of the signatures that count, by `signerKey` */
  signed: Map<string, string>;
  /** digests of all signatures, cancelled and refused ones too */
  evidence: Set<string>;
  sealed: { sha256: string; at: string } | undefined;
  withdrawnAt: string | null;
  /** undefined where the event is from before it told the kind */
  voidKind: string | null | undefined;
  /** the texts of the questions, and those that were answered with their answers, in their order */
  questions: { texts: string[]; answered: (readonly [question: string, answer: string])[] };
  /** time of the last confirmation on the day */
  confirmedAt: string | null;
  /** time at which it was last not confirmed: no confirmation before it counts */
  notConfirmedAt: string | null;
  /** digests of the checks of who it is about, in their order */
  identityChecks: string[];
  /** digests of the talks about open choices, in their order */
  talks: string[];
  /** digests of the answers that signers gave after their signature, in their order; `cancelledAt`: since when they count for nothing */
  laterAnswers: LaterByEvents[];
  /** digests of the records that several consents of one day are meant, in their order */
  bothMeant: string[];
  /** digest of the viewing copy; undefined before it is made, and where it is from before events told of it */
  copy: string | undefined;
  /** the addenda to its sealed document, its refusal and its checked scan, by `documentKey` */
  beside: Set<string>;
  /** since when the paper of its refusal is to be made; null where it was made, or none is */
  refusalDueAt: string | null;
  /** since when the pages of its paper form are to be sealed; null where they were, or there are none */
  scanDueAt: string | null;
  /** digests of all scans that were uploaded, and of those that signatures rest on */
  scans: { uploaded: Set<string>; confirmed: Set<string> };
};

/** A version of which nothing has happened but that it was begun. */
export function aDraft(): VersionByEvents {
  return {
    status: 'DRAFT',
    sentAt: null,
    signedAt: null,
    contentDigest: undefined,
    importDigest: undefined,
    signed: new Map(),
    evidence: new Set(),
    sealed: undefined,
    withdrawnAt: null,
    voidKind: null,
    questions: { texts: [], answered: [] },
    confirmedAt: null,
    notConfirmedAt: null,
    identityChecks: [],
    talks: [],
    laterAnswers: [],
    bothMeant: [],
    copy: undefined,
    beside: new Set(),
    refusalDueAt: null,
    scanDueAt: null,
    scans: { uploaded: new Set(), confirmed: new Set() },
  };
}
