import { Procedure, ProcedureChange, ProcedureDetails, ProcedureFields, ResourceFields } from '#domain/library/procedure.ts';
import { TranslationLanguage, translationsOf } from '#domain/templates/translation.ts';
import { ProcedureTranslationDraft } from '#domain/library/procedure-translation.ts';
import { PROCEDURE_STATUSES } from '#domain/library/procedure-status.ts';
import { PersonalProcedure } from '#domain/library/personal-procedure.ts';
import { SECTION_TITLE_MOST, SectionNodes } from '#domain/library/procedure-sections.ts';
import { Template } from '#domain/templates/library-template.ts';
import { Prose, SingleLine, Uuid } from '#domain/values/text.ts';
import * as v from 'valibot';
import { get, post, put } from '#contract/engine/define.ts';
import { DataOf } from '#contract/engine/shapes.ts';
import { integerBetween, ListOf, PageFields, Search, StatusFilter } from '#contract/shapes/list-shapes.ts';

/** Characters of the note with which a procedure is moved on [choice]. */
export const MOVE_NOTE_MOST = 1000;

const Version = integerBetween('version', 1_000_000);

const Reviewed = v.boolean('Say whether the translation was reviewed');

/** The revision that the editor saw: a stale one is refused with the present procedure. */
const Revision = integerBetween('revision', 1_000_000);

/** The whole list replaces the stored one. Marks of a review are the server’s: a changed translation loses its mark. */
const Translations = translationsOf(ProcedureTranslationDraft);

/** The filters of the library. */
export const ProcedureFilter = { search: Search, status: StatusFilter(PROCEDURE_STATUSES) };

export const library = {
  procedureCreate: post('procedure/create', {
    holds: { answer: 'nothing', refusals: 'nothing' },
    access: ['procedures.edit'],
    summary: 'Creates a procedure as a draft.',
    input: v.strictObject({ ...ProcedureFields, translations: v.optional(Translations, []) }),
    output: DataOf(ProcedureDetails),
  }),
  procedureUpdate: put('procedure/update', {
    holds: { answer: 'nothing', refusals: 'nothing' },
    access: ['procedures.edit'],
    summary:
      'Changes the fields that are given, of the newest version. A version that is or was in use stays as it is: the edit makes the next one, a draft.',
    input: v.strictObject({
      procedureID: Uuid,
      version: Version,
      revision: Revision,
      ...ProcedureChange,
      translations: v.optional(Translations),
    }),
    output: DataOf(ProcedureDetails),
  }),
  procedureUpdateStatus: post('procedure/update/status', {
    holds: { answer: 'nothing', refusals: 'nothing' },
    access: ['procedures.edit', 'procedures.publish'],
    summary: 'Moves a version, the newest one when none is named: to review, into use, back to draft, or out of use.',
    input: v.strictObject({
      procedureID: Uuid,
      version: v.optional(Version),
      /** of the text that was read; a stale one is refused with the present procedure */
      revision: v.optional(Revision),
      status: v.picklist(PROCEDURE_STATUSES, `The status must be one of ${PROCEDURE_STATUSES.join(', ')}`),
      note: v.optional(Prose({ label: 'Note', most: MOVE_NOTE_MOST }), ''),
    }),
    output: DataOf(ProcedureDetails),
  }),
  procedureEditResources: post('procedure/edit/resources', {
    holds: { answer: 'nothing', refusals: 'nothing' },
    access: ['procedures.edit'],
    summary:
      'Changes the links to leaflets, videos and pictures, of the newest version and of the one in use. The server never fetches them.',
    input: v.strictObject({ id: Uuid, revision: Revision, ...ResourceFields }),
    output: DataOf(ProcedureDetails),
  }),
  procedureAddSection: post('procedure/add/section', {
    holds: { answer: 'nothing', refusals: 'nothing' },
    access: ['consents.write'],
    summary:
      'Adds a section of one’s own to a procedure; a known id replaces, without nodes removes. With a base version: all are right for the version in use.',
    input: v.pipe(
      v.strictObject({
        id: Uuid,
        section: v.optional(
          v.strictObject({
            id: v.optional(Uuid),
            title: v.optional(SingleLine({ label: 'Title', most: SECTION_TITLE_MOST })),
            nodes: v.optional(SectionNodes),
          }),
        ),
        /** of one's own sections for the procedure, as read; needed to replace or remove one */
        revision: v.optional(Revision),
        baseVersion: v.optional(Version),
      }),
      v.forward(
        v.check(({ section, baseVersion }) => section !== undefined || baseVersion !== undefined, 'Enter a section'),
        ['section'],
      ),
    ),
    output: v.object({ message: v.string(), personalProcedures: v.array(PersonalProcedure) }),
  }),
  procedurePromote: post('procedure/promote', {
    holds: { answer: 'nothing', refusals: 'nothing' },
    access: ['procedures.edit'],
    summary: 'Puts a section of one’s own into the procedure, as a draft that a second person reviews.',
    input: v.strictObject({ procedureID: Uuid, sectionID: Uuid }),
    output: DataOf(ProcedureDetails),
  }),
  procedureReviewTranslation: post('procedure/review/translation', {
    holds: { answer: 'nothing', refusals: 'nothing' },
    access: ['procedures.publish'],
    summary:
      'Marks a translation of the newest version as reviewed, or takes the mark away; who wrote it cannot. A version that is or was in use stays as it is: the mark makes the next one, a draft.',
    input: v.strictObject({ procedureID: Uuid, revision: Revision, language: TranslationLanguage, reviewed: Reviewed }),
    output: DataOf(ProcedureDetails),
  }),
  procedureGet: get('procedure/get', {
    holds: { answer: 'nothing', refusals: 'nothing' },
    access: ['consents.read'],
    summary:
      'The procedures of the library: each at the version in use, or else at its newest. With a status, the versions in use or the newest ones that have it.',
    input: v.strictObject({ ...PageFields, ...ProcedureFilter }),
    output: ListOf(Procedure),
    offline: 'cached',
  }),
  procedureGetDetails: get('procedure/get/details', {
    holds: { answer: 'nothing', refusals: 'nothing' },
    access: ['consents.read'],
    summary: 'One procedure with its history: at the version named, else at the one in use, else at its newest.',
    input: v.strictObject({ id: Uuid, version: v.optional(Version) }),
    output: DataOf(ProcedureDetails),
    offline: 'cached',
  }),
  templatesGet: get('templates/get', {
    holds: { answer: 'nothing', refusals: 'nothing' },
    access: ['consents.read'],
    summary: 'The form templates; the search matches name and form type.',
    input: v.strictObject({ ...PageFields, search: Search }),
    output: ListOf(Template),
    offline: 'cached',
  }),
};
