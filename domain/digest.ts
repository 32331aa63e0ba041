import type { AdditionalChoice, ConsentProcedure, Interpreting } from './consent.ts';
import type { PlannedRecipient } from './recipients.ts';
import { shownPatientOf, type ShownPatient } from './shown-patient.ts';
import type { FormType } from './states.ts';
import type { TemplateNode } from './template.ts';

/** Everything that a signer was shown of one version; the same for all signers, whatever their state. */
export type ShownContent = {
  formType: FormType;
  template: { templateID: string; templateVersion: number; nodes: readonly TemplateNode[] };
  procedures: readonly ConsentProcedure[];
  answers: { mattersToMe: string; additionalChoices: readonly AdditionalChoice[]; refusals: readonly string[] };
  interpreting: Interpreting;
  patient: ShownPatient;
  recipients: readonly Pick<PlannedRecipient, 'role' | 'name' | 'order'>[];
};

/**
 * JSON as RFC 8785 writes it: keys in the order of their UTF-16 code units, no spaces, numbers as ECMAScript prints them.
 *
 * @throws TypeError for what JSON cannot hold (undefined in a list, NaN, functions); undefined members of objects are left out
 */
export function canonical(value: unknown): string {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new TypeError('JSON holds no such number');
    return JSON.stringify(value);
  }
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value === 'object') {
    const members = Object.entries(value).filter(([, member]) => member !== undefined);
    return `{${members
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, member]) => `${JSON.stringify(key)}:${canonical(member)}`)
      .join(',')}}`;
  }
  throw new TypeError('JSON cannot hold this value');
}

/** Whether two JSON values are equal in any order of their keys; undefined is null, and an undefined member is an absent one. */
export function isSameValue(one: unknown, other: unknown): boolean {
  return canonical(one ?? null) === canonical(other ?? null);
}

/** SHA-256 of text in UTF-8 as 64 lower-case hex characters; page and server each pass their own. */
export type Sha256 = (text: string) => Promise<string> | string;

/** The digest of what was shown: 64 hex, SHA-256 of the canonical JSON. Server and device must compute the same. */
export async function contentDigest(shown: ShownContent, sha256: Sha256): Promise<string> {
  return sha256(canonical(shownOnly(shown)));
}

// Picks by name: a wider object cannot change the digest by accident.
function shownOnly({ formType, template, procedures, answers, interpreting, patient, recipients }: ShownContent): ShownContent {
  return {
    formType,
    template: { templateID: template.templateID, templateVersion: template.templateVersion, nodes: template.nodes },
    procedures,
    answers: { mattersToMe: answers.mattersToMe, additionalChoices: answers.additionalChoices, refusals: answers.refusals },
    interpreting: {
      interpreter: interpreting.interpreter,
      interpreterNeeded: interpreting.interpreterNeeded,
      interpreterNoneReason: interpreting.interpreterNoneReason,
    },
    patient: shownPatientOf(patient),
    recipients: recipients.map(({ role, name, order }) => ({ role, name, order })),
  };
}
