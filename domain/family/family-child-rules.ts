import { hasInk } from '#domain/values/ink.ts';
import { GILLICK_POINTS, type GillickAssessment } from './child.ts';
import { consenterOf } from './consenter.ts';
import { inChild, inFamily, isAble, isUnder16, ofSigningAdults, type FamilyAround, type FamilyMissing } from './family-form.ts';
import { mayInformAdults } from './family-signers.ts';
import type { Family } from './family.ts';
import { isSameName } from '#domain/values/same-identity.ts';
import { FORMS } from '#domain/forms/form-rules.ts';
import { ADULT_FROM, DECIDES_ALONE_FROM, isForChild, needsTwoAssessors } from '#domain/forms/age-at-signing.ts';

type Found = Omit<FamilyMissing, 'rule'>[];

/** The age from which a child is asked, whole years [choice]. */
export const CHILD_CONSULTED_FROM = 5;

/** C1: from 18 nobody else consents; at 16 and 17 only for somebody who was found not able. */
export function formMissing(_form: Family, { age, ability }: FamilyAround): Found {
  if (age >= ADULT_FROM)
    return [formFault(`From ${ADULT_FROM} nobody else consents: choose Form 1 or 3, or Form 4 for somebody who cannot decide`)];
  if (isForChild(age) || ability === 'NOT_ABLE') return [];
  return [formFault('At 16 and 17 people decide for themselves: choose Form 1 or 3, unless a capacity test says “not able”')];
}

function formFault(message: string): Found[number] {
  return { path: 'formType', message, step: 'procedure' };
}

/** C2: at 16 and 17 somebody who was found not able does not decide. */
export function basisMissing({ basis }: Family, around: FamilyAround): Found {
  if (basis !== 'CHILD' || isUnder16(around) || around.ability !== 'NOT_ABLE') return [];
  return [inFamily('basis', 'The capacity test says “not able”: a parent or a court decides')];
}

/** C13: a child under 16 decides only with an able Gillick part, and is asked whether parents may know. */
export function childDecidesMissing(form: Family, around: FamilyAround): Found {
  if (!decidesAlone(form, around)) return [];
  const { child } = form;
  const found: Found = [];
  const gillick = child?.gillick ?? null;
  if (gillick === null) found.push(inChild('child.gillick', 'Assess whether the child can decide'));
  // Nobody has judged yet: the assessment itself asks for it.
  else if (gillick.able === false)
    found.push(inChild('child.gillick.able', 'Only a child who was judged able decides: choose Form 2 and a parent or a court'));
  if ((child?.tellParents ?? 'NOT_ASKED') === 'NOT_ASKED')
    found.push(inChild('child.tellParents', 'Ask the child whether parents may know'));
  return found;
}

/** Whether a child under 16 decides alone on this form. */
export function decidesAlone(
  { basis }: Pick<Family, 'basis'>,
  { formType, age }: Pick<FamilyAround, 'formType' | 'age'>,
): boolean {
  return isUnder16({ age }) && consenterOf({ formType, basis }) === 'patient';
}

/** Whether a child whom the first assessor found able decides alone on this form only with a second assessor. */
export function needsSecondAssessor(
  form: Pick<Family, 'basis' | 'child'>,
  around: Pick<FamilyAround, 'formType' | 'age'>,
): boolean {
  return form.child?.gillick?.able === true && decidesAlone(form, around) && needsTwoAssessors(around.age);
}

/** C25: below 8 nobody decides alone [choice]. */
export function tooYoungMissing(form: Family, around: FamilyAround): Found {
  if (!decidesAlone(form, around) || around.age >= DECIDES_ALONE_FROM) return [];
  return FORMS[around.formType].hasPart.family
    ? [inFamily('basis', 'Too young to decide alone: somebody with parental responsibility decides')]
    : [formFault('Too young to decide alone. Use Form 2: somebody with parental responsibility decides')];
}

