import type { CaseStatus } from '#domain/base/states.ts';
import { ADDENDUM_KINDS, type BesideKind } from './document-kinds.ts';

/** The sealed documents of a version that other systems file; VIEW_EARLIER is the viewing copy of an end before the present one. */
export type FiledKind = 'SIGNED' | BesideKind | 'VIEW' | 'VIEW_EARLIER';

/** The status of a filed document, in the words of FHIR R4. */
export type FiledDocumentStatus = 'current' | 'superseded' | 'entered-in-error';

/**
 * The effect of a version on the procedures and choices of its form.
 *
 * `AS_SIGNED`: what was agreed is permitted and what was refused denied; `DENIED`: nothing is permitted; `NOTHING`: the version says
 * neither yes nor no.
 */
export type Provided = 'AS_SIGNED' | 'DENIED' | 'NOTHING';

/** A version as far as its status in other systems depends on it. */
export type JudgedVersion = {
  readonly status: CaseStatus;
  /** signed so long ago that the patient must be asked anew */
  readonly isLapsed: boolean;
  /** whether a later version of the case was signed, which was not recorded in error */
  readonly isFollowed: boolean;
  /** whether its case has ended, done or closed */
  readonly isEnded: boolean;
};

/** The status of a version in other systems. A form on which nobody consents (Form 4) has its documents alone. */
export type FilingStatus = {
  readonly consent: 'draft' | 'proposed' | 'active' | 'rejected' | 'inactive' | 'entered-in-error';
  readonly provided: Provided;
  /** the status of each kind of document; a kind that is not named is not filed in this state */
  readonly documents: Readonly<Partial<Record<FiledKind, FiledDocumentStatus>>>;
};

const each = (kinds: readonly FiledKind[], status: FiledDocumentStatus): FilingStatus['documents'] =>
  Object.fromEntries(kinds.map((kind) => [kind, status]));
const CONSENTS = ['SIGNED', ...ADDENDUM_KINDS] as const;
/** The pages of a form on paper stand and fall with it. */
const FORM = [...CONSENTS, 'SCAN_CHECKED'] as const;
const ALL = [...FORM, 'REFUSAL', 'VIEW', 'VIEW_EARLIER'] as const satisfies FiledKind[];

const UNSIGNED = { provided: 'NOTHING', documents: {} } as const;
const DRAFT: FilingStatus = { ...UNSIGNED, consent: 'draft' };
const OUT: FilingStatus = { ...UNSIGNED, consent: 'proposed' };

/** The one table of how versions and documents stand in other systems. Lapsing, the end of the case and a later signature are told apart below. */
const FILING_STATUSES: Readonly<Record<CaseStatus, FilingStatus>> = {
  DRAFT,
  UNDER_REVIEW: DRAFT,
  READY: DRAFT,
  SENT: OUT,
  PARTIALLY_SIGNED: OUT,
  EXPIRED: { ...UNSIGNED, consent: 'inactive' },
  SIGNED: { consent: 'active', provided: 'AS_SIGNED', documents: each(FORM, 'current') },
  DECLINED: { consent: 'rejected', provided: 'DENIED', documents: { REFUSAL: 'current' } },
  WITHDRAWN: { consent: 'inactive', provided: 'DENIED', documents: { ...each(FORM, 'superseded'), VIEW: 'current' } },
  SUPERSEDED: { consent: 'inactive', provided: 'AS_SIGNED', documents: each(ALL, 'superseded') },
  VOIDED: { consent: 'entered-in-error', provided: 'NOTHING', documents: each(ALL, 'entered-in-error') },
};

/** The status of a version and of each of its documents in other systems: a reader of status and type alone takes no "no" for a consent. */
export function filingStatus({ status, isLapsed, isFollowed, isEnded }: JudgedVersion): FilingStatus {
  const filing = FILING_STATUSES[status];
  if (status === 'SIGNED' && (isLapsed || isEnded)) return { ...filing, consent: 'inactive' };
  if (status === 'DECLINED' && isFollowed) return { ...filing, documents: { REFUSAL: 'superseded' } };
  return filing;
}

/**
 * How a document stands to another one of its case. `FORM`: the sealed form of its own version, or the refusal where there is none;
 * `FORMER`: the form of the version that it took the place of.
 */
export type FiledRelation = { readonly code: 'appends' | 'replaces' | 'transforms'; readonly to: 'FORM' | 'FORMER' };

const COPIES: ReadonlySet<FiledKind> = new Set<FiledKind>(['VIEW', 'VIEW_EARLIER']);

/** The relation of a document of this kind; null for one that stands by itself. */
export function filedRelation(kind: FiledKind, status: CaseStatus): FiledRelation | null {
  if (kind === 'SIGNED') return { code: 'replaces', to: 'FORMER' };
  if (kind === 'REFUSAL') return null;
  if (!COPIES.has(kind)) return { code: 'appends', to: 'FORM' };
  return { code: status === 'WITHDRAWN' && kind === 'VIEW' ? 'replaces' : 'transforms', to: 'FORM' };
}

/** Whether a document of this kind is a consent form or an addendum to one: others are never of the type of a consent. */
export function isOfConsentType(kind: FiledKind): boolean {
  return CONSENTS.some((one) => one === kind);
}

/** The words in `/verify` for the state of a version: REFUSED is no consent, and null is a form that was not signed by all. */
export type VerifiedStatus = 'IN_FORCE' | 'SUPERSEDED' | 'WITHDRAWN' | 'VOIDED' | 'REFUSED';

const VERIFIED: Readonly<Partial<Record<CaseStatus, VerifiedStatus>>> = {
  SIGNED: 'IN_FORCE',
  SUPERSEDED: 'SUPERSEDED',
  WITHDRAWN: 'WITHDRAWN',
  VOIDED: 'VOIDED',
  DECLINED: 'REFUSED',
};

/** The state of a version for `/verify`. @param hasRefusal - whether the file or the code is that of a refusal, which is in force never */
export function verifiedStatus(status: CaseStatus, hasRefusal: boolean): VerifiedStatus | null {
  const verified = VERIFIED[status] ?? null;
  if (!hasRefusal) return verified === 'REFUSED' ? null : verified;
  return verified === 'VOIDED' ? 'VOIDED' : 'REFUSED';
}
