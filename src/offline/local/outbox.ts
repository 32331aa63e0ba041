import type { QueuedCall } from '#contract/calls.ts';
import { caseSigners, eventAuthors } from '#domain/cases/event-author.ts';
import { endOf } from '#domain/cases/version-end.ts';
import { isSignerRole, type SignerRole } from '#domain/forms/signer-roles.ts';
import type { TimelineEvent } from '#domain/cases/timeline.ts';
import { nullIfUnreadable, unseal } from '#store/crypto/seal.ts';
import type { OpRow } from '#store/db/op.ts';
import { readExtract } from '#store/outbox/answer-extract.ts';
import { isEdit } from '#store/outbox/calls.ts';
import { blockedRows, outboxItemsOf, sentItems, type OutboxItem, type SentItem } from '#store/outbox/list.ts';
import { readPayload } from '#store/outbox/payload.ts';
import { NotPending, readOp, type OpDetails } from '#store/outbox/review.ts';
import { readCase } from '#store/views/cases.ts';
import type { Store } from '#store/session/store.ts';
import { watchQueue } from '#src/offline/watch-queue.ts';
import type { LocalContext } from './context.ts';
import { outboxActions } from './outbox-actions.ts';
import { createSubjectReader, type OpSubject } from './outbox-subject.ts';

export type { OutboxItem } from '#store/outbox/list.ts';

/** Fields by their names on the wire. */
export type OpFields = Readonly<Record<string, unknown>>;
/** One unsent op with its content and its subject; `input` is null when it cannot be read. */
export type UnsentItem = OutboxItem & { readonly input: OpFields | null; readonly about: OpSubject };
/** One op that the server has acknowledged, as {@link UnsentItem}. */
export type SentOutboxItem = SentItem & {
  readonly input: OpFields | null;
  readonly about: OpSubject;
  /** of a new patient: the number of records that look alike, as the server answered */
  readonly alike: number;
};
/** A conflict with another person's change, as it is stored with the op. */
export type OpConflict = NonNullable<OpDetails['conflict']>;
/**
 * One op with all its details, the later edits of the same entity that wait behind it, the number of ops behind it, the signatures among
 * them, and what ended the version that it is about, as far as this device has heard.
 */
export type OpenItem = OpDetails & {
  readonly about: OpSubject;
  readonly newest: OpFields;
  readonly behind: number;
  readonly signedBehind: readonly WaitingSignature[];
  readonly end: TimelineEvent | null;
};
/** A signature that is sent after something else; the role is null where it cannot be read. */
export type WaitingSignature = { readonly recordID: string; readonly role: SignerRole | null };

/** The outbox of this vault. */
export function localOutbox(context: LocalContext) {
  const { store } = context;
  return {
    ...outboxActions(context),
    /** All unsent ops, the oldest first. */
    unsent: async () => describe(store, await store.db.ops.orderBy('seq').toArray()),
    /** The unsent ops that wait for a person, the oldest first: no other is read. */
    blocked: async () => describe(store, await blockedRows(store.db)),
    /** Ops of the last seven days that the server has acknowledged, the newest first. */
    sent: () => readSent(store),
    /** Null when the op is not pending any more. @throws Damaged, KeyForgotten */
    item: (opId: string) => readItem(store, opId),
    /** Calls back now and after changes of the ops, also from another tab. @returns how to stop */
    watch: (onChange: () => void): (() => void) => {
      onChange();
      // A receipt is written together with a change of the ops.
      return watchQueue(store.db, onChange);
    },
  };
}

async function describe(store: Store, ops: readonly OpRow[]): Promise<UnsentItem[]> {
  const subjectOf = createSubjectReader(store);
  const rows = new Map(ops.map((row) => [row.opId, row]));
  return Promise.all(
    outboxItemsOf(ops).map(async (item) => {
      const row = rows.get(item.opId);
      const input = row === undefined ? null : await nullIfUnreadable(readPayload(store.vault, row));
      return { ...item, input, about: await subjectOf(item.entityId, input) };
    }),
  );
}

