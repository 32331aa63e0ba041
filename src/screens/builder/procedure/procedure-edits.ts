import { hasInk } from '#domain/values/ink.ts';
import { chosenFrom } from '#domain/consents/chosen-procedure.ts';
import type { ConsentProcedure } from '#domain/consents/consent.ts';
import { choicesAfter, choicesAfterTemplate } from '#domain/consents/offered-choices.ts';
import type { Procedure } from '#domain/library/procedure.ts';
import type { Template } from '#domain/templates/library-template.ts';
import type { Benefit, Risk } from '#domain/library/procedure-parts.ts';
import { sectionsAtVersion } from '#domain/library/procedure-sections.ts';
import { deciderOf, type FormType } from '#domain/forms/form-types.ts';
import { FORM_WORDS } from '#domain/forms/form-words.ts';
import type { StoredSection } from '#domain/library/stored-section.ts';
import type { Draft } from '../draft/draft.ts';

type Adding = {
  /** those of the patient's age */
  readonly forms: readonly FormType[];
  /** own sections of this person for the procedure */
  readonly own?: readonly StoredSection[];
  readonly entries?: Entries;
};

/** The library's entries of chosen procedures by their ids, as far as they are loaded. */
type Entries = ReadonlyMap<string, Procedure>;

const NO_ENTRIES: Entries = new Map();

/** Adds a procedure at the end, with its choices; one that is already on the draft is not added again. The first one brings its usual form. */
export function addProcedure(draft: Draft, library: Procedure, { forms, own = [], entries = NO_ENTRIES }: Adding): Draft {
  if (draft.procedures.some(({ procedureID }) => procedureID === library.procedureID)) return draft;
  const formType = draft.procedures.length === 0 ? usualForm(draft, library, forms) : draft.formType;
  const choices = choicesAfter(draft, { come: [library], gone: [], stay: offeringsOf(draft.procedures, entries) });
  return { ...draft, ...choices, formType, procedures: [...draft.procedures, chosenFrom(library, own)] };
}

/** Puts the form on another template, with its choices; those of the one before go unless somebody has answered. */
export function changeTemplate(draft: Draft, templateID: string | null, templates: readonly Template[]): Draft {
  if (draft.templateID === templateID) return draft;
  const offering = (id: string | null) => templates.filter(({ _id }) => _id === id);
  const choices = choicesAfterTemplate(draft, { come: offering(templateID), gone: offering(draft.templateID), stay: [] });
  return { ...draft, ...choices, templateID };
}

/** Why a procedure cannot be added to this draft; null when it can. @param forms - those of the patient's age */
export function whyNotAdded(
  { procedures, formType }: Draft,
  { procedureID, formTypes }: Procedure,
  forms: readonly FormType[],
): string | null {
  if (procedures.some((each) => each.procedureID === procedureID)) return 'already chosen';
  // The first procedure decides the form.
  const possible: readonly FormType[] = procedures.length === 0 ? forms : [formType];
  return possible.some((each) => formTypes.includes(each))
    ? null
    : `not for ${listed(possible.map((each) => FORM_WORDS[each].name).toSorted())}`;
}

function listed(names: readonly string[]): string {
  return new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(names);
}

// A form that somebody has chosen for this patient is not replaced; a draft starts with the first form of the age. The library's
// usual form is one for adults: a child's form follows the child's decision-maker.
function usualForm({ formType }: Draft, { formDefault, formTypes }: Procedure, forms: readonly FormType[]): FormType {
  const possible = forms.filter((each) => formTypes.includes(each));
  const [start = formType] = forms;
  if (formTypes.includes(formType) && (formType !== start || deciderOf(start) === 'family')) return formType;
  return possible.find((each) => each === formDefault) ?? possible[0] ?? formType;
}

/** Takes a procedure off, with its choices that nobody has answered. */
export function removeProcedure(draft: Draft, at: number, entries: Entries = NO_ENTRIES): Draft {
  const procedures = draft.procedures.filter((_, index) => index !== at);
  const gone = offeringsOf(draft.procedures.slice(at, at + 1), entries);
  return { ...draft, ...choicesAfter(draft, { come: [], gone, stay: offeringsOf(procedures, entries) }), procedures };
}

