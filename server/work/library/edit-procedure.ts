import type { Parsed } from '#contract/calls.ts';
import { isSameValue } from '#domain/base/canonical.ts';
import { procedureFaults } from '#domain/library/procedure-faults.ts';
import { mayEditProcedure } from '#domain/library/procedure-status.ts';
import { PROCEDURE_TRANSLATION } from '#domain/library/procedure-texts.ts';
import { translationFaults } from '#domain/templates/translation-faults.ts';
import { translationsAfterEdit } from '#domain/templates/translation-review.ts';
import { moveRefused, Refused } from '#server/api-error.ts';
import type { ProcedureRow } from '#server/data/library/library.ts';
import {
  insertProcedureVersion,
  lockProcedure,
  procedureDetails,
  updateProcedureVersion,
} from '#server/data/library/procedure-versions.ts';
import type { ProcedureContent } from '#server/data/tables/tables.ts';
import type { StaffActor } from '#server/http/actor.ts';
import { recordProcedureEvent, type Editing } from './procedure-event.ts';

/** Creates a procedure as a draft. @returns its id @throws Refused INVALID for what it lists twice, or cannot print */
export async function createProcedure({ translations, ...input }: Parsed<'procedureCreate'>, editing: Editing): Promise<string> {
  const { db, actor, deps, now } = editing;
  const edited = translationsAfterEdit(PROCEDURE_TRANSLATION, { stored: [], drafts: translations, userId: actor.userId });
  const fields = { ...input, translations: edited };
  refuseFaulty(fields);
  const id = deps.newId();
  await insertProcedureVersion(db, {
    organisation_id: actor.organisationId,
    id,
    version: 1,
    status: 'DRAFT',
    fields,
    clinically_reviewed: false,
    created_at: now,
    revision: 1,
    editors: [actor.userId],
    published_at: null,
    superseded_at: null,
  });
  await recordProcedureEvent(editing, { id, version: 1 }, { type: 'CREATED' });
  return id;
}

/**
 * Changes the newest version. One that is or was in use stays as it is: the edit makes the next version, a draft.
 *
 * @returns the version that has the edit
 * @throws Refused NOT_FOUND, VERSION_CONFLICT for a stale revision, MOVE_REFUSED while it is reviewed or retired, INVALID
 */
export async function updateProcedure(
  { procedureID: id, version, revision, translations, ...change }: Parsed<'procedureUpdate'>,
  editing: Editing,
): Promise<number> {
  const { newest } = await lockUnchanged(editing, { id, version, revision });
  if (!mayEditProcedure(newest.status)) throw moveRefused(`PROCEDURE_${newest.status}`);
  const before = newest.fields.translations ?? [];
  const fields = {
    ...editedFields(newest.fields, change),
    translations:
      translations === undefined
        ? before
        : translationsAfterEdit(PROCEDURE_TRANSLATION, { stored: before, drafts: translations, userId: editing.actor.userId }),
  };
  refuseFaulty(fields);
  const changed = changedFields({ ...newest.fields, translations: before }, fields);
  if (changed.length === 0) return newest.version;
  return storeEdit(editing, newest, { fields, changed, isReview: false });
}

type Edit = {
  readonly fields: ProcedureContent;
  /** names of the changed fields */
  readonly changed: readonly string[];
  /** a reader's mark: who sets it has edited nothing */
  readonly isReview: boolean;
  readonly note?: string;
};

/** Stores an edit in the newest version, or in the next one where that is or was in use. @returns the version that has it */
export async function storeEdit(
  editing: Editing,
  newest: ProcedureRow,
  { fields, changed, isReview, note = '' }: Edit,
): Promise<number> {
  const { db, actor, now } = editing;
  const isNext = newest.published_at !== null;
  // Words that serve have been read by a second person; those of a version that was taken out of use are read anew with the next one.
  const before = newest.status === 'ACTIVE' ? [] : newest.editors;
  const editors = isReview ? before : [...new Set([...before, actor.userId])];
  const next = { fields, revision: newest.revision + 1, editors };
  const at = isNext ? newest.version + 1 : newest.version;
  if (isNext) {
    await updateProcedureVersion(db, newest, { is_current: false });
    await insertProcedureVersion(db, {
      ...next,
      organisation_id: actor.organisationId,
      id: newest.id,
      version: at,
      status: 'DRAFT',
      clinically_reviewed: false,
      created_at: now,
      published_at: null,
      superseded_at: null,
    });
  } else await updateProcedureVersion(db, newest, { ...next, clinically_reviewed: false });
  await recordProcedureEvent(editing, { id: newest.id, version: at }, { type: 'EDITED', fields: [...changed], note });
  return at;
}

