import * as v from 'valibot';
import { CHOICES_MOST } from '#domain/consents/consent.ts';
import { ChoiceId } from '#domain/forms/choice-id.ts';
import { NEEDS } from '#domain/cases/needs.ts';
import { TakenNeed } from '#domain/cases/taken-need.ts';
import { Prose, Uuid } from '#domain/values/text.ts';
import { LONG_TEXT_MOST } from '#domain/values/text-limits.ts';
import { get, post } from '#contract/engine/define.ts';
import { DataOf } from '#contract/engine/shapes.ts';
import { Consent } from '#contract/shapes/record-shapes.ts';
import { ListOf, PageFields } from '#contract/shapes/list-shapes.ts';
import { PatientOfRow } from '#contract/shapes/record-summary.ts';

const Need = v.picklist(NEEDS, `The need must be one of ${NEEDS.join(', ')}`);
const Claimed = v.object({ message: v.string(), data: v.object({ taken: v.nullable(TakenNeed) }) });

/**
 * A list of needs. `totalIsCapped`: of more cases something may wait than are looked at; `hasNoTeam`: whoever reads works in no speciality, so
 * that nobody has looked for cases of a team.
 */
function NeedsOf<S extends v.GenericSchema>(record: S) {
  const { message, data } = ListOf(record).entries;
  return v.object({ message, data: v.object({ ...data.entries, hasNoTeam: v.optional(v.literal(true)) }) });
}

/** The needs of cases: who sees to them, and the talk about what a signed form leaves open. */
export const needs = {
  recordNeeds: get('record/needs', {
    access: ['consents.read'],
    summary:
      'The cases that wait for this person (MINE), or for whoever works in their speciality (TEAM), worst first: each once, by the worst of its needs.',
    holds: { answer: 'lines', refusals: 'nothing' },
    input: v.strictObject({
      scope: v.optional(v.picklist(['MINE', 'TEAM'], 'The scope must be one of MINE, TEAM'), 'MINE'),
      ...PageFields,
    }),
    output: NeedsOf(
      v.object({
        need: Need,
        /** needs of the case that are less bad */
        more: v.number(),
        recordID: Uuid,
        caseNumber: v.string(),
        patient: PatientOfRow,
        procedures: v.array(v.object({ procedureName: v.string(), side: v.nullable(v.string()), site: v.string() })),
        clinician: v.object({ _id: Uuid, name: v.string() }),
        /** of a light that is not green */
        reason: v.nullable(v.string()),
        /** the words of a question, a note or a wish for more time, the oldest that is open */
        question: v.nullable(v.string()),
        /** the choices that the form leaves open, in words */
        points: v.string(),
        listedOn: v.nullable(v.string()),
        isUrgent: v.boolean(),
        /** the last change of the version that the need is of, ISO; of a light the day of the list */
        updatedAt: v.string(),
        taken: v.nullable(TakenNeed),
      }),
    ),
  }),
  recordTake: post('record/take', {
    access: ['consents.write', 'consents.confirm', 'consents.withdraw'],
    summary:
      'Says that this person sees to a need of a case; it hides nothing, and ends with the need. `from` takes it over from whoever was shown: somebody else who has it by then is 409 TAKEN, with name and time.',
    holds: { answer: 'nothing', refusals: 'nothing' },
    input: v.strictObject({ id: Uuid, need: Need, from: v.optional(Uuid) }),
    output: Claimed,
  }),
  recordGiveBack: post('record/giveBack', {
    access: ['consents.write', 'consents.confirm', 'consents.withdraw'],
    summary: 'Says that this person does not see to a need any more.',
    holds: { answer: 'nothing', refusals: 'nothing' },
    input: v.strictObject({ id: Uuid, need: Need }),
    output: Claimed,
  }),
  recordTalked: post('record/talked', {
    holds: { answer: 'record', refusals: 'nothing' },
    access: ['consents.sign', 'consents.confirm'],
    summary:
      'Records that choices which a signed form leaves open were talked about, and the outcome. The form stays as it was signed: an answer that changes is a new version. With `takenBack` it settles that an operation was done whose consent was taken back after it, with `notes` that the notes of those who had answered were talked about.',
    input: v.pipe(
      v.strictObject({
        consentID: Uuid,
        choiceIDs: v.pipe(
          v.array(ChoiceId, 'The choices must be a list'),
          v.maxLength(CHOICES_MOST, `At most ${CHOICES_MOST} choices`),
        ),
        /** the operation was done, and whoever took the consent back was talked with */
        takenBack: v.optional(v.literal(true, 'Say that it was talked about, or leave it out')),
        /** all notes about this version were read, and talked about */
        notes: v.optional(v.literal(true, 'Say that they were talked about, or leave it out')),
        outcome: Prose({ label: 'Outcome', least: 1, most: LONG_TEXT_MOST }),
      }),
      v.forward(
        v.check(
          ({ choiceIDs, takenBack, notes }) => choiceIDs.length > 0 || takenBack === true || notes === true,
          'Say what was talked about',
        ),
        ['choiceIDs'],
      ),
    ),
    output: DataOf(Consent),
  }),
};