async function readSent(store: Store): Promise<SentOutboxItem[]> {
  const subjectOf = createSubjectReader(store);
  return Promise.all(
    (await sentItems(store.db)).map(async (item) => {
      const row = await store.db.sent.get(item.opId);
      const body = row === undefined ? null : await nullIfUnreadable(unseal(store.vault, { table: 'sent', id: item.opId }, row));
      // A receipt holds the body of its call, and every queued call's body is an object.
      const input = body as OpFields | null;
      const extract = row === undefined ? null : await readExtract(store, row, 'patientCreate');
      const about = await subjectOf(item.entityId, input);
      return { ...item, input, about, alike: extract?.possibleDuplicates.length ?? 0 };
    }),
  );
}

async function readItem(store: Store, opId: string): Promise<OpenItem | null> {
  try {
    const details = await readOp(store, opId);
    const behind = await opsBehind(store, details);
    const newest = await readLaterEdits(store, details, behind);
    const subjectOf = createSubjectReader(store);
    const about = await subjectOf(details.op.entityId, details.input);
    const signatures = behind.filter(({ call }) => call === 'recordSign' || call === 'recordAnswers');
    const signed = await Promise.all(
      signatures.map(async (row): Promise<WaitingSignature[]> => {
        const payload = await nullIfUnreadable(readPayload(store.vault, row));
        // Answers that go with the form are signed with it; those after the signature have their own.
        if (row.call === 'recordAnswers' && payload?.['signature'] === undefined) return [];
        const { consent } = await subjectOf(row.entityId, null);
        const role = payload?.['role'];
        return consent === null ? [] : [{ recordID: consent.recordID, role: isSignerRole(role) ? role : null }];
      }),
    );
    const end = await endOfVersion(store, about);
    return { ...details, newest, behind: behind.length, signedBehind: signed.flat(), about, end };
  } catch (failure) {
    if (failure instanceof NotPending) return null;
    throw failure;
  }
}

async function endOfVersion(store: Store, { consent }: OpSubject): Promise<TimelineEvent | null> {
  if (consent === null) return null;
  const read = await nullIfUnreadable(readCase(store, consent.recordID));
  if (read === null) return null;
  const end = endOf(read.timeline, consent.consentID);
  if (end === null) return null;
  const { name } = eventAuthors(read.timeline, caseSigners(read.consents))(end);
  return { ...end, actor: { ...end.actor, name } };
}

/** Ops that cannot be sent before this one: the rest of its lane, and all their dependents with the rest of theirs, in order. */
async function opsBehind({ db }: Store, { op }: OpDetails): Promise<OpRow[]> {
  const blocking = new Set([op.opId]);
  const lanes = new Set([op.lane]);
  const later = await db.ops.where('seq').above(op.seq).sortBy('seq');
  return later.filter(({ opId, lane, deps }) => {
    const isBehind = lanes.has(lane) || deps.some((dep) => blocking.has(dep));
    if (isBehind) {
      blocking.add(opId);
      lanes.add(lane);
    }
    return isBehind;
  });
}

const CREATING_CALLS: readonly QueuedCall[] = ['patientCreate', 'consentCreate'];

/** Fields that later edits of the same entity set. */
async function readLaterEdits({ vault }: Store, { op }: OpDetails, behind: readonly OpRow[]): Promise<OpFields> {
  if (!CREATING_CALLS.includes(op.call) && !isEdit(op.call)) return {};
  const edits = behind.filter(({ lane, call }) => lane === op.lane && isEdit(call));
  const inputs = await Promise.all(edits.map((edit) => nullIfUnreadable(readPayload(vault, edit))));
  const {
    id: _,
    consentID: _consent,
    recordID: _record,
    version: _version,
    ...fields
  } = Object.assign({}, ...inputs) as Record<string, unknown>;
  return fields;
}