function offeringsOf(procedures: readonly ConsentProcedure[], entries: Entries): (Procedure | undefined)[] {
  return procedures.map(({ procedureID }) => entries.get(procedureID));
}

/** Swaps a procedure with the one before it; the first stays where it is. */
export function moveProcedureUp(draft: Draft, at: number): Draft {
  const one = draft.procedures[at];
  const before = draft.procedures[at - 1];
  if (one === undefined || before === undefined) return draft;
  return { ...draft, procedures: draft.procedures.with(at - 1, one).with(at, before) };
}

export function changeProcedure(draft: Draft, at: number, change: Partial<ConsentProcedure>): Draft {
  return { ...draft, procedures: draft.procedures.map((each, index) => (index === at ? { ...each, ...change } : each)) };
}

/**
 * Takes the library's present texts. Choices made for this patient stay, and so do sections that the library never had.
 *
 * @param before - the sections of the library at the form's version; where that is not available, all that are not surely a
 *   person's own
 */
export function refreshFromLibrary(
  chosen: ConsentProcedure,
  library: Procedure,
  before: readonly StoredSection[],
): ConsentProcedure {
  const { site, personalRisks, anaesthetic, sections } = chosen;
  // A side that the present text does not ask for would stand on the form unseen.
  const side = library.sideRequired ? chosen.side : null;
  // Set also where there are no sections: the result is spread over the former choice.
  const present = sectionsAtVersion(sections ?? [], { before, now: library.sections });
  return { ...chosenFrom(library), side, site, personalRisks, anaesthetic, sections: present };
}

/** Leaves a risk out. A core risk needs a reason, which is stored with the consent; any other is simply removed. */
export function leaveOutRisk(chosen: ConsentProcedure, risk: Risk, reason: string): ConsentProcedure {
  const risks = chosen.risks.filter(({ name }) => name !== risk.name);
  if (!risk.core) return { ...chosen, risks };
  if (!hasInk(reason)) return chosen;
  const removedRisks = [
    ...chosen.removedRisks.filter(({ name }) => name !== risk.name),
    { name: risk.name, reason: reason.trim() },
  ];
  return { ...chosen, risks, removedRisks };
}

/** Puts a risk back in its place among the library's. */
export function putRiskBack(chosen: ConsentProcedure, risk: Risk, library: readonly Risk[]): ConsentProcedure {
  const indexOfName = (name: string) => {
    const at = library.findIndex((each) => each.name === name);
    return at === -1 ? library.length : at;
  };
  const risks = [...chosen.risks.filter(({ name }) => name !== risk.name), risk].toSorted(
    (a, b) => indexOfName(a.name) - indexOfName(b.name),
  );
  return { ...chosen, risks, removedRisks: chosen.removedRisks.filter(({ name }) => name !== risk.name) };
}

/** A risk as the clinician's list shows it: discussed, or left out (with the reason where it is a core risk). */
type RiskLine = { readonly risk: Risk; readonly leftOut: boolean; readonly reason: string | null };

/** The risks of a procedure in the library's order, with those that were left out in their old positions. */
export function riskLines(chosen: ConsentProcedure, library: readonly Risk[]): RiskLine[] {
  const known = library.map((risk) => chosen.risks.find(({ name }) => name === risk.name) ?? risk);
  const own = chosen.risks.filter(({ name }) => !library.some((each) => each.name === name));
  const named = new Set([...known, ...own].map(({ name }) => name));
  const gone = chosen.removedRisks.filter(({ name }) => !named.has(name));
  const lines = [...known, ...own].map((risk) => ({
    risk,
    leftOut: !chosen.risks.includes(risk),
    reason: chosen.removedRisks.find(({ name }) => name === risk.name)?.reason ?? null,
  }));
  return [...lines, ...gone.map(({ name, reason }) => ({ risk: nameless(name), leftOut: true, reason }))];
}

/** A benefit in the clinician's own words. */
export function ownBenefit(text: string): Benefit {
  return { text: text.trim(), source: null, year: null };
}

// The library has removed the risk: only its name is left.
function nameless(name: string): Risk {
  return { name, text: '', frequency: null, source: null, year: null, population: null, core: true };
}
