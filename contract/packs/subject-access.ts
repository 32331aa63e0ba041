import * as v from 'valibot';
import { FILE_TYPES } from '#contract/engine/file-types.ts';
import { get, post } from '#contract/engine/define.ts';
import { DataOf } from '#contract/engine/shapes.ts';
import { integerBetween, ListOf, PageFields, PersonAndTime } from '#contract/shapes/list-shapes.ts';
import { durationInProse } from '#domain/base/duration-words.ts';
import { MB } from '#domain/base/limits.ts';
import {
  PACK_DECISIONS,
  PACK_FOR,
  PACK_LINE_KINDS,
  PACK_LINES_AT_ONCE,
  PACK_PART_MOST,
  PACK_REASON_MOST,
  PACK_STATES,
  PACK_TIME,
} from '#domain/packs/pack.ts';
import { Prose, Uuid } from '#domain/values/text.ts';

/** A pack of all that is stored of a patient. */
export const SubjectPack = v.object({
  id: Uuid,
  patientID: Uuid,
  recordID: v.nullable(v.string()),
  firstName: v.string(),
  lastName: v.string(),
  dateOfBirth: v.string(),
  for: v.picklist(PACK_FOR),
  reason: v.string(),
  state: v.picklist(PACK_STATES),
  asked: PersonAndTime,
  released: v.nullable(PersonAndTime),
  /** until when its parts lie ready, ISO; null before */
  endsAt: v.nullable(v.string()),
  /** rows and files of it; null while it is gathered */
  counts: v.nullable(v.object({ rows: v.number(), documents: v.number() })),
  /** lines about others, and how many of them wait for a decision */
  lines: v.number(),
  openLines: v.number(),
  /** whether the caller may release it: somebody who decided about a line may not, nor who asked where there was nothing to decide */
  mayRelease: v.boolean(),
  /** the files to be downloaded, each with its size in bytes */
  parts: v.array(v.object({ number: v.number(), bytes: v.number() })),
});
export type SubjectPack = v.InferOutput<typeof SubjectPack>;

/** A line of a pack that is about others. */
export const SubjectPackLine = v.object({
  id: Uuid,
  kind: v.picklist(PACK_LINE_KINDS),
  /** the table that it stands in, in words */
  source: v.string(),
  words: v.string(),
  decision: v.nullable(v.picklist(PACK_DECISIONS)),
  reason: v.string(),
  decided: v.nullable(PersonAndTime),
});
export type SubjectPackLine = v.InferOutput<typeof SubjectPackLine>;

const privacy = ['privacy.manage'] as const;
const Reason = Prose({ label: 'Reason', least: 1, most: PACK_REASON_MOST });
/** Parts of one pack [choice]. */
const PARTS_MOST = 1000;

export const subjectAccess = {
  subjectAccessCreate: post('subjectAccess/create', {
    holds: { answer: 'lines', refusals: 'nothing' },
    access: privacy,
    summary:
      'Asks for a pack of all that is stored of a patient, with a reason and for whom it is. It is gathered, and waits for people: nothing of it leaves before one has decided about each line that is about others, and another has released it.',
    input: v.strictObject({ patientID: Uuid, reason: Reason, for: v.picklist(PACK_FOR, 'Say whom it is for') }),
    output: DataOf(SubjectPack),
  }),
  subjectAccessGet: get('subjectAccess/get', {
    holds: { answer: 'lines', refusals: 'nothing' },
    access: privacy,
    summary: 'Packs, newest first, of all patients or one, each with what it waits for.',
    input: v.strictObject({ ...PageFields, patientID: v.optional(Uuid) }),
    output: ListOf(SubjectPack),
  }),
  subjectAccessLines: get('subjectAccess/lines', {
    holds: { answer: 'lines', refusals: 'nothing' },
    access: privacy,
    summary: 'The lines of a pack that are about others, those that wait for a decision first.',
    input: v.strictObject({ ...PageFields, id: Uuid }),
    output: ListOf(SubjectPackLine),
  }),
  subjectAccessDecide: post('subjectAccess/decide', {
    holds: { answer: 'lines', refusals: 'nothing' },
    access: privacy,
    summary: 'Keeps lines of a pack, or withholds them, with a reason. It can be decided anew until the pack is released.',
    input: v.strictObject({
      id: Uuid,
      lines: v.pipe(
        v.array(Uuid, 'The lines must be a list'),
        v.minLength(1, 'Choose a line'),
        v.maxLength(PACK_LINES_AT_ONCE, `At most ${PACK_LINES_AT_ONCE} lines at once`),
      ),
      decision: v.picklist(PACK_DECISIONS, 'Say whether the lines are kept'),
      reason: Reason,
    }),
    output: DataOf(SubjectPack),
  }),
  subjectAccessRelease: post('subjectAccess/release', {
    holds: { answer: 'lines', refusals: 'nothing' },
    access: privacy,
    summary: `Releases a pack all of whose lines are decided, by somebody who decided about none of them. It is then made, and lies ready for ${durationInProse(PACK_TIME)}.`,
    input: v.strictObject({ id: Uuid }),
    output: DataOf(SubjectPack),
  }),
  subjectAccessDownload: post('subjectAccess/download', {
    holds: { answer: 'record', refusals: 'nothing' },
    access: privacy,
    summary: `One part of a pack that is ready, a ZIP of at most ${PACK_PART_MOST / MB} MiB. The security log says who took it.`,
    input: v.strictObject({ id: Uuid, part: integerBetween('part', PARTS_MOST) }),
    output: v.unknown(),
    answer: 'file',
    fileTypes: [FILE_TYPES.ZIP],
    keyed: false,
  }),
};
