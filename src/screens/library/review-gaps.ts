import { hasInk } from '#domain/values/ink.ts';
import { unpublishableFields } from '#domain/library/procedure-status.ts';
import { NO_TREATMENT } from '#domain/library/procedure-parts.ts';
import type { FieldProblem } from '#src/ui/fields/ErrorSummary.tsx';
import type { ProcedureForm } from './procedure-form.ts';

/** Everything that a reviewer would ask for, each with the id of its control. A draft may be saved with it. @param today - plain date */
export function reviewGaps(form: ProcedureForm, today: string): FieldProblem[] {
  const gaps: FieldProblem[] = [];
  if (!hasInk(form.procedureDescription)) gaps.push({ field: 'procedureDescription', message: 'It is not said what is done.' });
  if (form.risks.length === 0) gaps.push({ field: 'add-risk', message: 'There is no risk.' });
  for (const [at, { name, hasFigure, source, year, population }] of form.risks.entries()) {
    const missing = [!hasInk(source) && 'source', !hasInk(year) && 'year', !hasInk(population) && 'people counted'];
    const named = missing.filter((each) => each !== false);
    if (hasFigure === true && named.length > 0)
      gaps.push({ field: `risks.${at}.source`, message: `${name || 'A risk'}: no ${named.join(', no ')}.` });
  }
  if (!form.alternatives.some(({ text }) => text.trim() === NO_TREATMENT))
    gaps.push({ field: 'add-alternative', message: `“${NO_TREATMENT}” is not among the other ways.` });
  for (const [at, { question, place }] of form.understanding.entries())
    if (place === 'BENEFITS' && form.benefits.length === 0)
      gaps.push({ field: `understanding.${at}.place`, message: `${question || 'A question'}: its page has no benefit.` });
  for (const { path } of unpublishableFields({ reviewDate: form.reviewDate || null, owner: form.owner.trim() }, today))
    gaps.push({ field: path, message: path === 'owner' ? 'Nobody owns it.' : 'It has no review date in the future.' });
  return gaps;
}
