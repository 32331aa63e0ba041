import { Consent } from '#contract/record-shapes.ts';
import { ListedCase } from '#contract/record-summary.ts';
import { Patient } from '#domain/patient.ts';
import * as v from 'valibot';
import { mergeThreeWay, type Clash, type Fields, type Merge } from '../conflicts.ts';
import type { Kept } from '../kept.ts';
import { placeOf, type OpError, type OpRow } from '../outbox/op.ts';
import { isEdit, queued } from '../outbox/queued.ts';
import { noteRow, type Note } from '../notes.ts';
import { noteUnsent, type Store } from '../store.ts';
import type { EntityName } from '../vault-database.ts';
import { seal } from '../vault/seal.ts';
import type { Ready } from './line.ts';
import { lastCopy, laterOf, rebuild } from './rebuild.ts';
import { setAside, type Lead } from './record.ts';
import { replaceOp } from './replace.ts';
import { keptOf } from './settle.ts';
import { standingOf } from './standing.ts';

/** What is kept, sealed, with an op that met another's change. */
export type ConflictDetail = {
  /** the entity as the server has it now */
  readonly theirs: Fields;
  readonly clashes: readonly Clash[];
  /** my fields that nobody else touched */
  readonly mine: Fields;
};

/**
 * An older version was refused. Disjoint edits of a patient, a draft or a listing are merged and wait again as a new op; all else waits for
 * somebody to choose.
 *
 * @param data - `data` of the refusal, with the present entity in `current`
 * @throws Deposed
 */
export async function collide(lead: Lead, { op, body }: Ready, told: { error: OpError; data: unknown }): Promise<void> {
  const { store } = lead;
  const { table } = queued[op.call];
  const current = currentOf(table, told.data);
  if (current === null) return setAside(lead, op, { state: 'review', error: told.error, detail: { data: told.data } });
  const merge = await mergeOf(store, { op, body }, current);
  if (merge.kind === 'clash') {
    const detail: ConflictDetail = { theirs: current.fields, clashes: merge.clashes, mine: merge.mine };
    return setAside(lead, op, { state: 'conflict', error: told.error, detail });
  }
  const at = new Date(store.means.now()).toISOString();
  const note = merge.noted.length === 0 ? null : ({ kind: 'merged', at, fields: merge.noted } as const);
  await replaceOnTop(store, { op, mine: merge.mine, theirs: current.copy, version: current.version, epoch: lead.epoch, note });
}

type Onto = {
  readonly op: OpRow;
  /** what is still to be said; nothing left means that the server has it all */
  readonly mine: Fields;
  readonly theirs: Kept[EntityName];
  readonly version: number;
  /** of the leader that writes; null when a person does */
  readonly epoch: number | null;
  /** what is told of it beside the entity */
  readonly note: Note | null;
};

/** Says the same again on top of another copy: a new op with a key of its own, in the old one's place. */
export async function replaceOnTop(store: Store, { op, mine, theirs, version, epoch, note }: Onto): Promise<void> {
  const { db, vault, means } = store;
  const { table } = queued[op.call];
  const id = op.entityId;
  const isDone = Object.keys(mine).length === 0;
  const opId = means.newId();
  const input = { ...idsOf(op), ...mine };
  const next: OpRow | null = isDone
    ? null
    : {
        ...op,
        opId,
        base: version,
        payload: await seal(vault.local, placeOf(opId), input, means),
        isFrozen: false,
        state: 'queued',
        attempts: 0,
        nextAt: means.now(),
        lease: null,
        error: null,
        detail: null,
        rev: op.rev + 1,
      };
  const beside = note === null ? null : await noteRow(store, id, note);
  for (;;) {
    const seen = await standingOf(db, table, id);
    const behind = await laterOf(
      store,
      seen.ops.filter(({ seq }) => seq !== op.seq),
    );
    const later = isDone ? behind : [{ call: op.call, capturedAt: op.capturedAt, input }, ...behind];
    const rebuilt = await rebuild(store, { table, id, copy: theirs, version, row: seen.row, later });
    if (await replaceOp(store, { op, next, table, rebuilt, seen, epoch, beside })) break;
  }
  void noteUnsent(store);
}

async function mergeOf(store: Store, { op, body }: Ready, current: Current): Promise<Merge> {
  const { table } = queued[op.call];
  const last = await lastCopy(store, table, await standingOf(store.db, table, op.entityId));
  const bookkeeping = new Set(['version', ...Object.keys(idsOf(op))]);
  const mine = Object.fromEntries(Object.entries(body).filter(([field]) => !bookkeeping.has(field)));
  // A move of a state is somebody's decision about what they saw: it is never carried over to something else.
  const base = last === null ? null : fieldsOf(last);
  if (isEdit(op.call)) return mergeThreeWay(table, { base, mine, theirs: current.fields });
  const clash = {
    field: op.call === 'consentSend' ? 'version' : 'status',
    base: base?.['status'],
    mine: op.call,
    theirs: current.fields['status'],
  };
  return { kind: 'clash', clashes: [clash], mine };
}

type Current = { readonly copy: Kept[EntityName]; readonly fields: Fields; readonly version: number };

/** The present entity in a refusal, or null when the server told none. */
export function currentOf(table: EntityName, data: unknown): Current | null {
  const told = v.safeParse(v.object({ current: v.unknown() }), data);
  if (!told.success) return null;
  if (table === 'patients') {
    const patient = v.safeParse(Patient, told.output.current);
    return patient.success ? { copy: patient.output, fields: patient.output, version: patient.output.version } : null;
  }
  if (table === 'listings') {
    const listing = v.safeParse(ListedCase, told.output.current);
    return listing.success ? { copy: listing.output, fields: listing.output, version: listing.output.version } : null;
  }
  const consent = v.safeParse(Consent, told.output.current);
  return consent.success ? { copy: keptOf(consent.output), fields: consent.output, version: consent.output.version } : null;
}

function fieldsOf(copy: Kept[EntityName]): Fields {
  return 'consentID' in copy ? (copy.server ?? {}) : copy;
}

const ID_FIELDS = { patients: 'id', consents: 'consentID', listings: 'recordID' } as const;

function idsOf({ call, entityId }: OpRow): Fields {
  return { [ID_FIELDS[queued[call].table]]: entityId };
}