/** C26: from 8 to 12 a second person assesses the child too, and finds the same [choice]. */
export function secondAssessorMissing(form: Family, around: FamilyAround): Found {
  if (!needsSecondAssessor(form, around)) return [];
  const second = form.child?.gillick?.second ?? null;
  if (second === null) return [inChild('child.gillick.second', 'A second assessor assesses the child too, under an own account')];
  return second.able ? [] : [inChild('child.gillick.second', 'The second assessor found that the child cannot decide alone')];
}

/** C14: a Gillick part is complete, and its points fit its result. */
export function gillickMissing({ child }: Family, around: FamilyAround): Found {
  const gillick = child?.gillick ?? null;
  return gillick === null || !isUnder16(around) ? [] : gillickFaults(gillick);
}

/** The faults of an assessment that is not complete, or whose points do not fit its result. */
export function gillickFaults({ able, reason, assessor, assessedAt, points }: GillickAssessment): Found {
  const found: Found = [];
  const add = (field: string, message: string) => found.push(inChild(`child.gillick.${field}`, message));
  if (able === null) add('able', 'Now say whether the child can decide');
  if (!hasInk(reason)) add('reason', 'Write why you judge so');
  if (!hasInk(assessor)) add('assessor', 'Enter who assessed the child');
  if (assessedAt === null) add('assessedAt', 'Enter when the child was assessed');
  for (const point of GILLICK_POINTS) {
    if (points[point] === null) add(`points.${point}`, 'Answer this point with yes or no');
    else if (able === true && !points[point])
      add(`points.${point}`, 'A child who can decide fulfils this point: correct one of the two');
  }
  if (able === false && GILLICK_POINTS.every((point) => points[point] === true))
    add('able', 'All points are answered with yes: the child can decide, or correct a point');
  return found;
}

/** C16: a child's wish that parents do not know is respected. */
export function confidenceMissing(form: Family, { formType }: FamilyAround): Found {
  if (mayInformAdults(form)) return [];
  const signing = FORMS[formType].hasPart.family
    ? ofSigningAdults(form, (_, path, name) => [
        inFamily(`${path}.signs`, `The child does not want parents to know: ${name} cannot sign`),
      ])
    : [];
  const isUnanswered = form.child?.encouraged === null;
  return [
    ...signing,
    ...(isUnanswered ? [inChild('child.encouraged', 'Say whether you encouraged the child to tell a parent')] : []),
  ];
}

/** C17: a child from 5 is asked, or a note says why not [choice]. */
export function askingMissing({ child }: Family, { age }: FamilyAround): Found {
  if (age < CHILD_CONSULTED_FROM || (child?.agreement ?? 'NOT_ASKED') !== 'NOT_ASKED' || hasInk(child?.note ?? '')) return [];
  return [inChild('child.agreement', 'Ask the child, or write in the note why not')];
}

/** C18: the no of a child who is not able goes on with a note. */
export function refusalNoteMissing({ child }: Family, around: FamilyAround): Found {
  if (child?.agreement !== 'DISAGREES' || hasInk(child.note) || isAble({ child }, around)) return [];
  return [inChild('child.note', 'The child said no: write what the child said and why treatment goes on')];
}

/** C19: no parent overrules the no of a child who is able; a court may [choice]. */
export function ableRefusalMissing({ basis, child }: Family, around: FamilyAround): Found {
  if (basis === 'COURT' || child?.agreement !== 'DISAGREES' || !isAble({ child }, around)) return [];
  return [inChild('child.agreement', 'The child can decide and said no: only a court can decide otherwise')];
}

/** C24: a patient does not interpret for the family. */
export function interpreterMissing(_form: Family, { patientName, interpreter }: FamilyAround): Found {
  if (interpreter === null) return [];
  const isPatient = interpreter.isPatient === true || isSameName(interpreter.name, patientName);
  if (!isPatient) return [];
  return [
    {
      path: 'interpreter.name',
      message: 'The patient cannot interpret for the family: choose somebody else',
      step: 'interpreter',
    },
  ];
}
