import type { Consent } from '#contract/record-shapes.ts';
import type { TicketDetails } from '#contract/signing.ts';
import type { AdditionalChoice } from '#domain/consent.ts';
import type { TemplateNode } from '#domain/template.ts';

/** One page of the form. `risks-1` is the second procedure's page of risks. */
export type SignerStep =
  | 'identity'
  | 'plan'
  | 'benefits'
  | `risks-${number}`
  | 'other'
  | 'form'
  | 'matters'
  | 'choices'
  | 'question'
  | 'check'
  | 'sign';

/** The pages of one form in their order; a page that would be empty is left out. */
export function stepsOf({
  procedures,
  content,
  additionalChoices,
  refusals,
}: Pick<Consent, 'procedures' | 'content' | 'additionalChoices' | 'refusals'>): SignerStep[] {
  return [
    'identity',
    'plan',
    'benefits',
    ...procedures.map((_, at): SignerStep => `risks-${at}`),
    'other',
    ...(hasWords(content) ? (['form'] as const) : []),
    'matters',
    ...(additionalChoices.length > 0 || refusals.length > 0 ? (['choices'] as const) : []),
    'question',
    'check',
    'sign',
  ];
}

/** True when a template has text of its own besides signature placeholders. */
export function hasWords(nodes: readonly TemplateNode[]): boolean {
  return nodes.some((node) => ('text' in node ? node.text.trim() !== '' : hasWords(node.children)));
}

/** The unanswered question, if there is one: nobody signs while it is open. */
export function openQuestion({ questions }: Pick<Consent, 'questions'>): Consent['questions'][number] | undefined {
  return questions.find(({ answer }) => answer === null);
}

/** The choices that have no answer yet. */
export function unansweredOf<C extends Pick<AdditionalChoice, 'answer'>>(choices: readonly C[]): readonly C[] {
  return choices.filter(({ answer }) => answer === null);
}

/** True while answers may be changed: by the roles that are asked for them, and only before the first signature. */
export function mayAnswer({ consent, role, recipients }: Pick<TicketDetails, 'consent' | 'role' | 'recipients'>): boolean {
  const isAsked = role === 'PATIENT' || role === 'PARENT' || role === 'CHILD';
  return isAsked && consent.signatures.length === 0 && recipients.every(({ state }) => state !== 'SIGNED');
}

/** Name of the signature: the recipient's, as the form was sent. */
export function signerName({ recipients, role }: Pick<TicketDetails, 'recipients' | 'role'>): string {
  return recipients.find((each) => each.role === role)?.recipient_name ?? '';
}
