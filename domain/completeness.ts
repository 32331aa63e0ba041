import { abilityOf, type Capacity } from './capacity.ts';
import { capacityMissing } from './capacity-rules.ts';
import { isInterpreted, type ClinicianStatement, type ConsentProcedure, type Interpreting } from './consent.ts';
import type { Family } from './family.ts';
import type { FamilyAround } from './family-form.ts';
import { familyMissing } from './family-rules.ts';
import type { Missing } from './missing.ts';
import { NO_TREATMENT, type Risk } from './procedure-parts.ts';
import type { FormType } from './states.ts';

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

/** The faults that keep this version from being completed; empty when it is complete for its form type. */
export function missingIn(content: DraftContent, around: Around): Missing[] {
  return [
    ...proceduresMissing(content, around),
    ...familyPart(content, around),
    ...capacityPart(content, around),
    ...interpreterMissing(content, around),
    ...statementMissing(content),
  ];
}

function familyPart(content: DraftContent, { patientName, age, today }: Around): Missing[] {
  const { formType, procedures, capacity, interpreting } = content;
  const around = familyAroundOf({ formType, procedures, capacity, ...interpreting }, { patientName, age, today });
  return familyMissing(content.family, around).map(({ path, message, step }) => ({ path, message, step }));
}

function capacityPart({ formType, capacity, clinicianStatement }: DraftContent, around: Around): Missing[] {
  if (formType !== 'FORM_4') return [];
  return capacityMissing({ capacity, clinicianStatement, clinicianName: around.clinicianName }, around);
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
  if (((who.relation ?? '') !== '' || who.adult === false) && who.relationReason === '')
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
    missing.push(
      at(
        'clinicianStatement.capacity',
        formType === 'FORM_2'
          ? 'Say that whoever consents can decide: else this form cannot be completed'
          : 'A patient without capacity needs Form 4: this form cannot be completed',
      ),
    );
  return missing;
}
