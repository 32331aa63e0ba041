import * as v from 'valibot';
import { Benefit, Risk } from '#domain/library/procedure-parts.ts';
import { SIDES } from '#domain/base/states.ts';
import { CHOICE_TITLE_MOST, ChoiceId } from '#domain/forms/choice-id.ts';
import { StoredSection } from '#domain/library/stored-section.ts';
import { EmailAddress, IdentityLine, Prose, SingleLine, Uuid } from '#domain/values/text.ts';
import { NAME_MOST, RELATION_MOST, NOTE_MOST, SHORT_REASON_MOST, PHONE_MOST } from '#domain/values/text-limits.ts';

/** Characters of the language of an interpreter, in words [choice]. */
export const INTERPRETER_LANGUAGE_MOST = 60;
/** Characters of the number by which an agency knows an interpreter [choice]. */
export const AGENCY_NUMBER_MOST = 60;
/** Characters of the statement of an interpreter [choice]. */
const INTERPRETER_STATEMENT_MOST = 1000;
/** Further choices of one form [choice]. */
export const CHOICES_MOST = 30;

/** A core risk that was taken off this consent, and why. */
export const RemovedRisk = v.strictObject({
  name: SingleLine({ label: 'Risk', least: 1, most: NAME_MOST }),
  reason: Prose({ label: 'Reason', least: 1, most: SHORT_REASON_MOST }),
});

/** A list of at most so many items. */
export const list = <S extends v.GenericSchema>(item: S, most = 100) =>
  v.pipe(v.array(item, 'This must be a list'), v.maxLength(most, `At most ${most} items`));

/** A procedure as stored with one consent: everything that was shown, pinned against later changes of the library. */
export const ConsentProcedure = v.object({
  procedureID: Uuid,
  libraryVersion: v.number(),
  procedureName: v.string(),
  procedureDescription: v.string(),
  procedureAcronym: v.string(),
  sideRequired: v.boolean(),
  side: v.nullable(v.picklist(SIDES)),
  site: v.string(),
  benefits: v.array(Benefit),
  risks: v.array(Risk),
  removedRisks: v.array(RemovedRisk),
  alternatives: v.array(v.string()),
  personalRisks: v.array(Risk),
  anaesthetic: v.array(v.string()),
  /** absent where there are none, and in forms from before there were any; null in a pinned record */
  sections: v.optional(v.nullable(v.array(StoredSection))),
});
export type ConsentProcedure = v.InferOutput<typeof ConsentProcedure>;

export const INTERPRETER_MODES = ['IN_PERSON', 'PHONE', 'VIDEO', 'BSL'] as const;

export const INTERPRETED_FOR = ['PATIENT', 'PARENT', 'BOTH'] as const;
/** On this device, by a mailed link, or named by the clinician alone (by telephone), without a signature. */
export const INTERPRETER_SIGNING = ['HERE', 'LINK', 'NAMED'] as const;

/**
 * The interpreter. `signsHere`: signs on this device; without it, a signature is requested only by e-mail, where there is an
 * address (spec §5).
 */
export const Interpreter = v.strictObject({
  name: IdentityLine({ label: 'Interpreter name', most: NAME_MOST }),
  emailAddress: v.optional(v.nullable(EmailAddress), null),
  phone: v.optional(v.nullable(IdentityLine({ label: 'Interpreter phone', most: PHONE_MOST })), null),
  language: SingleLine({ label: 'Interpreter language', most: INTERPRETER_LANGUAGE_MOST }),
  agencyId: v.optional(v.nullable(IdentityLine({ label: 'Agency number', most: AGENCY_NUMBER_MOST })), null),
  mode: v.optional(
    v.picklist(INTERPRETER_MODES, `The Interpreter mode must be one of ${INTERPRETER_MODES.join(', ')}`),
    'IN_PERSON',
  ),
  statement: v.optional(Prose({ label: 'Interpreter statement', most: INTERPRETER_STATEMENT_MOST }), ''),
  relation: v.optional(v.nullable(SingleLine({ label: 'Relation', most: RELATION_MOST })), null),
  relationReason: v.optional(Prose({ label: 'Reason for a relative', most: SHORT_REASON_MOST }), ''),
  signsHere: v.optional(v.boolean('The mark must be yes or no'), false),
  /** Whether the interpreter is 18 or older; null or absent where nobody said. */
  adult: v.optional(v.nullable(v.boolean('Say whether the interpreter is an adult'))),
  /** For whom they interpret; null or absent: for the patient. */
  for: v.optional(v.nullable(v.picklist(INTERPRETED_FOR, `The people must be one of ${INTERPRETED_FOR.join(', ')}`))),
  /** How they sign; null or absent: as `signsHere` and the email address say. */
  signing: v.optional(v.nullable(v.picklist(INTERPRETER_SIGNING, `The way must be one of ${INTERPRETER_SIGNING.join(', ')}`))),
});
export type Interpreter = v.InferOutput<typeof Interpreter>;

