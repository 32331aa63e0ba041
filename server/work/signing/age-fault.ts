import { EMPTY_FAMILY } from '#domain/family/family.ts';
import { decidesAlone } from '#domain/family/family-child-rules.ts';
import { childConsentMissing } from '#domain/family/family-rules.ts';
import { hasOutgrownForm } from '#domain/forms/form-rules.ts';
import { PRESUMED_ABLE_FROM } from '#domain/forms/age-at-signing.ts';
import { isFullShown, type ShownContent } from '#domain/consents/digest.ts';
import { ageOn } from '#domain/values/plain-date.ts';
import type { SignatureInput } from '#domain/signing/signature.ts';
import { isFromBeforeNewRules, madeReady } from './pinned-at.ts';
import { capturedDay } from '#server/work/cases/captured-moment.ts';
import type { OpenCase } from '#server/work/cases/open-case.ts';
import { deciderOf } from '#domain/forms/form-types.ts';

type Moment = Pick<SignatureInput, 'capturedAt' | 'clockOffset'>;

/**
 * The fault of the patient's age on the day of a signature, as staff read it; undefined where the form still fits. A birth date that was
 * corrected while the form was out counts as well (rule C13).
 */
export async function ageFault(open: OpenCase, pinned: ShownContent, moment: Moment): Promise<string | undefined> {
  const fault = await faultOfBirth(open, pinned, moment);
  const { date_of_birth: dateOfBirth } = open.patient;
  const { formType, patient } = pinned;
  if (fault !== undefined || patient.dateOfBirth === dateOfBirth) return fault;
  const today = capturedDay(open, moment);
  const [shown, corrected] = [ageOn(patient.dateOfBirth, today), ageOn(dateOfBirth, today)];
  // A form that a child decides on is judged below: it may hold an assessment.
  const isTooOld = deciderOf(formType) === 'clinician' && hasOutgrownForm(formType, corrected, shown);
  if (isTooOld || hasOutgrownForm(formType, shown, corrected))
    return 'The birth date was corrected, and the patient needs another form';
  return faultOfBirth(open, { ...pinned, patient: { ...patient, dateOfBirth } }, moment);
}

async function faultOfBirth(open: OpenCase, shown: ShownContent, moment: Moment): Promise<string | undefined> {
  const { formType, patient } = shown;
  const family = (isFullShown(shown) ? shown.family : null) ?? EMPTY_FAMILY;
  const today = capturedDay(open, moment);
  const now = ageOn(patient.dateOfBirth, today);
  if (hasOutgrownForm(formType, await ageWhenSent(open, { formType, patient }), now))
    return 'The patient had a birthday, and needs another form';
  if (!decidesAlone(family, { formType, age: now })) return undefined;
  const around = {
    formType,
    age: now,
    today,
    ability: 'NOT_TESTED',
    anaesthetics: [],
    patientName: '',
    interpreter: null,
  } as const;
  const isFromBefore = await isFromBeforeNewRules(open);
  return childConsentMissing(family, around, isFromBefore).length > 0 ? `The patient was under ${PRESUMED_ABLE_FROM}` : undefined;
}

/** The age for which the form was completed: a tablet may have done so before the birthday, and sent it after. */
async function ageWhenSent(open: OpenCase, { formType, patient }: Pick<ShownContent, 'formType' | 'patient'>): Promise<number> {
  const { consent } = open;
  const received = ageOn(patient.dateOfBirth, capturedDay(open, { capturedAt: consent.sent_at }));
  // Nobody's age is in question but within the year after a birthday at which other rules begin.
  if (!hasOutgrownForm(formType, received - 1, received)) return received;
  return Math.min(received, ageOn(patient.dateOfBirth, capturedDay(open, await madeReady(open))));
}
