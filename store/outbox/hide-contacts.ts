import { isSameValue } from '#domain/base/canonical.ts';
import type { Patient } from '#domain/patients/patient.ts';
import { isPatientSide, withoutContact, withoutParentEmail, withoutParentEmails } from '#domain/patients/restricted.ts';
import { nullIfUnreadable, seal, unseal } from '#store/crypto/seal.ts';
import { isBlocked, type Lane, type NewOp, type OpRow } from '#store/db/op.ts';
import { markChanged } from '#store/db/summary-marks.ts';
import type { BaseRow, EntityRow } from '#store/db/vault-database.ts';
import type { MergeNote } from '#store/entities/merge-notes.ts';
import { parsePinned, pinName } from '#store/entities/pinned.ts';
import { decryptEntity, type Entities, type LocalConsent } from '#store/entities/types.ts';
import { withEviction } from '#store/session/quota.ts';
import { openSealed, sealedRow } from '#store/session/sealed-kv.ts';
import { whileAnnounced, type Store } from '#store/session/store.ts';
import { laneOf } from './calls.ts';
import { conflictNoteOp, droppedFields } from './conflict-note.ts';
import { bodyWithoutContact, clashesWithoutContact, opWithoutContact } from './op-without-contact.ts';
import { isUnchanged, readSnapshot, type EntityRef } from './snapshot.ts';

/**
 * Deletes the contact details of a patient who is protected now from all that this vault has of them: copies, unsent changes, receipts,
 * merge notes, and the emails of forms that went out before. Nothing is written where none are left.
 *
 * The server is told which of them were entered in an edit and are lost, once, in the transaction that deletes them; of an edit that it may
 * have, once it is known not to have taken them.
 */
export async function hideContacts(store: Store, patientId: string, telling: Telling = {}): Promise<void> {
  const hidePatient: Hide = (value) => ({ ...withoutContact(value as Patient), restricted: true });
  await rewrite(store, { table: 'patients', id: patientId }, hidePatient, telling);
  await hideInConflictNotes(store, patientId);
  const forms = await store.db.consents.where('patientId').equals(patientId).primaryKeys();
  for (const id of forms) {
    await rewrite(store, { table: 'consents', id }, (value) => withoutEmails(value as LocalConsent));
    await hideInPin(store, id);
    // A clash about the adults names them all.
    await hideInNotes(store, id, withoutParentEmails);
  }
  await hideInReceipts(store, new Set([laneOf('patients', patientId), ...forms.map((id) => laneOf('consents', id))]));
  await hideInNotes(store, patientId, clashesWithoutContact);
}

/** `isTold`: false where the server does not show the patient any more; `refusedOp`: place of an op that the server has just refused. */
type Telling = { readonly isTold?: boolean; readonly refusedOp?: number };
type Hide = (value: Entities[EntityRef['table']]) => Entities[EntityRef['table']];

/** Rewrites row, base and queued calls of one entity, in one transaction. */
async function rewrite(store: Store, { table, id }: EntityRef, hide: Hide, telling: Telling = {}): Promise<void> {
  const { db } = store;
  for (;;) {
    const snapshot = await readSnapshot(db, table, id);
    const row = snapshot.row === undefined ? null : await hiddenRow(store, { table, row: snapshot.row, hide });
    const base = snapshot.base === undefined ? null : await hiddenBase(store, snapshot.base, hide);
    const hidden = (await Promise.all(snapshot.ops.map((op) => hiddenOp(store, op, telling)))).filter((each) => each !== null);
    const ops = hidden.map(({ op }) => op);
    const notes = hidden.flatMap(({ note }) => note ?? []);
    if (row === null && base === null && ops.length === 0) return;
    const write = () =>
      db.transaction('rw', [db[table], db.bases, db.ops, db.kv], async () => {
        if (!(await isUnchanged(db, { table, id, snapshot }))) return false;
        if (row !== null) await db[table].put(row);
        if (row !== null) await markChanged(db, [{ table, id, state: row }]);
        if (base !== null) await db.bases.put(base);
        await db.ops.bulkPut(ops);
        // The database assigns their places in the queue.
        await db.ops.bulkAdd(notes);
        return true;
      });
    if (await whileAnnounced(store, notes.length, () => withEviction(store, write))) return;
  }
}

type HiddenOp = { readonly op: OpRow; readonly note: NewOp | null };

/** An op without contact details, and what the server is told of them; null where there is nothing to write. */
async function hiddenOp(store: Store, op: OpRow, { isTold = true, refusedOp }: Telling): Promise<HiddenOp | null> {
  const hidden = await opWithoutContact(store, op);
  const isLost = !op.isFrozen || isBlocked(op) || op.seq === refusedOp;
  const dropped = isTold ? [...new Set([...(op.dropped ?? []), ...(hidden?.stripped ?? [])])] : [];
  if (hidden === null && (dropped.length === 0 || !isLost)) return null;
  const rest = hidden?.op ?? { ...op, rev: op.rev + 1 };
  if (!isLost) return { op: { ...rest, dropped }, note: null };
  const note = await conflictNoteOp(store, op, { kind: 'COMBINED', fields: droppedFields(dropped) });
  return { op: { ...rest, dropped: [] }, note };
}