/** The interpreting for a consent: whether it is needed (null: not asked yet), the interpreter, or the reason for none. */
export const InterpretingFields = {
  interpreter: v.optional(v.nullable(Interpreter)),
  interpreterNeeded: v.optional(v.nullable(v.boolean('Say whether an interpreter is needed'))),
  interpreterNoneReason: v.optional(Prose({ label: 'Reason for no interpreter', most: SHORT_REASON_MOST })),
};
export type Interpreting = { interpreter: Interpreter | null; interpreterNeeded: boolean | null; interpreterNoneReason: string };

/** Whether an interpreter takes part: marked as such, or named. */
export function isInterpreted({ interpreter, interpreterNeeded }: Interpreting): boolean {
  return interpreterNeeded ?? interpreter !== null;
}

export const CHOICE_ANSWERS = ['ACCEPT', 'REFUSE', 'DISCUSS'] as const;

/** Something the patient chooses beside the procedure: blood, photographs, students, research. */
export const AdditionalChoice = v.strictObject({
  id: ChoiceId,
  title: SingleLine({ label: 'Choice title', least: 1, most: CHOICE_TITLE_MOST }),
  answer: v.optional(v.nullable(v.picklist(CHOICE_ANSWERS, `The Answer must be one of ${CHOICE_ANSWERS.join(', ')}`)), null),
});
export type AdditionalChoice = v.InferOutput<typeof AdditionalChoice>;

/** The confirmations of the clinician: the discussion took place and the patient could decide. */
export const ClinicianStatement = v.strictObject({
  discussed: v.boolean('Say whether the procedure was discussed'),
  capacity: v.boolean('Say whether the patient has capacity'),
  note: v.optional(Prose({ label: 'Note', most: NOTE_MOST }), ''),
});
export type ClinicianStatement = v.InferOutput<typeof ClinicianStatement>;

/** The choices that a new consent starts with [choice]. */
export const STARTER_CHOICES: readonly AdditionalChoice[] = [
  { id: 'blood', title: 'May we give blood, if it is needed to save life or health?', answer: null },
  { id: 'photographs', title: 'May we take photographs or video for the medical record?', answer: null },
  { id: 'students', title: 'May students watch, or help while supervised?', answer: null },
  { id: 'tissue', title: 'May we use left-over tissue to teach or to do research?', answer: null },
];

/**
 * The choices of a consent whose creation names none. Never reworded: tablets of earlier builds have pinned forms with these words, and
 * their calls arrive later.
 */
export const IMPLIED_CHOICES: readonly AdditionalChoice[] = [
  { id: 'blood', title: 'Blood transfusion, if it is needed to save your life or health', answer: null },
  { id: 'photographs', title: 'Photographs or video for your medical record', answer: null },
  { id: 'students', title: 'Students may watch or help under supervision', answer: null },
  { id: 'tissue', title: 'Use of left-over tissue for teaching or research', answer: null },
];

/** The side as people read it: LEFT, RIGHT, BOTH SIDES; empty where a side does not apply. */
export function sideInWords(side: ConsentProcedure['side']): string {
  return { LEFT: 'LEFT', RIGHT: 'RIGHT', BOTH: 'BOTH SIDES', NOT_APPLICABLE: '' }[side ?? 'NOT_APPLICABLE'];
}

/** The side and site in words: `RIGHT eye`, `LEFT side`, `BOTH SIDES`; empty where there is neither side nor site. */
export function sideAndSiteWords({ side, site }: Pick<ConsentProcedure, 'side' | 'site'>): string {
  const words = [sideInWords(side), site].filter((each) => each !== '').join(' ');
  return (side === 'LEFT' || side === 'RIGHT') && site === '' ? `${words} side` : words;
}

/** `Cataract surgery with lens implant, RIGHT eye`: the procedure never by an acronym alone, the side in words. */
export function procedureInWords({
  procedureName,
  side,
  site,
}: Pick<ConsentProcedure, 'procedureName' | 'side' | 'site'>): string {
  const where = sideAndSiteWords({ side, site });
  return where === '' ? procedureName : `${procedureName}, ${where}`;
}