/**
 * Changes the links of the newest version and of the one in use.
 *
 * @throws Refused NOT_FOUND, VERSION_CONFLICT for a stale revision, MOVE_REFUSED while it is reviewed: the reviewer reads what is stored
 */
export async function editResources(
  { id, revision, ...links }: Parsed<'procedureEditResources'>,
  editing: Editing,
): Promise<void> {
  const { db, actor } = editing;
  const { newest, serving } = await lockUnchanged(editing, { id, revision });
  if (newest.status === 'UNDER_REVIEW') throw moveRefused('PROCEDURE_UNDER_REVIEW');
  const rows = serving === undefined || serving.version === newest.version ? [newest] : [newest, serving];
  const changed = [...new Set(rows.flatMap(({ fields }) => changedFields(fields, { ...fields, ...links })))];
  if (changed.length === 0) return;
  for (const row of rows)
    await updateProcedureVersion(db, row, {
      fields: { ...row.fields, ...links },
      revision: newest.revision + 1,
      editors: withEditor(row, actor),
    });
  await recordProcedureEvent(editing, { id, version: newest.version }, { type: 'RESOURCES', fields: changed });
}

/** The procedure, locked. @throws Refused NOT_FOUND, VERSION_CONFLICT with the newest version for one that the caller has not seen */
export async function lockUnchanged(
  { db, actor }: Editing,
  { id, version, revision }: { id: string; version?: number; revision?: number | undefined },
): Promise<{ newest: ProcedureRow; serving: ProcedureRow | undefined }> {
  const found = await lockProcedure(db, actor.organisationId, id);
  if (found === undefined) throw new Refused('NOT_FOUND');
  const { newest } = found;
  if ((version ?? newest.version) !== newest.version || (revision ?? newest.revision) !== newest.revision)
    throw new Refused('VERSION_CONFLICT', {
      data: { current: await procedureDetails(db, actor.organisationId, { id, version: newest.version }) },
      shows: null,
    });
  return found;
}

type Change = Omit<Parsed<'procedureUpdate'>, 'procedureID' | 'version' | 'revision' | 'translations'>;

function editedFields(
  before: ProcedureContent,
  { siteDefault, anaestheticDefault, formDefault, choices, bloodNotAsked, ...change }: Change,
): ProcedureContent {
  const present = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
  const {
    siteDefault: site,
    anaestheticDefault: anaesthetic,
    formDefault: form,
    choices: former,
    bloodNotAsked: blood,
    ...rest
  } = before;
  const defaults = {
    siteDefault: siteDefault === undefined ? site : siteDefault,
    anaestheticDefault: anaestheticDefault === undefined ? anaesthetic : anaestheticDefault,
    formDefault: formDefault === undefined ? form : formDefault,
    choices: choices === undefined ? former : choices,
    bloodNotAsked: bloodNotAsked === undefined ? blood : bloodNotAsked,
  };
  return { ...rest, ...present, ...Object.fromEntries(Object.entries(defaults).filter(([, value]) => value != null)) };
}

function changedFields(before: ProcedureContent, after: ProcedureContent): string[] {
  const names = Object.keys({ ...before, ...after }) as (keyof ProcedureContent)[];
  return names.filter((name) => !isSameValue(before[name], after[name]));
}

function withEditor({ editors }: ProcedureRow, { userId }: StaffActor): string[] {
  return [...new Set([...editors, userId])];
}

function refuseFaulty(fields: ProcedureContent): void {
  const faults = [...procedureFaults(fields), ...translationFaults(fields.translations ?? [])];
  if (faults.length > 0) throw new Refused('INVALID', { fields: faults });
}
