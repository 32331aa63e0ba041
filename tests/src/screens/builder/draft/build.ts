import type { ConsentProcedure } from '#domain/consents/consent.ts';
import type { Procedure } from '#domain/library/procedure.ts';
import type { Risk } from '#domain/library/procedure-parts.ts';
import { chosenFrom } from '#domain/consents/chosen-procedure.ts';
import { newDraft, type Draft } from '#src/screens/builder/draft/draft.ts';

/** A risk as the library has it. */
export function risk(name: string, change: Partial<Risk> = {}): Risk {
  return { name, text: '', frequency: null, source: null, year: null, population: null, core: false, ...change };
}

/** A procedure of the library: two core risks and one that is not. */
export function procedure(change: Partial<Procedure> = {}): Procedure {
  return {
    procedureID: '01890000-0000-7000-8000-000000000001',
    version: 1,
    status: 'ACTIVE',
    procedureName: 'Cataract surgery with lens implant',
    procedureDescription: 'The cloudy lens is replaced.',
    procedureAcronym: 'PHACO',
    speciality: 'Ophthalmology',
    formTypes: ['FORM_1', 'FORM_3'],
    sideRequired: true,
    benefits: [{ text: 'Clearer sight', source: null, year: null }],
    risks: [risk('Tear', { core: true }), risk('Dry eye'), risk('Infection', { core: true })],
    alternatives: ['New glasses', 'No treatment'],
    sections: [],
    videoLinks: [],
    Leaflets: [],
    imageRefs: [],
    understanding: [],
    reviewDate: null,
    owner: null,
    clinicallyReviewed: false,
    codes: [],
    revision: 1,
    newest: null,
    ...change,
  };
}

/** A chosen procedure. */
export function chosen(change: Partial<ConsentProcedure> = {}): ConsentProcedure {
  return { ...chosenFrom(procedure()), ...change };
}

/** A draft with one procedure. */
export function draft(change: Partial<Draft> = {}): Draft {
  return { ...newDraft(), procedures: [chosen()], ...change };
}
