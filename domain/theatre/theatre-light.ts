import { endedWords, type EndedState } from '#domain/cases/case-end.ts';
import { daysAgo, signedAgoWords } from '#domain/cases/confirm-state.ts';
import { identityCheckWords } from '#domain/patients/identity-check-words.ts';
import type { FormIdentityState } from '#domain/patients/identity-check.ts';
import { openPointsInWords, type OpenPoint } from '#domain/consents/open-points.ts';
import { IMPORTED_REASON, isImported } from '#domain/consents/consent-origin.ts';
import type { CaseStatus, ConfirmState, PatientStatus, SealState } from '#domain/base/states.ts';
import { ageLight, type AgeFacts } from './age-on-day.ts';
import type { FormFacts } from './form-facts.ts';
import type { SameDayState } from './same-day.ts';

/** From the worst to the best. */
export const LIGHTS = ['RED', 'AMBER', 'GREEN'] as const;
/** A light as people call it, never by its colour. */
export const LIGHT_NAMES: Readonly<Record<(typeof LIGHTS)[number], string>> = { RED: 'Stop', AMBER: 'Not ready', GREEN: 'Ready' };
/** The light of a consent, as a theatre sees it at a glance; never without its reason in words. */
export type Light = {
  readonly light: (typeof LIGHTS)[number];
  readonly reason: string;
  /** whether it tells of a day to come */
  readonly isForetold?: boolean | undefined;
};

/** The worse of two lights; of two equal ones the first. A stale copy must not show a better light than the newer one. */
export function worseLight(one: Light, other: Light): Light {
  return LIGHTS.indexOf(other.light) < LIGHTS.indexOf(one.light) ? other : one;
}

type ListedCaseState = {
  readonly patientStatus: PatientStatus;
  /** of the newest version that is not voided */
  readonly status: CaseStatus;
  /** the signed version in force, null where there is none */
  readonly inForce: {
    readonly sealState: SealState;
    readonly confirmState: ConfirmState;
    readonly origin?: object | null | undefined;
    /** as `confirmWords` tells; absent where that is not known */
    readonly confirmed?: string | null | undefined;
  } | null;
  /** whether the version in force is the newest one */
  readonly isNewest: boolean;
  /** whether the newest version of all was signed, and recorded in error */
  readonly isLastVoided: boolean;
  /** whether a question of the patient waits for an answer */
  readonly hasOpenQuestion: boolean;
  /** the choices that the version in force leaves open; absent where that is not known */
  readonly openPoints?: readonly OpenPoint[] | undefined;
  /** absent without a version in force; a caller that knows of one tells all of them */
  readonly facts?: FormFacts | undefined;
  /** whether the newest version is reported as signed on paper, and whether its scan is here; absent where that is not known */
  readonly onPaper?: 'NO_SCAN' | 'SCAN' | null;
  /** local days since the version in force was signed; absent where the reason does not name them */
  readonly age?: number | undefined;
  /** whether the version in force names the person of the record; absent for one that names nobody, and where it is not known */
  readonly identity?: FormIdentityState | undefined;
  /** the patient's age on the day, and who decided; absent without a version in force */
  readonly patientAge?: AgeFacts | undefined;
  /** whether another consent of the patient is in force for the same operation on the same day; absent where that is not known */
  readonly sameDay?: SameDayState | undefined;
  /** the state of a case that has ended, on this row; null and absent for one that has not */
  readonly ended?: EndedState | null | undefined;
};

/**
 * The light of a listed case. Green: a signed and sealed version is in force and nothing is open. Amber: somebody still has to do
 * something. Red: there is no consent to operate on, or it may be another person's. Once the operation was done nothing more is asked of its
 * consent, and no other operation rests on it.
 */
export function lightOf(state: ListedCaseState): Light {
  const ended = endedLight(state);
  if (ended !== null) return ended;
  const light = identityLight(state);
  const { inForce, sameDay = { state: 'ALONE' } } = state;
  if (inForce === null || sameDay.state === 'ALONE' || light.light === 'RED') return light;
  // A reason of the consent itself stays beside it: both are settled before anything is done.
  if (sameDay.state === 'MEANT') return { ...light, reason: `${light.reason}. ${sameDay.words}` };
  return { light: 'AMBER', reason: light.light === 'GREEN' ? sameDay.words : `${sameDay.words}. ${light.reason}` };
}

/** The light of a case that has ended; null for any other. The state of the record itself comes before it. */
function endedLight({ patientStatus, ended = null }: ListedCaseState): Light | null {
  if (ended === null || patientStatus === 'DECEASED' || patientStatus === 'MERGED') return null;
  return { light: ended.state === 'ON_DAY' ? 'GREEN' : 'RED', reason: endedWords(ended) };
}

