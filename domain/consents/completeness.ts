import { hasInk } from '#domain/values/ink.ts';
import { abilityOf, type Capacity } from '#domain/capacity/capacity.ts';
import { isForChild } from '#domain/forms/age-at-signing.ts';
import { CAPACITY_RULES, capacityMissing } from '#domain/capacity/capacity-rules.ts';
import { isInterpreted, type ClinicianStatement, type ConsentProcedure, type Interpreting } from './consent.ts';
import { isSided, needlessSide } from './planned-procedure.ts';
import type { Family } from '#domain/family/family.ts';
import type { FamilyAround } from '#domain/family/family-form.ts';
import { familyMissing } from '#domain/family/family-rules.ts';
import type { Missing } from '#domain/forms/missing.ts';
import { NO_TREATMENT, type Risk } from '#domain/library/procedure-parts.ts';
import { deciderOf, type Decider, type FormType } from '#domain/forms/form-types.ts';
import { FORMS } from '#domain/forms/form-rules.ts';
import { FORM_WORDS } from '#domain/forms/form-words.ts';

export type DraftContent = {
  formType: FormType;
  procedures: readonly ConsentProcedure[];
  templateID: string | null;
  clinicianStatement: ClinicianStatement | null;
  interpreting: Interpreting;
  family: Family;
  capacity: Capacity | null;
};

export type Around = {
  patientName: string;
  /** the clinician who will sign; empty where that is not known yet */
  clinicianName: string;
  /** plain date of the act, where the organisation is */
  today: string;
  /** moment of the act, ISO */
  now: string;
  /** of the patient on the day of the act, whole years */
  age: number;
  /** the language in the patient's record */
  interpreterNeeded: boolean;
  /** The form was completed on a tablet, by the rules of its build, and may carry signatures already. */
  isPinnedOnTablet?: boolean;
  /** the library's core risks of each chosen procedure at its pinned version */
  coreRisks: (procedureID: string) => readonly Pick<Risk, 'name'>[];
  /** the form types for which each chosen procedure may be used */
  formTypesOf: (procedureID: string) => readonly FormType[];
};

/** One rule of a complete form; what it finds is named by its field. */
type FormRule = { readonly id: string; readonly find: (content: DraftContent, around: Around) => Missing[] };

/** As {@link FormRule}, of each procedure of a form. @param path - of the procedure: `procedures.0` */
type ProcedureRule = {
  readonly id: string;
  readonly find: (
    procedure: ConsentProcedure,
    at: { path: string; formType: FormType },
    around: Pick<Around, 'coreRisks' | 'formTypesOf' | 'isPinnedOnTablet'>,
  ) => Missing[];
};

const PROCEDURE_RULES: readonly ProcedureRule[] = [
  { id: 'side', find: sideMissing },
  { id: 'form type', find: formTypeMissing },
  { id: 'sedation', find: sedationMissing },
  { id: 'no treatment', find: noTreatmentMissing },
  { id: 'core risks', find: coreRisksMissing },
];

const FORM_RULES: readonly FormRule[] = [
  { id: 'procedure', find: procedureMissing },
  { id: 'template', find: templateMissing },
  { id: 'family', find: familyPart },
  { id: 'capacity', find: capacityPart },
  { id: 'interpreter', find: interpreterMissing },
  { id: 'statement', find: statementMissing },
];

/** The names of the rules of a complete form; `family` and `capacity` stand for tables of their own. */
export const COMPLETENESS_RULES: readonly string[] = [...PROCEDURE_RULES, ...FORM_RULES].map(({ id }) => id);

/** The faults that keep this version from being completed; empty when it is complete for its form type. */
export function missingIn(content: DraftContent, around: Around, rules: readonly string[] = COMPLETENESS_RULES): Missing[] {
  const { formType, procedures } = content;
  const isIn = ({ id }: { readonly id: string }) => rules.includes(id);
  const inForm = FORM_RULES.filter(isIn).flatMap(({ find }) => find(content, around));
  const inProcedures = procedures.flatMap((each, at) =>
    PROCEDURE_RULES.filter(isIn).flatMap(({ find }) => find(each, { path: `procedures.${at}`, formType }, around)),
  );
  const isFirst = ({ path }: Missing) => path === 'procedures' || path === 'templateID';
  return [...inForm.filter(isFirst), ...inProcedures, ...inForm.filter((each) => !isFirst(each))];
}

function familyPart(content: DraftContent, { patientName, age, today }: Around): Missing[] {
  const { formType, procedures, capacity, interpreting } = content;
  const around = familyAroundOf({ formType, procedures, capacity, ...interpreting }, { patientName, age, today });
  return familyMissing(content.family, around).map(({ path, message, step }) => ({ path, message, step }));
}

function capacityPart({ formType, capacity, clinicianStatement }: DraftContent, around: Around): Missing[] {
  const form = { capacity, clinicianStatement, clinicianName: around.clinicianName };
  switch (deciderOf(formType)) {
    case 'clinician':
      return capacityMissing(form, around);
    case 'family': {
      // A young person loses the own decision by a whole test alone (rule C2): that it says "not able" is the family's rule.
      const isTested = abilityOf(capacity) === 'NOT_ABLE' && !isForChild(around.age);
      return isTested ? capacityMissing(form, around, { A3: CAPACITY_RULES.A3, A4: CAPACITY_RULES.A4 }) : [];
    }
    case 'patient':
      return [];
  }
}

type FamilyParts = Interpreting & Pick<DraftContent, 'formType' | 'procedures' | 'capacity'>;

