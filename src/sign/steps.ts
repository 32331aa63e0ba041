import { hasInk } from '#domain/values/ink.ts';
import { decides, isInterpreter, isWitness } from '#domain/forms/signer-roles.ts';
import type { Consent } from '#contract/shapes/record-shapes.ts';
import type { TicketDetails } from '#contract/signing.ts';
import type { AdditionalChoice } from '#domain/consents/consent.ts';
import { isSameSigner } from '#domain/consents/recipients.ts';
import { fullShownOf } from '#domain/consents/shown.ts';
import { UNDERSTANDING_TOPICS } from '#domain/library/understanding.ts';
import type { TemplateNode } from '#domain/templates/template.ts';

/** One page of the form. `risks-1` is the second procedure's page of risks. */
export type SignerStep =
  | 'identity'
  | 'interpreting'
  | 'plan'
  | 'changed'
  | 'benefits'
  | `risks-${number}`
  | 'other'
  | 'more'
  | 'form'
  | 'family'
  | 'capacity'
  | 'understanding'
  | 'matters'
  | 'choices'
  | 'question'
  | 'check'
  | 'sign'
  | 'again'
  | 'answers';

type StepsInput = Pick<TicketDetails, 'role' | 'shown' | 'extras' | 'later'> & {
  readonly consent: Pick<Consent, 'procedures' | 'content' | 'additionalChoices' | 'refusals'>;
};

/**
 * The pages of one form in their order for one signer; a page that would be empty is left out. @param isVerified - they have shown who
 * they are, and are not asked again
 */
export function stepsOf(form: StepsInput, isVerified = false): SignerStep[] {
  const steps = allStepsOf(form);
  return isVerified ? steps.slice(1) : steps;
}

function allStepsOf({ consent, role, shown, extras, later }: StepsInput): SignerStep[] {
  const { procedures, content, additionalChoices, refusals } = consent;
  const full = fullShownOf(shown);
  // The form itself is signed: only what it leaves open is asked again.
  if (later !== undefined) return ['identity', 'again', 'answers'];
  // A witness saw or heard the signer, and answers for nothing else.
  if (isWitness(role)) return ['identity', 'sign'];
  return [
    'identity',
    ...(isInterpreter(role) ? (['interpreting'] as const) : []),
    'plan',
    ...(full?.oldProcedures[0] ? (['changed'] as const) : []),
    'benefits',
    ...procedures.map((_, at): SignerStep => `risks-${at}`),
    'other',
    ...(full?.procedures.some(({ sections }) => sections?.[0]) ? (['more'] as const) : []),
    ...(hasWords(content) ? (['form'] as const) : []),
    ...(full?.family ? (['family'] as const) : []),
    ...(full?.capacity ? (['capacity'] as const) : []),
    ...(decides(role)
      ? ([
          ...(hasQuestion(extras) ? (['understanding'] as const) : []),
          'matters',
          ...(additionalChoices.length > 0 || refusals.length > 0 ? (['choices'] as const) : []),
          'question',
          'check',
        ] as const)
      : []),
    'sign',
  ];
}

// Of a newer server, which may know pages that this build does not: a step without a question would ask nothing.
function hasQuestion(extras: StepsInput['extras']): boolean {
  return (
    extras?.understanding?.some?.((each) => each?.questions?.some?.(({ place }) => UNDERSTANDING_TOPICS.includes(place))) === true
  );
}

/** True when a template has text of its own besides signature placeholders. */
export function hasWords(nodes: readonly TemplateNode[]): boolean {
  return nodes.some((node) => ('text' in node ? hasInk(node.text) : hasWords(node.children)));
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
export function mayAnswer({ role, recipients }: Pick<TicketDetails, 'role' | 'recipients'>): boolean {
  return decides(role) && !isFixed({ recipients });
}

/** Whether somebody has signed: from then on the answers are part of what was signed. */
export function isFixed({ recipients }: Pick<TicketDetails, 'recipients'>): boolean {
  return recipients.some(({ state }) => state === 'SIGNED');
}

/** The signer of this page: of two parents the one at the ticket's place; witnesses stand behind the others. */
export function signerOf({
  recipients,
  consent,
  ...me
}: Pick<TicketDetails, 'recipients' | 'role' | 'signing_order'> & { readonly consent: Pick<Consent, 'addedSigners'> }):
  | TicketDetails['recipients'][number]
  | undefined {
  return [...recipients, ...(consent.addedSigners ?? [])].find((each) => isSameSigner(each, me));
}

/** Name of the signature: the recipient's, as the form was sent. */
export function signerName(details: Parameters<typeof signerOf>[0]): string {
  return signerOf(details)?.recipient_name ?? '';
}
