import type { QueuedCall } from '#contract/calls.ts';
import { isSameValue } from '#domain/base/canonical.ts';
import { HISTORY_FIELDS, type HistoryField } from '#domain/patients/patient-history.ts';
import { isContactField, REASON_NOT_KEPT, withoutContactFields, withoutParentEmails } from '#domain/patients/restricted.ts';
import { nullIfUnreadable, seal, unseal } from '#store/crypto/seal.ts';
import { sealContextOf, UNTRIED, type OpRow } from '#store/db/op.ts';
import type { FieldConflict } from '#store/entities/merge.ts';
import type { Store } from '#store/session/store.ts';
import { isEdit, queuedCalls } from './calls.ts';
import { noteWithoutContact } from './conflict-note.ts';
import { readPayload } from './payload.ts';

/** An op without contact details; `stripped`: those of its patient that an edit held. */
type StrippedOp = { readonly op: OpRow; readonly stripped: readonly HistoryField[] };

/**
 * An op without the contact details in its body, and in the details of its refusal; null where there are none.
 *
 * A body that was sent before keeps its key: where the server has it already, it says that the key was used for another body.
 */
export async function opWithoutContact({ vault, env }: Store, op: OpRow): Promise<StrippedOp | null> {
  const input = await nullIfUnreadable(readPayload(vault, op));
  const detailAt = sealContextOf(op.opId, 'detail');
  const detail = op.detail === null ? null : await nullIfUnreadable(unseal(vault, detailAt, op.detail));
  if (input === null) return null;
  const isOfPatient = queuedCalls[op.call].table === 'patients';
  const rest = bodyWithoutContact(op.call, input);
  const shown = isOfPatient ? detailWithout(detail) : withoutParentEmails(detail);
  if (isSameValue(input, rest) && isSameValue(detail, shown)) return null;
  const hidden = { ...op, payload: await seal(vault.local, sealContextOf(op.opId), rest, env), rev: op.rev + 1 };
  const names = isOfPatient && isEdit(op.call) ? Object.keys(input) : [];
  const stripped = HISTORY_FIELDS.filter((field) => isContactField(field) && names.includes(field));
  const reduced = op.isFrozen && !isSameValue(input, rest) ? { ...hidden, isReduced: true } : hidden;
  // Nothing is left to choose: the op meets the same conflict again, and merges.
  if (isOfPatient && op.state === 'conflict' && isSettled(shown))
    return { op: { ...reduced, ...UNTRIED, nextAt: env.now() }, stripped };
  const sealed = op.detail === null ? null : await seal(vault.local, detailAt, shown, env);
  return { op: { ...reduced, detail: sealed }, stripped };
}

/** The body of a call about a patient or a form, without the contact details of the patient and of the adults who may live there. */
export function bodyWithoutContact(call: QueuedCall, body: Readonly<Record<string, unknown>>): Record<string, unknown> {
  if (call === 'patientConflict') return noteWithoutContact(body);
  if (queuedCalls[call].table === 'patients') return withoutContactFields(body);
  return withoutParentEmails(body);
}

/**
 * The body for a receipt: without the reason for which contact details were hidden or shown, which may name who is to be feared. Only the
 * way to the server needs it.
 */
export function bodyWithoutReason(call: QueuedCall, body: Readonly<Record<string, unknown>>): Record<string, unknown> {
  if (call !== 'patientUpdate') return body;
  const { reason: _, ...rest } = body;
  return rest;
}

/** A receipt's body as it is sent again: where contact details were hidden or shown, the server asks for a reason. */
export function bodyToSendAgain(call: QueuedCall, body: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const lacksReason = call === 'patientUpdate' && 'restricted' in body && !('reason' in body);
  return lacksReason ? { ...body, reason: REASON_NOT_KEPT } : body;
}

type Clashing = { readonly clashes: readonly FieldConflict[]; readonly mine: Record<string, unknown> };

/** The details of a refusal: of a conflict without the choices about contact details, else without their values. */
function detailWithout(detail: unknown): unknown {
  const hidden = emptied(detail);
  if (!isClashing(detail)) return hidden;
  // The same object with its contact details emptied.
  return { ...(hidden as object), clashes: clashesWithoutContact(detail.clashes), mine: withoutContactFields(detail.mine) };
}

function isClashing(detail: unknown): detail is Clashing {
  return typeof detail === 'object' && detail !== null && 'clashes' in detail && 'mine' in detail;
}

function isSettled(detail: unknown): boolean {
  return isClashing(detail) && detail.clashes.length === 0;
}

/** The clashes that are about other fields. */
export function clashesWithoutContact<T extends { readonly field: string }>(clashes: readonly T[]): T[] {
  return clashes.filter(({ field }) => !isContactField(field));
}

/** The same JSON with null for every contact detail in it. */
function emptied(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(emptied);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, isContactField(name) ? null : emptied(each)]));
}