/** Notes on conflicts for the server have lanes of their own. */
async function hideInConflictNotes(store: Store, patientId: string): Promise<void> {
  const { db } = store;
  for (const op of await db.ops.filter(({ call, entityId }) => call === 'patientConflict' && entityId === patientId).toArray()) {
    const hidden = await opWithoutContact(store, op);
    if (hidden === null) continue;
    await withEviction(store, () =>
      db.transaction('rw', db.ops, async () => {
        // It may have been sent meanwhile, or be on its way as it was.
        if ((await db.ops.get(op.seq))?.rev === op.rev) await db.ops.put(hidden.op);
      }),
    );
  }
}

type OneRow = { readonly table: EntityRef['table']; readonly row: EntityRow; readonly hide: Hide };

async function hiddenRow({ vault, env }: Store, { table, row, hide }: OneRow): Promise<EntityRow | null> {
  const value = await nullIfUnreadable(decryptEntity(vault, table, row));
  const hidden = value === null ? null : hide(value);
  if (hidden === null || isSameValue(value, hidden)) return null;
  const key = row.state === 'synced' ? vault.synced : vault.local;
  return { ...row, ...(await seal(key, { table, id: row.id }, hidden, env)), localRev: row.localRev + 1 };
}

// The flag in a base stays as it was: a merge must see that the other side has changed it.
async function hiddenBase({ vault, env }: Store, base: BaseRow, hide: Hide): Promise<BaseRow | null> {
  const context = { table: 'bases', id: base.id };
  // A base has the type of its table's rows.
  const value = (await nullIfUnreadable(unseal(vault, context, base))) as Entities[EntityRef['table']] | null;
  if (value === null) return null;
  const hidden = 'restricted' in value ? { ...hide(value), restricted: value.restricted } : hide(value);
  return isSameValue(value, hidden) ? null : { ...base, ...(await seal(vault.local, context, hidden, env)) };
}

/** A form without the emails of the patient and of the adults who may live there. */
export function withoutEmails(local: LocalConsent): LocalConsent {
  const { parents: drafted } = local.draft;
  const consent = drafted == null ? local : { ...local, draft: { ...local.draft, parents: withoutParentEmail(drafted) } };
  if (consent.server === null) return consent;
  const { parents } = consent.server;
  const recipients = consent.server.recipients.map((each) =>
    isPatientSide(each.role) ? { ...each, recipient_email: null } : each,
  );
  const family = parents == null ? {} : { parents: withoutParentEmail(parents) };
  return { ...consent, server: { ...consent.server, recipients, ...family } };
}

async function hideInPin(store: Store, consentId: string): Promise<void> {
  const row = await store.db.kv.get(pinName(consentId));
  const pinned = row === undefined ? null : parsePinned(await openSealed(store.vault, row));
  if (pinned === null || pinned.recipients.every(({ role, email }) => email === null || !isPatientSide(role))) return;
  const recipients = pinned.recipients.map((each) => (isPatientSide(each.role) ? { ...each, email: null } : each));
  const hidden = await sealedRow(store, 'local', { name: pinName(consentId), value: { ...pinned, recipients } });
  // The pin may have been dropped meanwhile, and then stays so.
  await withEviction(store, () => store.db.kv.update(hidden.k, { value: hidden.value }));
}

async function hideInReceipts(store: Store, lanes: ReadonlySet<Lane>): Promise<void> {
  const { db, vault, env } = store;
  for (const row of await db.sent.filter(({ lane }) => lanes.has(lane)).toArray()) {
    const context = { table: 'sent', id: row.opId };
    // A receipt's sealed value is the body of a call: an object.
    const body = (await nullIfUnreadable(unseal(vault, context, row))) as Record<string, unknown> | null;
    const rest = body === null ? null : bodyWithoutContact(row.call, body);
    if (rest === null || isSameValue(body, rest)) continue;
    const hidden = { ...(await seal(vault.local, context, rest, env)), isReduced: true };
    // Another tab may have deleted the receipt meanwhile.
    await withEviction(store, () => db.sent.update(row.opId, hidden));
  }
}

type Clashes = Extract<MergeNote, { kind: 'chosen' }>['clashes'];

async function hideInNotes(store: Store, entityId: string, hide: (clashes: Clashes) => Clashes): Promise<void> {
  const { db, vault } = store;
  for (const row of await db.kv.where('k').startsWith(`note:${entityId}:`).toArray()) {
    // mergeNoteRow alone writes under these names.
    const note = (await openSealed(vault, row)) as MergeNote | null;
    if (note?.kind !== 'chosen') continue;
    const clashes = hide(note.clashes);
    if (isSameValue(clashes, note.clashes)) continue;
    const hidden = await sealedRow(store, 'local', { name: row.k, value: { ...note, clashes } });
    await withEviction(store, () => db.kv.put(hidden));
  }
}
