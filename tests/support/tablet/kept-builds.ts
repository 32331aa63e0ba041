import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { calls } from '#contract/calls.ts';
import { json } from '#server/data/json.ts';
import type { TestApp } from '#tests/support/server/app.ts';
import type { Catalogue, OfflineForm } from '#tests/support/forms/offline-form.ts';
import type { Act, RecordedCall } from './kept-recorder.ts';

/**
 * Everything that a tablet of one build queued and sent, with the library that it had. No recording is ever changed or made anew: each
 * later build gets one of its own beside it.
 */
export type Recording = {
  readonly build: string;
  readonly library: Pick<Catalogue, 'procedure' | 'template'>;
  /** the user whom a call names as the operator */
  readonly clinicianID: string | null;
  readonly deviceId: string;
  /** the epoch of the data that the tablet named on each request; those of the first builds named none */
  readonly dataEpoch: string | null;
  /** those of each request, beside what belongs to a session or to one call */
  readonly headers: Readonly<Record<string, string>>;
  readonly acts: readonly Act[];
};

/** The first recording: two forms, each in one envelope. */
type First = Pick<Recording, 'library'> & { readonly forms: readonly Pick<OfflineForm, 'ops'>[] };

const FOLDER = path.join(import.meta.dirname, '../../fixtures');
const NAME = /^kept-(.+)\.json$/;

/** The builds with a recording, the newest first: they are named by their dates, and the first of all by its version. */
export const recordedBuilds: readonly string[] = readdirSync(FOLDER)
  .flatMap((file) => NAME.exec(file)?.[1] ?? [])
  .toSorted()
  .toReversed();

export function recordingOf(build: string): Recording {
  const kept = JSON.parse(readFileSync(path.join(FOLDER, `kept-${build}.json`), 'utf8')) as Omit<Recording, 'build'> | First;
  if (!('forms' in kept)) return { build, ...kept };
  const acts = kept.forms.map(({ ops }, nth) => ({
    name: `form ${nth + 1}`,
    meanwhile: [],
    envelopes: [ops.map((op) => ({ ...op, status: 200 }))],
  }));
  return { build, library: kept.library, clinicianID: null, deviceId: randomUUID(), dataEpoch: null, headers: {}, acts };
}

/** Method and path of each call that a tablet may queue, sorted. */
export const queuedNames = (): string[] =>
  Object.values(calls)
    .filter(({ offline }) => offline === 'queue')
    .map(({ method, path: route }) => `${method} ${route}`)
    .toSorted();

/** All calls of a recording, in their order. */
export const callsOf = ({ acts }: Recording): RecordedCall[] => acts.flatMap(({ envelopes }) => envelopes.flat());

/**
 * The calls of an act as envelopes: as many as go in one. Behind a refused call the rest goes in the next, as in an envelope it would wait
 * for that call.
 */
export function envelopesOf({ envelopes }: Act): RecordedCall[][] {
  const grouped: RecordedCall[][] = [[]];
  for (const op of envelopes.flat()) {
    grouped.at(-1)?.push(op);
    if (op.status !== 200) grouped.push([]);
  }
  return grouped.filter((ops) => ops.length > 0);
}

/** Gives a server what that of the recording had: the versions of its library, the clinician who is named, and the epoch of its data. */
export async function giveWhatItHad(
  { database: { db } }: Pick<TestApp, 'database'>,
  { library, clinicianID, dataEpoch }: Recording,
): Promise<void> {
  const { procedureID, version, procedureName, ...fields } = library.procedure;
  const { template } = library;
  const aProcedure = await db.selectFrom('procedures').selectAll().limit(1).executeTakeFirstOrThrow();
  await db
    .insertInto('procedures')
    .values({
      ...aProcedure,
      id: procedureID,
      name: procedureName,
      acronym: fields.procedureAcronym ?? '',
      version,
      is_current: true,
      editors: json([]),
      fields: json({ ...aProcedure.fields, ...fields }),
    })
    .execute();
  const ofKind = db.selectFrom('templates').selectAll().where('form_type', '=', 'FORM_1').limit(1);
  await db
    .insertInto('templates')
    .values({
      ...(await ofKind.executeTakeFirstOrThrow()),
      id: template._id,
      version: template.version,
      is_current: true,
      nodes: json(template.data),
    })
    .execute();
  if (dataEpoch !== null)
    await db
      .updateTable('settings')
      .set({ value: json<unknown>(dataEpoch) })
      .where('name', '=', 'dataEpoch')
      .execute();
  if (clinicianID === null) return;
  const aClinician = db.selectFrom('users').selectAll().where('email', '=', 'clinician@demo.nhs.uk');
  await db
    .insertInto('users')
    .values({ ...(await aClinician.executeTakeFirstOrThrow()), id: clinicianID, email: 'operator@demo.nhs.uk' })
    .execute();
}
