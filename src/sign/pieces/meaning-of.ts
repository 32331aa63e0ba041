import type { TicketDetails } from '#contract/signing.ts';
import { EMPTY_FAMILY } from '#domain/family/family.ts';
import { statementInWords, statementFactsOf } from '#domain/consents/form-statements.ts';
import { spokenName } from '#domain/patients/patient-name.ts';
import { fullShownOf } from '#domain/consents/shown.ts';
import { statementFor } from '#domain/consents/statements.ts';
import { witnessStatement } from '#domain/signing/witness-statement.ts';
import { isWitness } from '#domain/forms/signer-roles.ts';
import type { StatementTexts } from '#domain/meanings/meaning-texts.ts';

const METHODS = ['MARK_WITNESSED', 'VERBAL_WITNESSED'] as const;

/**
 * The translation of the statement that is signed; null where the statement differs from the one that this build makes of the
 * same form: then its translation is unknown.
 */
export function meaningOf(details: TicketDetails, texts: StatementTexts): string | null {
  const { role, statement, consent, patient, recipients } = details;
  if (isWitness(role)) {
    for (const { recipient_name: name } of recipients)
      for (const method of METHODS) if (witnessStatement(name, method) === statement) return texts.ofWitness(name, method);
    return null;
  }
  const full = fullShownOf(details.shown);
  if (full === null) {
    const named = {
      formType: consent.formType,
      procedures: consent.procedures,
      patientName: spokenName(patient),
      interpreting: consent,
    };
    return statementFor(role, named) === statement ? texts.ofFirstShape(role, named) || null : null;
  }
  const named = statementFactsOf({ ...full, family: full.family ?? EMPTY_FAMILY });
  return statementInWords(role, named) === statement ? texts.ofSecondShape(role, named) || null : null;
}