function identityLight(state: ListedCaseState): Light {
  const light = consentLight(state);
  const { inForce, identity } = state;
  if (inForce === null || identity === undefined || identity.state === 'SAME' || light.light === 'RED') return light;
  const reason = identityCheckWords(identity);
  if (identity.state === 'OTHER') return { light: 'RED', reason };
  if (identity.state !== 'ACCEPTED') return { light: 'AMBER', reason };
  return light.light === 'GREEN' ? { light: 'GREEN', reason: `${light.reason}. ${reason}` } : light;
}

function consentLight(state: ListedCaseState): Light {
  const { patientStatus, status, inForce, isNewest, isLastVoided, hasOpenQuestion, openPoints = [], facts, age } = state;
  if (patientStatus === 'DECEASED') return { light: 'RED', reason: 'The patient is recorded as deceased' };
  if (patientStatus === 'MERGED') return { light: 'RED', reason: 'The record was merged into another' };
  // Where the newest signed version was recorded in error, that is the reason, not how an older version ended.
  if (inForce === null) return reportedLight(state) ?? withoutConsent(isLastVoided && HAS_ENDED.has(status) ? 'VOIDED' : status);
  const isLapsed = inForce.confirmState === 'LAPSED';
  if (isLapsed) return { light: 'RED', reason: `The consent has lapsed${age === undefined ? '' : `: signed ${daysAgo(age)}`}` };
  const byAge = state.patientAge === undefined ? null : ageLight(state.patientAge);
  if (byAge?.light === 'RED') return byAge;
  if (!isNewest && (status === 'DECLINED' || status === 'WITHDRAWN')) return withoutConsent(status);
  if (facts?.isDisputed === true) return { light: 'RED', reason: 'The adults do not agree with each other' };
  if (!isNewest) return { light: 'AMBER', reason: 'Signed, but a newer version is open' };
  if (byAge?.light === 'AMBER') return byAge;
  if (hasOpenQuestion) return { light: 'AMBER', reason: 'Signed, but a question is open' };
  if (openPoints.length > 0) return { light: 'AMBER', reason: openPointsInWords(openPoints) };
  if (facts?.hasChildRefused === true && inForce.confirmState !== 'CONFIRMED')
    return { light: 'AMBER', reason: 'Signed, but the child said no' };
  if (facts?.lacksInterpreter === true) return { light: 'AMBER', reason: 'Signed, but no interpreter is named' };
  if (inForce.confirmState === 'DUE') return { light: 'AMBER', reason: inForce.confirmed ?? signedAgoWords(age) };
  if (isImported(inForce)) return { light: 'AMBER', reason: IMPORTED_REASON };
  if (inForce.sealState !== 'SEALED') return { light: 'AMBER', reason: 'Signed, not sealed yet' };
  const { confirmState, confirmed = null } = inForce;
  const sealed = confirmState === 'CONFIRMED' && confirmed !== null ? `Signed, sealed, ${confirmed}` : 'Signed and sealed';
  return { light: 'GREEN', reason: [sealed, ...(byAge === null ? [] : [byAge.reason])].join('. ') };
}

/** A report from a sheet is no signature: the light stays amber, and says what is missing (interop §5). */
function reportedLight({ status, onPaper = null }: ListedCaseState): Light | undefined {
  if (onPaper === null || (status !== 'SENT' && status !== 'PARTIALLY_SIGNED')) return undefined;
  return { light: 'AMBER', reason: onPaper === 'SCAN' ? 'Signed on paper: scan to be checked' : 'Signed on paper: no scan yet' };
}

const HAS_ENDED: ReadonlySet<CaseStatus> = new Set(['DECLINED', 'WITHDRAWN', 'EXPIRED']);

function withoutConsent(status: CaseStatus): Light {
  switch (status) {
    case 'SENT':
      return { light: 'AMBER', reason: 'Nobody has signed yet' };
    case 'PARTIALLY_SIGNED':
    case 'SIGNED':
      return { light: 'AMBER', reason: 'Not everybody has signed yet' };
    case 'DECLINED':
      return { light: 'RED', reason: 'The patient does not agree' };
    case 'WITHDRAWN':
      return { light: 'RED', reason: 'The consent is withdrawn' };
    case 'EXPIRED':
      return { light: 'RED', reason: 'The time to sign has ended' };
    case 'VOIDED':
    // The version that replaced it was recorded in error, and no older one returns.
    case 'SUPERSEDED':
      return { light: 'RED', reason: 'Recorded in error' };
    case 'DRAFT':
    case 'UNDER_REVIEW':
    case 'READY':
      return { light: 'RED', reason: 'No consent yet' };
  }
}
