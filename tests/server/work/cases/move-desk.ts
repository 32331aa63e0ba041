import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Output } from '#contract/calls.ts';
import { blankPage } from '#tests/support/files/blank-page.ts';
import { aPatient, sent, typed, type Caller } from '#tests/support/forms/builders.ts';
import { signerAt } from '#tests/support/forms/signer-at.ts';
import type { TestApp } from '#tests/support/server/app.ts';
import { paperDesk } from '#tests/server/work/paper/paper-desk.ts';

type Sent = Output<'consentSend'>['data'];
type Case = { readonly recordID: string };

/** The acts of the tests of moves with one app, and a case's state in the database. @param staff - the clinician, as of now */
export function moveDesk(app: TestApp, staff: () => Caller) {
  const { upload, faultsOf } = paperDesk(app, staff);
  const present = async ({ recordID }: Case) => {
    const { consents } = (await staff().call('recordDetails', { id: recordID })).data;
    return consents.toSorted((one, other) => other.versionNumber - one.versionNumber)[0]!;
  };
  return {
    upload,
    faultsOf,
    present,
    /** A form that a tablet shows to its patient, for which they have a link as well, and a scan that nobody has checked. */
    inEverybodysHands: async (change: Parameters<typeof sent>[1] = {}) => {
      const patient = aPatient({ emailAddress: `patient-${randomUUID().slice(0, 8)}@example.org` });
      const patientID = change.patientID ?? (await staff().call('patientCreate', patient)).data.patient.id;
      const form = await sent(staff(), { ...change, patientID });
      const { role, signing_order } = form.recipients[0]!;
      const holder = await signerAt(app, staff(), form, [role, signing_order]);
      await staff().call('consentSendEmail', { consentID: form.consentID, role, signing_order });
      await upload(form.consentID, blankPage());
      return { ...form, holder };
    },
    /** Completes the draft that a case was reopened to. */
    sendAgain: async ({ consentID, version }: { consentID: string; version: number }): Promise<Sent> => {
      const complete = { clinicianStatement: { discussed: true, capacity: true, note: '' } };
      const saved = await staff().call('consentUpdate', { consentID, version, ...complete });
      return (await staff().call('consentSend', { consentID, version: saved.version, channel: 'DEVICE' })).data;
    },
    /** The clinician signs the version as it is now. */
    signAsClinician: async (form: Case) => staff().call('recordSign', typed(await present(form))),
    /** The effects of an act: its events in their order, then the subjects that are new (+), gone (-), or in another state. */
    changesBy: async (form: Case, act: () => Promise<unknown>): Promise<string[]> => {
      const [events, before] = [await eventLines(app, form), await stateOf(app, form)];
      await act();
      const [newer, after] = [await eventLines(app, form), await stateOf(app, form)];
      const gone = [...before].filter(([subject]) => !after.has(subject)).map(([subject, state]) => `- ${subject}: ${state}`);
      const changed = [...after].flatMap(([subject, state]) => {
        const old = before.get(subject);
        if (old === undefined) return `+ ${subject}: ${state}`;
        return old === state ? [] : `${subject}: ${old} → ${state}`;
      });
      return [...newer.slice(events.length), ...gone, ...changed];
    },
  };
}

/** The versions of a case by their ids: v1, v2. */
async function versionsOf({ database: { db } }: TestApp, { recordID }: Case) {
  const rows = await db.selectFrom('consents').selectAll().where('case_id', '=', recordID).orderBy('version_number').execute();
  return rows.map((row) => ({ ...row, name: `v${row.version_number}` }));
}

async function eventLines(app: TestApp, form: Case): Promise<string[]> {
  const versions = await versionsOf(app, form);
  const { db } = app.database;
  const events = await db.selectFrom('timeline').selectAll().where('case_id', '=', form.recordID).orderBy('seq').execute();
  return events.map(({ type, actor, version_id: versionId, detail }) => {
    const about = versions.find(({ id }) => id === versionId)?.name ?? 'no version';
    return `${about} ${type} by ${actor.kind} ${alike(JSON.stringify(sorted(detail)), versions)}`;
  });
}

function sorted(detail: object): object {
  return Object.fromEntries(Object.entries(detail).toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

/** A text without the ids, digests and times of this run. */
function alike(text: string, versions: readonly { id: string; name: string }[]): string {
  const named = versions.reduce((left, { id, name }) => left.replaceAll(id, name), text);
  return named
    .replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'ID')
    .replaceAll(/[0-9a-f]{64}/g, 'SHA')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
    .replaceAll(/(?<="code":")\w+/g, 'CODE')
    .replaceAll(/(?<="statement":")[^"]+/g, 'WORDS')
    .replaceAll(/\d+ [A-Z][a-z]+ \d{4}/g, 'DAY')
    .replaceAll(/(?<=Demo-[A-Za-z]+)-\d+-[0-9a-f]{8}/gi, '');
}

/** The state of a case, of its versions, and of all by which somebody signs one of them: by the subject. */
async function stateOf(app: TestApp, form: Case): Promise<ReadonlyMap<string, string>> {
  const { db } = app.database;
  const versions = await versionsOf(app, form);
  const nameOf = (id: string | null) => versions.find((each) => each.id === id)?.name ?? 'none';
  const record = await db.selectFrom('cases').selectAll().where('id', '=', form.recordID).executeTakeFirstOrThrow();
  const { current_consent_id: present, in_force_consent_id: inForce } = record;
  const state = new Map([
    ['case', `${record.status} at ${record.version}, present ${nameOf(present)}, in force ${nameOf(inForce)}`],
  ]);
  for (const { id, name, ...row } of versions) {
    state.set(name, stateOfVersion(row));
    const { rows } = await sql<{ subject: string; state: string }>`
      select subject, string_agg(state, ', ' order by at) as state from (
        select role || ' ' || signing_order as subject, state, null::timestamptz as at from recipients where consent_id = ${id}
        union all select 'link of ' || role, coalesce('ended by ' || ended_by, 'live'), created_at from links where consent_id = ${id}
        union all select 'handover to ' || role, case when ended_at is null then 'under way' else 'ended' end, started_at
          from handovers where consent_id = ${id}
        union all select 'document', kind, made_at from documents where consent_id = ${id}
        union all select 'signature of ' || role, case when cancelled_at is null then 'counts' else 'cancelled' end, received_at
          from signatures where consent_id = ${id}
        union all select 'job', dedup || ' ' || state, created_at from jobs where payload ->> 'consentID' = ${id}
      ) as parts group by subject order by subject collate "C"`.execute(db);
    for (const part of rows) state.set(`${name} ${part.subject}`, alike(part.state, versions));
  }
  return state;
}

type Version = Omit<Awaited<ReturnType<typeof versionsOf>>[number], 'id' | 'name'>;

function stateOfVersion({ status, version, seal_state: seal, disagreement, child_said_no: isNo, ...row }: Version): string {
  const { pinned, sent_at, signed_at, withdrawn_at, confirmation, paper_reported_at, refusal_due_at, ...end } = row;
  const { void_kind: kind, old_procedures: old } = end;
  const columns = Object.entries({ pinned, sent_at, signed_at, withdrawn_at, confirmation, paper_reported_at, refusal_due_at });
  const set = columns.flatMap(([column, value]) => (value === null ? [] : column));
  const words = [status, kind ?? [], disagreement?.outcome ?? [], isNo ? 'child said no' : []].flat().join(' ');
  return [`${words} at ${version}`, `seal ${seal}`, ...set, ...(old.length > 0 ? ['earlier procedures'] : [])].join(', ');
}
