import type { AuditLine } from '#contract/security.ts';
import { HISTORY_FIELDS, PATIENT_CHANGE_KINDS, PATIENT_CHANGE_WORDS } from '#domain/patient-history.ts';
import { historyFieldLabel } from '#domain/patient-words.ts';
import { SECURITY_EVENTS } from '#domain/security.ts';
import { SIGNER_WORDS, type StateWords } from '#domain/state-words.ts';
import { SIGNER_ROLES } from '#domain/states.ts';
import { eventWords as caseEventWords } from '#domain/timeline.ts';
import { eventWords } from './event-words.ts';

/** An act in words, with its tone. */
export function actWords({
  source,
  type,
  actor,
  isEndedByNewer,
}: Pick<AuditLine, 'source' | 'type' | 'actor' | 'isEndedByNewer'>): StateWords {
  const security = SECURITY_EVENTS.find((each) => each === type);
  if (source === 'PATIENT') {
    const kind = PATIENT_CHANGE_KINDS.find((each) => each === type);
    return { tone: 'plain', words: kind === undefined ? type : PATIENT_CHANGE_WORDS[kind] };
  }
  if (source === 'SECURITY') return security === undefined ? { tone: 'plain', words: type } : eventWords(security);
  const words = caseEventWords({
    type,
    actor: actor ?? { kind: 'SYSTEM', name: '', role: '' },
    detail: isEndedByNewer ? { by: '' } : {},
  });
  return { tone: 'plain', words };
}

/** What else is known of an act: of a change of a patient's details the fields, by their labels. */
export function detailWords({ source, detail }: Pick<AuditLine, 'source' | 'detail'>): string {
  if (source !== 'PATIENT') return detail;
  const named = detail.split(', ').map((name) => HISTORY_FIELDS.find((each) => each === name));
  return named.flatMap((field) => (field === undefined ? [] : [historyFieldLabel(field)])).join(', ');
}

/** Who did it: a member of staff by name, a signer by role alone. */
export function whoWords(actor: AuditLine['actor']): { name: string; role: string } {
  if (actor === null) return { name: 'Nobody signed in', role: '' };
  if (actor.kind !== 'SIGNER') return { name: actor.name, role: actor.role };
  const role = SIGNER_ROLES.find((each) => each === actor.role);
  return { name: role === undefined ? 'A signer' : SIGNER_WORDS[role], role: '' };
}
