import { isInterpreted, type ClinicianStatement, type ConsentProcedure, type Interpreting } from './consent.ts';
import { NO_TREATMENT, type Risk } from './procedure-parts.ts';
import type { FormType } from './states.ts';

/** The steps of the builder, in their order; `activeTab` is an index into them. */
export const BUILDER_STEPS = ['procedure', 'risks', 'matters', 'interpreter', 'review'] as const;
export type BuilderStep = (typeof BUILDER_STEPS)[number];

/** The age from which somebody is presumed able to decide alone, in whole years. */
const PRESUMED_ABLE_FROM = 16;

/** Whether somebody of this age (whole years) decides alone only after an assessment, and else an adult for them. */
export function isForChild(age: number): boolean {
  return age < PRESUMED_ABLE_FROM;
}

/** One fault that keeps a draft from being sent, and the step where it is corrected. */
export type Missing = { path: string; message: string; step: BuilderStep };

export type DraftContent = {
  formType: FormType;
  procedures: readonly ConsentProcedure[];
  templateID: string | null;
  clinicianStatement: ClinicianStatement | null;
  interpreting: Interpreting;
};

export type Around = {
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

/** The faults that keep this version from being completed; empty when it is complete for its form type. */
export function missingIn(content: DraftContent, around: Around): Missing[] {
  const isKnown = content.formType === 'FORM_1' || content.formType === 'FORM_3';
  // Parental agreement and best interests need parts that do not exist yet: half a form would look like a whole one.
  if (!isKnown)
    return [
      {
        path: 'formType',
        message: 'Form 2 and Form 4 cannot be completed here yet: use your hospital’s own form',
        step: 'procedure',
      },
    ];
  // A form on which a child decides alone needs an assessment that it cannot hold yet (rule C13).
  if (isForChild(around.age))
    return [
      {
        path: 'formType',
        message: `Under ${PRESUMED_ABLE_FROM} this form cannot be completed here yet: use your hospital’s own form for a child`,
        step: 'procedure',
      },
    ];
  return [...proceduresMissing(content, around), ...interpreterMissing(content, around), ...statementMissing(content)];
}

function proceduresMissing({ procedures, formType, templateID }: DraftContent, { coreRisks, formTypesOf }: Around): Missing[] {
  const missing: Missing[] = [];
  if (procedures.length === 0) missing.push({ path: 'procedures', message: 'Choose at least one procedure', step: 'procedure' });
  if (templateID === null) missing.push({ path: 'templateID', message: 'Choose a form template', step: 'procedure' });
  procedures.forEach((each, at) => {
    const path = `procedures.${at}`;
    const name = each.procedureName;
    if (each.sideRequired && (each.side === null || each.side === 'NOT_APPLICABLE'))
      missing.push({ path: `${path}.side`, message: `Choose the side for ${name}`, step: 'procedure' });
    if (!formTypesOf(each.procedureID).includes(formType))
      missing.push({ path: `${path}.procedureID`, message: `${name} is not for this type of form`, step: 'procedure' });
    if (formType === 'FORM_3' && each.anaesthetic.includes('SEDATION'))
      missing.push({
        path: `${path}.anaesthetic`,
        message: `Form 3 is for procedures without sedation; ${name} plans sedation`,
        step: 'procedure',
      });
    if (!each.alternatives.includes(NO_TREATMENT))
      missing.push({
        path: `${path}.alternatives`,
        message: `Name “${NO_TREATMENT}” among the alternatives to ${name}`,
        step: 'risks',
      });
    for (const { name: risk } of coreRisks(each.procedureID)) {
      const isInContent = each.risks.some(({ name }) => name === risk);
      const isExplained = each.removedRisks.some((removed) => removed.name === risk && removed.reason.trim() !== '');
      if (!isInContent && !isExplained)
        missing.push({
          path: `${path}.risks`,
          message: `Keep the core risk “${risk}” of ${name}, or give a reason for leaving it out`,
          step: 'risks',
        });
    }
  });
  return missing;
}

function interpreterMissing({ interpreting }: DraftContent, { interpreterNeeded, isPinnedOnTablet = false }: Around): Missing[] {
  const at = (path: string, message: string): Missing => ({ path, message, step: 'interpreter' });
  const hasReason = interpreting.interpreterNoneReason.trim() !== '';
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
  if (who === null || who.name === '')
    return hasReason ? [] : [at('interpreter', 'Name the interpreter, or give a reason for going without')];
  const missing: Missing[] = [];
  if (who.language === '') missing.push(at('interpreter.language', 'Say in which language the interpreter speaks'));
  if ((who.relation ?? '') !== '' && who.relationReason === '')
    missing.push(at('interpreter.relationReason', 'Give a reason for a relative or a minor as interpreter'));
  return missing;
}

function statementMissing({ clinicianStatement, formType }: DraftContent): Missing[] {
  const at = (path: string, message: string): Missing => ({ path, message, step: 'review' });
  if (clinicianStatement === null) return [at('clinicianStatement', 'Add your statement')];
  const missing: Missing[] = [];
  if (!clinicianStatement.discussed)
    missing.push(at('clinicianStatement.discussed', 'Confirm that you have talked the procedure through'));
  if (formType !== 'FORM_4' && !clinicianStatement.capacity)
    missing.push(at('clinicianStatement.capacity', 'A patient without capacity needs Form 4: this form cannot be completed'));
  return missing;
}
