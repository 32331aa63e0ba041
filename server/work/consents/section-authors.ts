import type { Fault } from '#domain/base/fault.ts';
import type { ConsentProcedure } from '#domain/consents/consent.ts';
import type { ConsentProcedureDraft } from '#domain/consents/consent-fields.ts';
import type { ProcedureRow } from '#server/data/library/library.ts';
import { personalOf } from '#server/data/library/personal-procedures.ts';
import type { Db } from '#server/data/db.ts';
import { sectionDigest } from '#server/work/library/section-digest.ts';
import type { CarriedSections } from './carried-sections.ts';

type Written = {
  readonly drafts: readonly ConsentProcedureDraft[];
  readonly before: readonly ConsentProcedure[];
  /** by the place of the draft */
  readonly library: ReadonlyMap<number, ProcedureRow>;
  readonly carried: CarriedSections;
  readonly owner: { readonly organisationId: string; readonly userId: string };
};

/**
 * The sections of a call without a known author: neither on this form already, nor the library's, nor ever saved by the caller as
 * their own (a tablet may have queued the form with an older text).
 */
export async function foreignSections(db: Db, { drafts, before, library, carried, owner }: Written): Promise<Fault[]> {
  const unknown = drafts.flatMap(({ procedureID, sections = [] }, at) => {
    const row = library.get(at);
    // Sections of an older library version count only as far as they are carried over to this one.
    const onForm =
      row === undefined ? [] : before.filter((each) => each.procedureID === procedureID).flatMap((each) => carried(each, row));
    const known = new Set([...onForm, ...(row?.fields.sections ?? [])].map(sectionDigest));
    return sections.flatMap((section, nth) => {
      const digest = sectionDigest(section);
      return known.has(digest) ? [] : [{ procedureID, digest, path: `procedures.${at}.sections.${nth}` }];
    });
  });
  const own = new Map(
    (await personalOf(db, owner, [...new Set(unknown.map(({ procedureID }) => procedureID))])).map((row) => [
      row.procedure_id,
      new Set(row.former),
    ]),
  );
  return unknown
    .filter(({ procedureID, digest }) => own.get(procedureID)?.has(digest) !== true)
    .map(({ path }) => ({ path, message: 'This section is neither the library’s nor one of yours. Take it off this form.' }));
}

/** The sections of a call that stand twice on one procedure. */
export function doubledSections(drafts: readonly ConsentProcedureDraft[]): Fault[] {
  return drafts.flatMap(({ sections = [] }, at) =>
    sections.flatMap(({ id }, nth) =>
      sections.findIndex((each) => each.id === id) === nth
        ? []
        : [{ path: `procedures.${at}.sections.${nth}`, message: 'This section is on the form twice. Take one of them off.' }],
    ),
  );
}
