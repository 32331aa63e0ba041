import type { Appointment, AUTHORITY_ANSWERS } from './capacity-authority.ts';
import { choiceLine, dependentLines, UNANSWERED_LINE, textLine, yesNoLine, type CapacityLine } from './capacity-line.ts';
import type { Capacity } from './capacity.ts';
import type { CourtOrder } from '#domain/family/court-order.ts';
import { decisionAuthority, type DecidedBy } from './decision-authority.ts';
import { longDate } from '#domain/values/plain-date.ts';
import { composedList } from '#domain/values/composed.ts';

const DECIDED_BY_WORDS: Readonly<Record<DecidedBy, string>> = {
  ADVANCE_REFUSAL: 'The patient’s own advance decision, which refuses this treatment',
  COURT: 'The court',
  LPA: 'The attorney',
  DEPUTY: 'The deputy appointed by the court',
  CLINICIAN: 'The clinician, in the patient’s best interests',
};

/** The answers of an attorney or a deputy as people read them. */
export const AUTHORITY_ANSWER_WORDS: Readonly<Record<(typeof AUTHORITY_ANSWERS)[number], string>> = {
  CONSENTS: 'Consents',
  REFUSES: 'Refuses',
  NOT_REACHED: 'Could not be reached',
};

/** The step about authority in words: first who decides and what must not be missed, then every answer. */
export function authorityLines(capacity: Pick<Capacity, 'authority' | 'bestInterests'>): CapacityLine[] {
  const { lpa, deputy, courtOrder, advance, searchedHow } = capacity.authority;
  const isForLife = capacity.bestInterests.lifeSustaining !== false;
  const { decidedBy, names, notes } = decisionAuthority(capacity);
  return [
    {
      label: 'Who decides',
      text: composedList([DECIDED_BY_WORDS[decidedBy], ...names], ', '),
      options: Object.values(DECIDED_BY_WORDS),
    },
    ...notes.map(({ text, isBoxed }) => ({ label: 'Please note', text, ...(isBoxed ? { isBoxed } : {}) })),
    yesNoLine('Lasting power of attorney for health', lpa.found),
    ...appointmentLines(lpa, 'Attorney', { needsRegistration: true, isForLife }),
    yesNoLine('Deputy appointed by the court', deputy.found),
    ...appointmentLines(deputy, 'Deputy', { needsRegistration: false, isForLife }),
    yesNoLine('Advance decision', advance.found),
    ...advanceLines(capacity),
    ...(courtOrder === null ? [{ label: 'Court order', text: 'None' }] : courtOrderLines(courtOrder)),
    ...dependentLines(false, [textLine('How we searched', searchedHow)]),
  ];
}

type AppointmentQuestions = { needsRegistration: boolean; isForLife: boolean };

function appointmentLines(
  appointment: Appointment,
  who: string,
  { needsRegistration, isForLife }: AppointmentQuestions,
): CapacityLine[] {
  const { found, names, joint, registered, seen, covers, lifeSustaining, answer } = appointment;
  return [
    ...dependentLines(found === true, [textLine(`${who}: name`, composedList(names, ', '))]),
    ...dependentLines(found === true && names.length > 1, [yesNoLine(`${who}: all must decide together`, joint)]),
    ...dependentLines(found === true && needsRegistration, [yesNoLine(`${who}: paper is registered`, registered)]),
    ...dependentLines(found === true, [
      yesNoLine(`${who}: we have seen the paper`, seen),
      yesNoLine(`${who}: paper covers this treatment`, covers),
    ]),
    ...dependentLines(found === true && isForLife && covers !== false, [
      yesNoLine(`${who}: paper covers treatment that sustains life`, lifeSustaining),
    ]),
    ...dependentLines(found === true && covers !== false, [choiceLine(`${who}: answer`, answer, AUTHORITY_ANSWER_WORDS)]),
  ];
}

/** One that does not refuse this treatment is not asked about further; its form only where it is about staying alive. */
function advanceLines({
  authority: { advance, lpa },
  bestInterests,
}: Pick<Capacity, 'authority' | 'bestInterests'>): CapacityLine[] {
  const mayRefuse = advance.found === true && advance.refuses !== false;
  return [
    ...dependentLines(advance.found === true, [yesNoLine('Advance decision: refuses this treatment', advance.refuses)]),
    ...dependentLines(mayRefuse, [
      yesNoLine('Advance decision: valid', advance.valid),
      yesNoLine('Advance decision: applies to this treatment', advance.applicable),
    ]),
    ...dependentLines(mayRefuse && bestInterests.lifeSustaining !== false, [
      yesNoLine('Advance decision: in writing', advance.written),
      yesNoLine('Advance decision: signed', advance.signed),
      yesNoLine('Advance decision: witnessed', advance.witnessed),
      yesNoLine('Advance decision: “even if my life is at risk”', advance.evenIfLife),
    ]),
    ...dependentLines(mayRefuse && lpa.found === true, [
      yesNoLine('Advance decision: older than the power of attorney', advance.beforeLpa),
    ]),
  ];
}

function courtOrderLines({ court, number, date, decision }: CourtOrder): CapacityLine[] {
  return [
    textLine('Court order: court', court),
    textLine('Court order: case number', number),
    { label: 'Court order: date', text: date === null ? UNANSWERED_LINE : longDate(date) },
    choiceLine('Court order: decision', decision, { TREAT: 'The treatment may go ahead', DO_NOT_TREAT: 'No treatment' }),
  ];
}
