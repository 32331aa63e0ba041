import * as v from 'valibot';
import type { Recipient } from '#domain/consents/recipients.ts';
import { ROLE_WORDS } from '#domain/forms/role-words.ts';
import { composed, composedList } from '#domain/values/composed.ts';
import { isSignerRole, signsAsStaff, type SignerRole } from '#domain/forms/signer-roles.ts';
import { mayBeSigners } from './event-actors.ts';
import type { EventAuthor, TimelineEvent } from './timeline.ts';

/** A signer of a version as its row has them. */
export type CaseSigner = {
  readonly consentID: string;
  readonly order: number;
  readonly role: SignerRole;
  readonly name: string;
};

type ViewedVersion = {
  readonly consentID: string;
  readonly recipients: readonly ViewedSigner[];
  readonly addedSigners?: readonly ViewedSigner[] | undefined;
};
type ViewedSigner = Pick<Recipient, 'signing_order' | 'role' | 'recipient_name'>;

/** The signers of versions as the wire and a tablet have them, witnesses too. */
export function caseSigners(versions: readonly ViewedVersion[]): CaseSigner[] {
  return versions.flatMap(({ consentID, recipients, addedSigners = [] }) =>
    [...recipients, ...addedSigners].map(({ signing_order: order, role, recipient_name: name }) => ({
      consentID,
      order,
      role,
      name,
    })),
  );
}

/** The author of an event as it is shown, in words. */
export const ShownAuthor = v.object({
  name: v.string(),
  role: v.string(),
  /** the author whom the event names in the signer's stead, as words; absent where the event is right */
  recordedAs: v.exactOptional(v.string()),
  /** the member of staff who wrote it for the signer, as words */
  recordedBy: v.exactOptional(v.string()),
});
export type ShownAuthor = Readonly<v.InferOutput<typeof ShownAuthor>>;

/** The keys of an event's detail for the member of staff who wrote it for a signer: a detail is flat. */
export const RECORDED_BY = { name: 'recordedBy.name', role: 'recordedBy.role' } as const;

/**
 * The authors of a case's events as they are shown. An event of a signer is shown with the role of the signer at its place on the form; one of
 * an earlier build that names another role, such as that of the ticket, or the operator who wrote it, keeps its words and hash, and what it
 * says stands behind.
 *
 * @param events - of the case, in order
 * @param signers - of all its versions, as their rows are now: an event from before a form was taken back is of earlier ones
 */
export function eventAuthors(
  events: readonly TimelineEvent[],
  signers: readonly CaseSigner[],
): (event: TimelineEvent) => ShownAuthor {
  const recalled = new Map<string | null, number>();
  const positions = new Map<string, number>();
  for (const [at, { id, type, versionId }] of events.entries()) {
    positions.set(id, at);
    if (type === 'RECALLED') recalled.set(versionId, at);
  }
  return (event) => {
    const isPresent = (positions.get(event.id) ?? Infinity) > (recalled.get(event.versionId) ?? -1);
    return shownAuthor(
      event,
      signers.find(({ consentID, order }) => isPresent && consentID === event.versionId && order === orderOf(event)),
    );
  };
}

/**
 * The author of one event as it is shown.
 *
 * @param signer - at the place on the form that the event tells; undefined where it tells none, or nobody is known there
 */
export function shownAuthor(
  event: Pick<TimelineEvent, 'type' | 'actor' | 'detail'>,
  signer: Pick<CaseSigner, 'role' | 'name'> | undefined,
): ShownAuthor {
  const { actor, detail } = event;
  const by = recordedByWords(detail);
  const recorded = { name: actor.name, role: roleWords(actor.role), ...(by === undefined ? {} : { recordedBy: by }) };
  if (!mayBeSigners(event.type) || signer === undefined) return recorded;
  const role = ROLE_WORDS[signer.role];
  // Staff sign under their own account alone: a paper that they checked is another's signature.
  const isOperator = actor.kind === 'STAFF' && (!signsAsStaff(signer.role) || detail['method'] === 'PAPER_SCAN');
  if (isOperator) return { ...recorded, name: signer.name, role, recordedAs: commaed(actor.name, recorded.role) };
  return recorded.role === role ? recorded : { ...recorded, role, recordedAs: recorded.role };
}

/** `Mary Beech, Parent (recorded as Patient), recorded by Demo Surgeon, Consultant`; without a name the role alone. */
export function authorWords({ name, role, ...beside }: ShownAuthor): string {
  const { as, by } = besideParts(beside);
  return commaed(
    composedList(
      [commaed(name, role), as].filter((part) => part !== ''),
      ' ',
    ),
    by,
  );
}

/** The words beside a signer's role alone: `(recorded as Patient), recorded by Demo Surgeon, Consultant`; empty without any. */
export function besideWords(author: Pick<ShownAuthor, 'recordedAs' | 'recordedBy'>): string {
  const { as, by } = besideParts(author);
  return commaed(as, by);
}

function besideParts({ recordedAs, recordedBy }: Pick<ShownAuthor, 'recordedAs' | 'recordedBy'>) {
  return {
    as: recordedAs === undefined ? '' : composed`(recorded as ${recordedAs})`,
    by: recordedBy === undefined ? '' : composed`recorded by ${recordedBy}`,
  };
}

/** A role in words: that of a signer, or the name that an account's role has. */
export function roleWords(role: EventAuthor['role']): string {
  return isSignerRole(role) ? ROLE_WORDS[role] : role;
}

/** The place on the form of the signer whom an event is about; undefined where it tells none. */
export function orderOf({ detail }: Pick<TimelineEvent, 'detail'>): number | undefined {
  // Answers to questions of understanding had the place under the name of the wire before all had one.
  const order = detail['order'] ?? detail['signing_order'];
  return typeof order === 'number' ? order : undefined;
}

function recordedByWords(detail: TimelineEvent['detail']): string | undefined {
  const [name, role] = [detail[RECORDED_BY.name], detail[RECORDED_BY.role]];
  return typeof name === 'string' ? commaed(name, typeof role === 'string' ? role : '') : undefined;
}

function commaed(...parts: readonly string[]): string {
  return composedList(
    parts.filter((part) => part !== ''),
    ', ',
  );
}
