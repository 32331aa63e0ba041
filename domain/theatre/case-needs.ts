import { mayAskWhetherDone, type CaseEnded } from '#domain/cases/case-end.ts';
import type { Horizon } from '#domain/cases/horizon.ts';
import { listedNeedOf, needOf, NEEDS, type Need } from '#domain/cases/needs.ts';
import type { ConfirmState, CaseStatus } from '#domain/base/states.ts';
import type { SignerRole } from '#domain/forms/signer-roles.ts';
import type { TimelineEvent } from '#domain/cases/timeline.ts';
import { isUnsettled } from '#domain/consents/family-decline.ts';
import { openPointsInWords, openPointsNow } from '#domain/consents/open-points.ts';
import { openPointsOnForm } from '#domain/documents/open-points-on-form.ts';
import { scanOf } from '#domain/documents/paper-scan.ts';
import { openTimeWishes } from '#domain/signing/more-time.ts';
import { openNotes } from '#domain/signing/notes.ts';
import { isUnreached } from '#domain/signing/link.ts';
import { openRefusals } from '#domain/signing/refused-identity.ts';
import type { Light } from './theatre-light.ts';

/** One need of a case, with what its line says: the oldest open question, note or words of a wish for more time, the choices left open in words, the reason of a light. */
export type CaseNeed = {
  readonly need: Need;
  readonly question: string | null;
  readonly points: string;
  readonly reason: string | null;
};

/** How the newest version of a case stands, as its line of a list says. */
type Standing = {
  readonly status: CaseStatus;
  /** in signing order */
  readonly waitingFor: readonly SignerRole[];
  readonly confirmState: ConfirmState;
  readonly ended?: CaseEnded | null | undefined;
  /** ISO */
  readonly updatedAt: string;
};

type LinkOfNeeds = Parameters<typeof isUnreached>[0];

/** The version itself, as far as its needs depend on it. */
type FormOfNeeds = Parameters<typeof openPointsOnForm>[0] &
  Parameters<typeof isUnsettled>[0] & {
    readonly consentID: string;
    readonly questions: readonly { readonly text: string; readonly answer: string | null }[];
    readonly Timeline: readonly TimelineEvent[];
    readonly links?: readonly LinkOfNeeds[] | undefined;
  };

type Moment = {
  /** epoch ms */
  readonly now: number;
  /** plain date */
  readonly today: string;
};

type OfForm = {
  readonly standing: Standing;
  readonly form: FormOfNeeds;
  /** the day of its list, plain date, and when the version in force was confirmed, ISO; null without */
  readonly listedOn: string | null;
  readonly confirmedAt: string | null;
};

/** The need of a case by its newest version; null where it waits for nobody, or for others. The tablet and the server ask this alone. */
export function formNeedOf({ standing, form, listedOn, confirmedAt }: OfForm, { now, today }: Moment): CaseNeed | null {
  const open = form.questions.filter(({ answer }) => answer === null);
  const notes = openNotes(form.Timeline, form.consentID);
  const openPoints = openPointsOnForm(form);
  const wishes = openTimeWishes({ ...standing, consentID: form.consentID, timeline: form.Timeline });
  const need = needOf(
    {
      ...standing,
      hasOpenQuestion: open.length > 0,
      hasOpenNote: notes.length > 0,
      hasWrongDetails: openRefusals({ ...standing, timeline: form.Timeline }).length > 0,
      hasLockedLink: form.links?.some(({ state }) => state === 'LOCKED') === true,
      isUnreached: form.links?.some(isUnreached) === true,
      isUnsettled: isUnsettled(form),
      hasTimeWish: wishes.length > 0,
      hasScan: scanOf(form.Timeline, form.consentID)?.isConfirmed === false,
      isOver: standing.ended == null && mayAskWhetherDone({ listedOn, confirmedAt, today }),
      openPoints,
    },
    now,
  );
  if (need === null) return null;
  const words: Readonly<Partial<Record<Need, string | undefined>>> = {
    QUESTION: open[0]?.text,
    NOTE: notes[0]?.text,
    MORE_TIME: wishes.find(({ comments }) => comments !== '')?.comments,
  };
  const question = words[need] ?? null;
  const points = need === 'TALK' ? openPointsInWords(openPointsNow(openPoints, { isSigned: standing.status === 'SIGNED' })) : '';
  return { need, question, points, reason: null };
}

type OnList = Light & { readonly date: string; readonly ended?: CaseEnded | null | undefined };

/** The need of a case that is listed soon, by its light; null for any other. */
export function listNeedOf(listed: OnList | null, horizon: Horizon): CaseNeed | null {
  const need = listed === null ? null : listedNeedOf(listed, horizon);
  return need === null || listed === null ? null : { need, question: null, points: '', reason: listed.reason };
}

/** The place of a need in the order of harm: the least is the worst. */
export function rankOfNeed({ need }: Pick<CaseNeed, 'need'>): number {
  return NEEDS.indexOf(need);
}
