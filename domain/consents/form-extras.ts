import { decides } from '#domain/forms/signer-roles.ts';
import type { SignerRole } from '#domain/forms/signer-roles.ts';
import { questionsOfForm, type ProcedureQuestions, type UnderstandingQuestion } from '#domain/library/understanding.ts';

export type ResourceKind = 'LEAFLET' | 'VIDEO' | 'PICTURE';
/** A link of the library beside a form. */
export type FormResource = { readonly kind: ResourceKind; readonly title: string; readonly url: string };

/** Questions and links shown to a signer beside the record, from the library at the form's versions. They are not digested. */
export type FormExtras = {
  readonly understanding: readonly ProcedureQuestions[];
  readonly resources: readonly FormResource[];
};

type Link = { readonly title: string; readonly url: string };
/** The parts of a library entry that stand beside a form. */
export type ExtrasEntry = {
  readonly procedureName: string;
  readonly understanding: readonly UnderstandingQuestion[];
  readonly Leaflets: readonly Link[];
  readonly videoLinks: readonly Link[];
  readonly imageRefs: readonly Link[];
};

type OnForm = { readonly procedureID: string; readonly libraryVersion: number };
/**
 * Finds a library entry in exactly this version, or the one in use without a version; undefined where it is not available: the
 * form is shown without its extras.
 */
export type FindEntry = (procedureID: string, version?: number) => ExtrasEntry | undefined;

/**
 * The extras of a form for one role, in the order of its procedures: questions only for roles that decide, each link once. Links
 * come from the library version in use now, so that a removed link disappears from every form; from the form's own version where
 * none is in use.
 */
export function formExtrasOf(role: SignerRole, procedures: readonly OnForm[], find: FindEntry): FormExtras {
  const entries = procedures.flatMap(
    ({ procedureID, libraryVersion }) => find(procedureID) ?? find(procedureID, libraryVersion) ?? [],
  );
  const links = entries.flatMap(({ Leaflets, videoLinks, imageRefs }) => [
    ...Leaflets.map((link) => resourceOf('LEAFLET', link)),
    ...videoLinks.map((link) => resourceOf('VIDEO', link)),
    ...imageRefs.map((link) => resourceOf('PICTURE', link)),
  ]);
  return {
    understanding: decides(role) ? formQuestions(procedures, find) : [],
    resources: links.filter(({ url }, at) => links.findIndex((each) => each.url === url) === at),
  };
}

/** The questions of a form's procedures, for any role. */
export function formQuestions(procedures: readonly OnForm[], find: FindEntry): ProcedureQuestions[] {
  return questionsOfForm(
    procedures.flatMap(({ procedureID, libraryVersion }) => {
      const entry = find(procedureID, libraryVersion);
      return entry === undefined ? [] : [{ procedureID, procedureName: entry.procedureName, questions: entry.understanding }];
    }),
  );
}

function resourceOf(kind: ResourceKind, { title, url }: Link): FormResource {
  return { kind, title, url };
}
