import { missingIn, type Missing } from '#domain/completeness.ts';
import {
  ConsentProcedureDraft,
  ContentFields,
  STARTER_CHOICES,
  type ConsentContent,
  type ConsentProcedure,
} from '#domain/consent.ts';
import type { Patient } from '#domain/patient.ts';
import * as v from 'valibot';
import type { DraftFields, KeptConsent } from './kept.ts';
import type { LibraryHere } from './library-here.ts';

/** The content as the server will have it once everything is sent: its copy with what was written here on top, procedures whole. */
export function contentOf({ server, draft, formType }: KeptConsent, library: LibraryHere): ConsentContent {
  const given = v.parse(Fields, draft);
  const before = server?.procedures ?? [];
  return {
    formType,
    procedures: given.procedures?.map((each) => filled(each, before, library).procedure) ?? before,
    templateID: given.templateID ?? server?.templateID ?? null,
    clinicianStatement: given.clinicianStatement === undefined ? (server?.clinicianStatement ?? null) : given.clinicianStatement,
    mattersToMe: given.mattersToMe ?? server?.mattersToMe ?? '',
    additionalChoices: given.additionalChoices ?? server?.additionalChoices ?? STARTER_CHOICES,
    refusals: given.refusals ?? server?.refusals ?? [],
    interpreter: given.interpreter === undefined ? (server?.interpreter ?? null) : given.interpreter,
    interpreterNeeded: given.interpreterNeeded === undefined ? (server?.interpreterNeeded ?? null) : given.interpreterNeeded,
    interpreterNoneReason: given.interpreterNoneReason ?? server?.interpreterNoneReason ?? '',
  };
}

/** Whether this device has the library's words of each procedure in the version that the draft names, as the server fills them in. */
export function hasAllWords({ server, draft }: KeptConsent, library: LibraryHere): boolean {
  const { procedures = [] } = v.parse(Fields, draft);
  return procedures.every((each) => filled(each, server?.procedures ?? [], library).isExact);
}

/** What keeps a draft from being made ready, judged by the library as this device has it. */
export function missingHere(content: ConsentContent, patient: Pick<Patient, 'communication'>, library: LibraryHere): Missing[] {
  const retired = content.procedures.flatMap(({ procedureID, procedureName }, at) =>
    library.isInUse(procedureID)
      ? []
      : [
          {
            path: `procedures.${at}.procedureID`,
            message: `${procedureName} is no longer in use: choose another procedure`,
            step: 'procedure' as const,
          },
        ],
  );
  const pinned = (id: string) =>
    library.entry(id, content.procedures.find(({ procedureID }) => procedureID === id)?.libraryVersion);
  const missing = missingIn(
    { ...content, interpreting: content },
    {
      interpreterNeeded: patient.communication.interpreterNeeded,
      coreRisks: (id) => pinned(id)?.risks.filter(({ core }) => core) ?? [],
      // Where the entry is not on this device, the server has the last word.
      formTypesOf: (id) => (pinned(id) ?? library.entry(id))?.formTypes ?? [content.formType],
    },
  );
  return [...retired, ...missing];
}

/** A procedure of the server's copy as a call would name it: without what the library fills in. */
export function asDrafted(procedure: ConsentProcedure): Omit<ConsentProcedure, LibraryWords> {
  const { procedureName: _n, procedureDescription: _d, procedureAcronym: _a, sideRequired: _s, ...drafted } = procedure;
  return drafted;
}

/** Fields of a draft as a row of this device holds them once they are kept: trimmed, with their defaults. None where one does not fit. */
export function asKept(fields: DraftFields): Readonly<Record<string, unknown>> {
  const parsed = v.safeParse(Fields, fields);
  return parsed.success ? parsed.output : {};
}

type LibraryWords = 'procedureName' | 'procedureDescription' | 'procedureAcronym' | 'sideRequired';
const Fields = v.object(ContentFields);

type Filled = { readonly procedure: ConsentProcedure; readonly isExact: boolean };

// What a draft leaves out is the library's, at the version that it names: the server fills in the very same.
function filled(draft: ConsentProcedureDraft, before: readonly ConsentProcedure[], library: LibraryHere): Filled {
  const { procedureID } = draft;
  const kept = before.find((each) => each.procedureID === procedureID);
  const version = draft.libraryVersion ?? kept?.libraryVersion;
  const exact = library.entry(procedureID, version) ?? (kept?.libraryVersion === version ? kept : undefined);
  const words = exact ?? kept ?? library.entry(procedureID);
  return {
    isExact: exact !== undefined,
    procedure: {
      procedureID,
      libraryVersion: version ?? versionOf(words),
      procedureName: words?.procedureName ?? 'A procedure that is not on this tablet',
      procedureDescription: words?.procedureDescription ?? '',
      procedureAcronym: words?.procedureAcronym ?? '',
      sideRequired: words?.sideRequired ?? false,
      side: draft.side,
      site: draft.site,
      // What stands in the form already is no answer for what is left out: the library is.
      benefits: draft.benefits ?? words?.benefits ?? [],
      risks: draft.risks ?? words?.risks ?? [],
      removedRisks: draft.removedRisks,
      alternatives: draft.alternatives ?? words?.alternatives ?? [],
      personalRisks: draft.personalRisks,
      anaesthetic: draft.anaesthetic,
    },
  };
}

function versionOf(words: { readonly version: number } | { readonly libraryVersion: number } | undefined): number {
  if (words === undefined) return 0;
  return 'version' in words ? words.version : words.libraryVersion;
}