/** The facts beside the family's part on which its rules depend. */
export function familyAroundOf(
  { formType, procedures, capacity, ...interpreting }: FamilyParts,
  { patientName, age, today }: Pick<Around, 'patientName' | 'age' | 'today'>,
): FamilyAround {
  return {
    formType,
    age,
    today,
    ability: abilityOf(capacity),
    anaesthetics: procedures.flatMap(({ anaesthetic }) => anaesthetic),
    patientName,
    interpreter: isInterpreted(interpreting) ? interpreting.interpreter : null,
  };
}

function procedureMissing({ procedures }: DraftContent): Missing[] {
  return procedures.length > 0 ? [] : [{ path: 'procedures', message: 'Choose at least one procedure', step: 'procedure' }];
}

function templateMissing({ templateID }: DraftContent): Missing[] {
  return templateID !== null ? [] : [{ path: 'templateID', message: 'Choose a form template', step: 'procedure' }];
}

type Find = ProcedureRule['find'];

function sideMissing(...[procedure, { path }, { isPinnedOnTablet = false }]: Parameters<Find>): Missing[] {
  const { sideRequired, side, procedureName } = procedure;
  const lacks = sideRequired && !isSided(side) ? `Choose the side for ${procedureName}` : null;
  // A form that left a tablet of an earlier build may carry signatures already.
  const message = lacks ?? (isPinnedOnTablet ? null : needlessSide(procedure));
  return message === null ? [] : [{ path: `${path}.side`, message, step: 'procedure' }];
}

function formTypeMissing(...[{ procedureID, procedureName }, { path, formType }, { formTypesOf }]: Parameters<Find>): Missing[] {
  if (formTypesOf(procedureID).includes(formType)) return [];
  return [{ path: `${path}.procedureID`, message: `${procedureName} is not for this type of form`, step: 'procedure' }];
}

function sedationMissing({ anaesthetic, procedureName }: ConsentProcedure, { path, formType }: Parameters<Find>[1]): Missing[] {
  if (FORMS[formType].hasSedation || !anaesthetic.includes('SEDATION')) return [];
  const message = `${FORM_WORDS[formType].name} is for procedures without sedation; ${procedureName} plans sedation`;
  return [{ path: `${path}.anaesthetic`, message, step: 'procedure' }];
}

function noTreatmentMissing({ alternatives, procedureName }: ConsentProcedure, { path }: Parameters<Find>[1]): Missing[] {
  if (alternatives.includes(NO_TREATMENT)) return [];
  const message = `Name “${NO_TREATMENT}” among the alternatives to ${procedureName}`;
  return [{ path: `${path}.alternatives`, message, step: 'risks' }];
}

function coreRisksMissing(...[procedure, { path }, { coreRisks }]: Parameters<Find>): Missing[] {
  const { procedureID, procedureName, risks, removedRisks } = procedure;
  return coreRisks(procedureID).flatMap(({ name: risk }): Missing[] => {
    const isInContent = risks.some(({ name }) => name === risk);
    const isExplained = removedRisks.some((removed) => removed.name === risk && hasInk(removed.reason));
    if (isInContent || isExplained) return [];
    const message = `Keep the core risk “${risk}” of ${procedureName}, or give a reason for leaving it out`;
    return [{ path: `${path}.risks`, message, step: 'risks' }];
  });
}

function interpreterMissing({ interpreting }: DraftContent, { interpreterNeeded, isPinnedOnTablet = false }: Around): Missing[] {
  const at = (path: string, message: string): Missing => ({ path, message, step: 'interpreter' });
  const hasReason = hasInk(interpreting.interpreterNoneReason);
  if (interpreting.interpreterNeeded === null && interpreting.interpreter === null)
    // Builds before did not ask: a patient's signature on such a form must not be lost for it.
    return isPinnedOnTablet && (!interpreterNeeded || hasReason)
      ? []
      : [at('interpreterNeeded', 'Say whether an interpreter is needed')];
  if (interpreterNeeded && interpreting.interpreterNeeded === false && !hasReason)
    return [
      at('interpreterNoneReason', 'The patient’s record says that an interpreter is needed: give a reason for going without'),
    ];
  if (!isInterpreted(interpreting)) return [];
  const who = interpreting.interpreter;
  if (who === null || !hasInk(who.name))
    return hasReason ? [] : [at('interpreter', 'Name the interpreter, or give a reason for going without')];
  const missing: Missing[] = [];
  if (!hasInk(who.language)) missing.push(at('interpreter.language', 'Say in which language the interpreter speaks'));
  if (who.signing === 'LINK' && who.emailAddress === null)
    missing.push(at('interpreter.emailAddress', 'Enter the email of the interpreter, who signs by a link'));
  if ((hasInk(who.relation ?? '') || who.adult === false) && !hasInk(who.relationReason))
    missing.push(at('interpreter.relationReason', 'Give a reason for a relative or a minor as interpreter'));
  return missing;
}

/** Why a form cannot be completed on which a clinician does not say that who decides is able to. */
const UNABLE: Readonly<Record<Exclude<Decider, 'clinician'>, string>> = {
  family: 'Say that whoever consents can decide: else this form cannot be completed',
  patient: 'A patient without capacity needs Form 4: this form cannot be completed',
};

function statementMissing({ clinicianStatement, formType }: DraftContent): Missing[] {
  const at = (path: string, message: string): Missing => ({ path, message, step: 'review' });
  if (clinicianStatement === null) return [at('clinicianStatement', 'Add your statement')];
  const missing: Missing[] = [];
  if (!clinicianStatement.discussed)
    missing.push(at('clinicianStatement.discussed', 'Confirm that you have talked the procedure through'));
  const decider = deciderOf(formType);
  if (decider !== 'clinician' && !clinicianStatement.capacity) missing.push(at('clinicianStatement.capacity', UNABLE[decider]));
  return missing;
}
