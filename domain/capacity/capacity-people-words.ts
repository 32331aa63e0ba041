import { choiceLine, dependentLines, textLine, timeLine, yesNoLine, type CapacityLine } from './capacity-line.ts';
import type { Advocate, CapacityPeople, CONSULTED_HOW, ConsultedPerson, OPINIONS } from './capacity-people.ts';
import { isSecondOpinionNeeded } from './capacity-signers.ts';
import type { Capacity } from './capacity.ts';

/** Ways of asking somebody as people read them. */
export const CONSULTED_HOW_WORDS: Readonly<Record<(typeof CONSULTED_HOW)[number], string>> = {
  HERE: 'In person',
  PHONE: 'By telephone',
  LETTER: 'In writing',
  MEETING: 'At a meeting',
};

/** The opinions of a second clinician, as people read them. */
export const OPINION_WORDS: Readonly<Record<(typeof OPINIONS)[number], string>> = {
  AGREES: 'Agrees',
  DISAGREES: 'Does not agree',
};

/** The step about people in words. */
export function peopleLines({ consulted, nobodyReason, imca, imcaReason }: CapacityPeople, zone: string): CapacityLine[] {
  return [
    ...(consulted.length === 0 ? [{ label: 'People asked', text: 'Nobody' }] : []),
    ...consulted.flatMap((person, index) => consultedLines(person, `Person ${index + 1}`, zone)),
    ...dependentLines(consulted.length === 0, [
      textLine(
        consulted.length === 0 ? 'Why nobody was asked' : 'Why nobody with parental responsibility was asked',
        nobodyReason,
      ),
    ]),
    ...(imca === null ? [{ label: 'Advocate (IMCA)', text: 'None' }] : advocateLines(imca, zone)),
    ...dependentLines(false, [textLine('Why there is no advocate', imcaReason)]),
  ];
}

function consultedLines(person: ConsultedPerson, label: string, zone: string): CapacityLine[] {
  return [
    textLine(`${label}: name`, person.name),
    textLine(`${label}: how they know the patient`, person.relation),
    yesNoLine(`${label}: is paid to care for the patient`, person.paid),
    choiceLine(`${label}: how they were asked`, person.how, CONSULTED_HOW_WORDS),
    timeLine(`${label}: asked at`, person.at, zone),
    textLine(`${label}: view`, person.view),
    yesNoLine(`${label}: is against the treatment`, person.against),
    yesNoLine(`${label}: signs this form`, person.signs),
  ];
}

function advocateLines({ name, organisation, at, view }: Advocate, zone: string): CapacityLine[] {
  return [
    textLine('Advocate (IMCA): name', name),
    textLine('Advocate (IMCA): organisation', organisation),
    timeLine('Advocate (IMCA): asked at', at, zone),
    textLine('Advocate (IMCA): view', view),
  ];
}

/** The second opinion in words. */
export function secondOpinionLines(capacity: Capacity, zone: string): CapacityLine[] {
  const { needed, name, role, view, at } = capacity.secondOpinion;
  const isNeeded = isSecondOpinionNeeded(capacity);
  return [
    yesNoLine('Needed', isNeeded),
    ...dependentLines(false, [yesNoLine('Asked for by the clinician', needed)]),
    ...dependentLines(isNeeded, [
      textLine('Given by', name),
      textLine('Role', role),
      choiceLine('View', view, OPINION_WORDS),
      timeLine('Given at', at, zone),
    ]),
  ];
}
