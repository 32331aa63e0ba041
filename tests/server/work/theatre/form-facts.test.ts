import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import type { Output } from '#contract/calls.ts';
import { localDate } from '#domain/values/plain-date.ts';
import { saveProfile } from '#store/session/profile.ts';
import { pullChanges } from '#store/sync/pull.ts';
import { readComingList } from '#store/views/listed.ts';
import { demoPerson, openDemoStore, openWorld } from '#tests/store/world.ts';
import { ANSWERED_CHOICES } from '#tests/support/forms/answered-choices.ts';
import { sent, signAll, signIn, type Caller } from '#tests/support/forms/builders.ts';
import { aChild, family2, sent2 } from '#tests/support/forms/form-2.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';

let staff: Caller & { token: string };
const app = useTestApp(async (opened) => {
  staff = await signIn(opened);
});

type Version = Output<'consentSend'>['data'];
const today = () => localDate(app.clock.now(), app.deps.settings.timeZone);
const answered = { additionalChoices: ANSWERED_CHOICES };

/** The record learns that an interpreter is needed, or that none is. */
async function needInRecord({ patientID }: Pick<Version, 'patientID'>, interpreterNeeded: boolean): Promise<void> {
  const { patient } = (await staff.call('patientGetDetails', { id: patientID })).data;
  const communication = { ...patient.communication, interpreterNeeded };
  await staff.call('patientUpdate', { id: patientID, version: patient.version, communication });
}

/** Signed and sealed forms, each with one fact against it. `since`: what happens after everybody has signed. */
const FACTS: readonly (readonly [string, () => Promise<Version>, string, ((form: Version) => Promise<void>)?])[] = [
  ['nothing', () => sent(staff, answered), 'Signed and sealed'],
  [
    'an interpreter who is needed and not named, with a reason',
    () => sent(staff, { ...answered, interpreterNeeded: true, interpreterNoneReason: 'Nobody could come' }),
    'Signed, but no interpreter is named',
  ],
  [
    'an interpreter whom the record needs since',
    () => sent(staff, answered),
    'Signed, but no interpreter is named',
    async (form) => needInRecord(form, true),
  ],
  [
    'an interpreter whom the record needed for a while',
    () => sent(staff, answered),
    'Signed and sealed',
    async (form) => {
      await needInRecord(form, true);
      await needInRecord(form, false);
    },
  ],
  [
    'a child who said no',
    () =>
      sent2(staff, {
        ...answered,
        ...family2({ child: aChild({ agreement: 'DISAGREES', note: 'Is afraid', encouraged: true }) }),
      }),
    'Signed, but the child said no',
  ],
];

test.each(FACTS.map(([what, make, reason, since]) => ({ what, make, reason, since })))(
  '$what: the list, the listing of a call and of the sync, and a tablet without a network say the same',
  async ({ make, reason, since }) => {
    const form = await make();
    await signAll(app, staff, form);
    await app.doJobs();
    const { recordID } = form;
    const { version } = (await staff.call('recordDetails', { id: recordID })).data.record;
    const listed = { date: today(), theatre: '1', listType: 'THEATRE' as const };
    await staff.call('recordUpdate', { recordID, version, listed });
    if (since !== undefined) await since(form);
    const { version: at } = (await staff.call('recordDetails', { id: recordID })).data.record;
    const { listing } = await staff.call('recordUpdate', { recordID, version: at, listed: { ...listed, theatre: '2' } });
    const { data } = await staff.call('patientListed', { startDate: today(), endDate: today() });
    const row = data.find((each) => each.recordID === recordID)!;
    const light = reason === 'Signed and sealed' ? 'GREEN' : 'AMBER';
    const lightIn = (one: { light: string; reason: string } | undefined) => one && { light: one.light, reason: one.reason };
    const told = await tabletOf(recordID, (one) => one);
    // Its own light beside a server that knows of nothing.
    const own = await tabletOf(recordID, (one) => ({ ...one, light: 'GREEN', reason: 'Signed and sealed' }));
    const places = { list: lightIn(row), call: lightIn(listing), told: lightIn(told), own: lightIn(own) };
    const same = { light, reason };
    expect(places).toEqual({ list: same, call: same, told: same, own: same });
  },
);

/** The row of a case on a tablet that has fetched everything, with the server's light changed on the way. */
async function tabletOf(recordID: string, change: (light: { light: string; reason: string }) => object) {
  const world = openWorld();
  world.clock.now = app.clock.now();
  const { user } = await staff.call('userMe', {});
  const organisationId = user.organisation[0]!._id;
  const store = await openDemoStore(world, demoPerson({ userId: user._id, email: user.email, organisationId }));
  await saveProfile(store, user);
  await pullChanges(store, async (since) => {
    const answer = await staff.call('syncChanges', since === undefined ? {} : { since });
    const changes = answer.changes.map((each) =>
      each.entity === 'listed' && each.data !== null ? { ...each, data: { ...each.data, ...change(each.data) } } : each,
    );
    return { ...answer, changes };
  });
  const { rows } = await readComingList(store, today());
  store.db.close();
  return rows.find((each) => each.recordID === recordID);
}
