import { isAnswerTo } from '#contract/answered-ids.ts';
import type { Input, Output } from '#contract/calls.ts';
import type { Consent } from '#contract/shapes/record-shapes.ts';
import { shownWithAnswers } from '#domain/consents/shown.ts';
import type { LocalConsent } from '#store/entities/types.ts';
import { withEviction } from '#store/session/quota.ts';
import type { Store } from '#store/session/store.ts';
import { readServerCopy, rebuild } from '#store/outbox/rebuild.ts';
import { writeRebuilt, type RebuiltEntity } from '#store/outbox/replace.ts';
import { withLaterAnswers } from '#store/outbox/calls-apply.ts';
import { applyAnswer, type AnsweredEntity } from '#store/outbox/calls-answer.ts';
import { isUnchanged, readSnapshot } from '#store/outbox/snapshot.ts';

/** The signer's calls that change the form itself. */
type TicketCall = 'recordAnswers' | 'recordSign' | 'recordDecline';

/** A signer's call made with a ticket, and the server's answer. */
type TicketAnswer = {
  readonly [K in TicketCall]: { readonly call: K; readonly input: Input<K>; readonly answer: Output<K> };
}[TicketCall];

/**
 * Applies the answer to a signer's call to the cached copy of the form, as if the call had been an op of this device. A form without a
 * copy, one with unsent changes, and a newer copy are left as they are, and so is every form when the answer is about another one.
 *
 * @throws StorageFull
 */
export async function applyTicketAnswer(store: Store, ticketAnswer: TicketAnswer): Promise<void> {
  const { call, input, answer } = ticketAnswer;
  if (!isAnswerTo(call, input, answer)) return;
  const entity = { table: 'consents', id: input.consentID } as const;
  for (;;) {
    const snapshot = await readSnapshot(store.db, entity.table, entity.id);
    const { row, ops } = snapshot;
    if (row === undefined || row.state === 'unsent' || ops.length > 0) return;
    // The table holds consents only.
    const before = (await readServerCopy(store, entity.table, snapshot)) as LocalConsent | null;
    const { copy, version } = answeredBy(ticketAnswer, before);
    if (copy === null || (version !== null && row.serverVersion > version)) return;
    const rebuilt = await rebuild(store, { ...entity, copy, version: version ?? row.serverVersion, row, pending: [] });
    if (rebuilt === null || (await withEviction(store, () => write(store, { ...entity, snapshot, rebuilt })))) return;
  }
}

type Writing = Parameters<typeof isUnchanged>[1] & RebuiltEntity;

/** Writes the rebuilt rows. @returns false when the form has changed since the snapshot; then nothing is written */
async function write({ db }: Store, { table, id, snapshot, rebuilt }: Writing): Promise<boolean> {
  return db.transaction('rw', [db[table], db.ops, db.bases, db.kv], async () => {
    if (!(await isUnchanged(db, { table, id, snapshot }))) return false;
    await writeRebuilt(db, [{ table, id, rebuilt }]);
    return true;
  });
}

function answeredBy(
  ticketAnswer: TicketAnswer,
  before: LocalConsent | null,
): Pick<AnsweredEntity<unknown>, 'version'> & { copy: LocalConsent | null } {
  const { call, input, answer } = ticketAnswer;
  if (call === 'recordAnswers') {
    const { signature } = input;
    const copy = withAnswers(before, answer.data);
    // The signer's answer has no list of these: the copy that is pulled next has.
    const isLater = copy !== null && signature !== undefined;
    return {
      copy: isLater ? withLaterAnswers(copy, { ...input, signature }, signature.capturedAt) : copy,
      version: answer.data.version,
    };
  }
  return applyAnswer(call, { answer, input, before });
}

// The signer's answer omits parts of the version: only the fields that answers change are copied from it.
function withAnswers(before: LocalConsent | null, consent: Consent): LocalConsent | null {
  if (before?.server == null) return null;
  const { mattersToMe, additionalChoices, contentDigest, version, updatedAt } = consent;
  const { refusals, shown } = before.server;
  const pinned = shownWithAnswers(shown, { mattersToMe, additionalChoices, refusals });
  const server = { ...before.server, mattersToMe, additionalChoices, contentDigest, version, updatedAt, shown: pinned };
  return { ...before, server };
}
