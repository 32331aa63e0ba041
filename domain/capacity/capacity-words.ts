import { authorityLines } from './capacity-authority-words.ts';
import { choiceLine, dependentLines, textLine, timeLine, yesNoLine, type CapacitySection } from './capacity-line.ts';
import { peopleLines, secondOpinionLines } from './capacity-people-words.ts';
import { ABILITIES, type Ability, type CapacityTest, HELP_KINDS, MAY_REGAIN } from './capacity-test.ts';
import type { BestInterests } from './capacity-best-interests.ts';
import type { Capacity } from './capacity.ts';
import { deciderOf, type FormType } from '#domain/forms/form-types.ts';

/** `zone`: IANA name of the organisation's time zone. */
type LinesAround = { readonly zone: string; readonly formType: FormType };

/**
 * Every field of Form 4's own part in words for page, case and document, the test first. On the form of a young person the test alone
 * bears on who decides.
 */
export function capacityLines(capacity: Capacity, { zone, formType }: LinesAround): CapacitySection[] {
  const test = { title: 'Can the patient decide?', lines: testLines(capacity.test, zone) };
  if (deciderOf(formType) !== 'clinician') return [test];
  return [
    test,
    { title: 'Who may decide', lines: authorityLines(capacity) },
    { title: 'People who were asked', lines: peopleLines(capacity.people, zone) },
    { title: 'What is best for the patient', lines: bestInterestsLines(capacity.bestInterests) },
    { title: 'Second opinion', lines: secondOpinionLines(capacity, zone) },
  ];
}

/** The four questions of the test. */
export const ABLE_LABELS: Readonly<Record<Ability, string>> = {
  understand: 'Can understand the information',
  retain: 'Can keep it in mind for long enough',
  weigh: 'Can weigh it to make a choice',
  communicate: 'Can tell us the choice in any form',
};

/** Before what was seen or heard, below a question whose answer is no. */
export const EVIDENCE_LABEL = 'How we know';

/** Kinds of help as people read them. */
export const HELP_WORDS: Readonly<Record<(typeof HELP_KINDS)[number], string>> = {
  PLAIN_WORDS: 'Plain words',
  PICTURES: 'Pictures or objects',
  MORE_TIME: 'More time, or more than one talk',
  BETTER_HOUR: 'A better time of day',
  QUIET_ROOM: 'A quiet room',
  KNOWN_PERSON: 'Somebody the patient knows well',
  GLASSES_OR_HEARING_AID: 'Glasses or hearing aid',
  SPEECH_THERAPIST: 'Speech and language therapist',
  INTERPRETER: 'Interpreter',
};

/** Whether a patient may be able to decide later, as people read it. */
export const MAY_REGAIN_WORDS: Readonly<Record<(typeof MAY_REGAIN)[number], string>> = {
  NO: 'No',
  YES: 'Yes',
  UNKNOWN: 'Not known',
};

function testLines(test: CapacityTest, zone: string): CapacitySection['lines'] {
  const { impairment, because, help, helpNote, mayRegain, canWait, waitReason, assessor, assessedAt } = test;
  return [
    yesNoLine('Something affects how the mind or brain works', impairment.present),
    ...dependentLines(impairment.present === true, [textLine('What it is', impairment.nature)]),
    ...ABILITIES.flatMap((ability) => [
      yesNoLine(ABLE_LABELS[ability], test[ability].able),
      ...dependentLines(test[ability].able === false, [textLine(EVIDENCE_LABEL, test[ability].evidence)]),
    ]),
    yesNoLine('The patient is not able because of what affects the mind or brain', because),
    textLine('Help to decide', [...help.map((each) => HELP_WORDS[each]), ...(helpNote === '' ? [] : [helpNote])].join('; ')),
    choiceLine('May be able to decide later', mayRegain, MAY_REGAIN_WORDS),
    ...dependentLines(mayRegain !== 'NO' && mayRegain !== null, [
      yesNoLine('The decision can wait', canWait),
      textLine('Why we do not wait', waitReason),
    ]),
    textLine('Assessed by', assessor),
    timeLine('Assessed at', assessedAt, zone),
  ];
}

function bestInterestsLines(bestInterests: BestInterests): CapacitySection['lines'] {
  const { planned, why, deprives, authority } = bestInterests.restraint;
  const objects = yesNoLine('The patient objects', bestInterests.objects);
  return [
    bestInterests.objects === true ? { ...objects, isBoxed: true } : objects,
    yesNoLine('Serious medical treatment', bestInterests.serious),
    yesNoLine('Urgent', bestInterests.urgent),
    yesNoLine('Needed to sustain life', bestInterests.lifeSustaining),
    textLine('What the patient wanted in the past', bestInterests.pastWishes),
    textLine('Beliefs and values', bestInterests.beliefs),
    textLine('What the patient says or shows now', bestInterests.patientView),
    yesNoLine('The patient has taken part as far as possible', bestInterests.takenPart),
    yesNoLine('Nobody judges by age, looks or behaviour alone', bestInterests.notByAgeOrLooks),
    yesNoLine('Nobody decides from a wish to bring about death', bestInterests.notToBringDeath),
    ...bestInterests.options.map(({ text, why }, index) =>
      textLine(`Option ${index + 1}`, [text, why].filter((each) => each !== '').join(': ')),
    ),
    textLine('Why no gentler option will do', bestInterests.leastRestrictive),
    yesNoLine('Restraint is planned', planned),
    ...dependentLines(planned === true, [textLine('Why, and how much', why), yesNoLine('It takes away liberty', deprives)]),
    ...dependentLines(deprives === true, [textLine('What allows this', authority)]),
    textLine('Why this is best for the patient', bestInterests.reasoning),
  ];
}
