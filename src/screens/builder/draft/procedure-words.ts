import { counted } from '#domain/base/counted.ts';
import { procedureInWords, type ConsentProcedure } from '#domain/consents/consent.ts';

/** A procedure with its side, the number of its risks, and the core risks that are left out, which must not go unnoticed. */
export function procedureWords(procedure: ConsentProcedure): string {
  const gone = procedure.removedRisks.map(({ name }) => name).join(', ');
  const count = procedure.risks.length + procedure.personalRisks.length;
  return `${procedureInWords(procedure)}: ${counted(count, 'risk')}${gone === '' ? '' : `, left out: ${gone}`}`;
}
