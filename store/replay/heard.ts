import type { Input, Output } from '#contract/calls.ts';
import type { Consent } from '#contract/record-shapes.ts';
import type { KeptConsent } from '../kept.ts';
import { withRoom } from '../quota.ts';
import type { Store } from '../store.ts';
import { lastCopy, rebuild } from './rebuild.ts';
import { putRebuilt } from './replace.ts';
import { settle, type Settled } from './settle.ts';
import { isUnchanged, standingOf } from './standing.ts';

/** What a signer may say that changes the form itself. */
type HeardCall = 'recordAnswers' | 'recordSign' | 'recordDecline';

/** A call that somebody who signs made by a ticket, and what the server answered. */
type Heard = {
  readonly [K in HeardCall]: { readonly call: K; readonly input: Input<K>; readonly answer: Output<K> };
}[HeardCall];

/**
 * Takes what the server answered to a signer into this device's copy of the form, as if the call had been sent from here. A form that
 * is not here is not brought; one that has something waiting is left alone, and so is a newer copy.
 *
 * @throws StorageFull
 */
export async function keepHeard(store: Store, heard: Heard): Promise<void> {
  const of = { table: 'consents', id: heard.input.consentID } as const;
  for (;;) {
    const seen = await standingOf(store.db, of.table, of.id);
    const { row, ops } = seen;
    if (row === undefined || row.state === 'unsent' || ops.length > 0) return;
    // The table holds versions alone.
    const before = (await lastCopy(store, of.table, seen)) as KeptConsent | null;
    const { copy, version } = settledBy(heard, before);
    if (copy === null || (version !== null && row.serverVersion > version)) return;
    const rebuilt = await rebuild(store, { ...of, copy, version: version ?? row.serverVersion, row, later: [] });
    if (rebuilt === null || (await withRoom(store, () => write(store, { ...of, seen, rebuilt })))) return;
  }
}

type Writing = Parameters<typeof isUnchanged>[1] & Parameters<typeof putRebuilt>[1];

/** False when something changed since it was read; then nothing is written. */
async function write({ db }: Store, { table, id, seen, rebuilt }: Writing): Promise<boolean> {
  return db.transaction('rw', [db[table], db.ops, db.bases], async () => {
    if (!(await isUnchanged(db, { table, id, seen }))) return false;
    await putRebuilt(db, { table, id, rebuilt });
    return true;
  });
}

function settledBy(heard: Heard, before: KeptConsent | null): Pick<Settled<unknown>, 'version'> & { copy: KeptConsent | null } {
  const { call, input, answer } = heard;
  if (call === 'recordAnswers') return { copy: withAnswers(before, answer.data), version: answer.data.version };
  // What a signature or a refusal makes of a version is a version.
  return settle(call, { answer, input, before }) as Settled<KeptConsent>;
}

// A signer is not told all of a version: of the answer only what answers change is news.
function withAnswers(before: KeptConsent | null, told: Consent): KeptConsent | null {
  if (before?.server == null) return null;
  const { mattersToMe, additionalChoices, contentDigest, version, updatedAt } = told;
  return { ...before, server: { ...before.server, mattersToMe, additionalChoices, contentDigest, version, updatedAt } };
}
