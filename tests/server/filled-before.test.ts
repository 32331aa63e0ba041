import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { call as makeCall } from '#contract/engine/call.ts';
import { calls } from '#contract/calls.ts';
import { HOUR } from '#domain/base/limits.ts';
import { openHeadsFile } from '#server/outside/heads-file.ts';
import { refreshDerived } from '#server/data/sync/refresh-derived.ts';
import { sealCheck } from '#server/work/integrity/seal-leaves.ts';
import { checkAll } from '#server/work/integrity/check-all.ts';
import { recordHeadsOnce } from '#server/work/integrity/record-heads.ts';
import { recordPatientsOnce } from '#server/work/integrity/record-patients.ts';
import { finishRecordingRows, recordRowsOnce } from '#server/work/integrity/record-rows.ts';
import { openDeviceDatabase } from '#store/db/device-database.ts';
import { outboxItems } from '#store/outbox/list.ts';
import type { Store } from '#store/session/store.ts';
import { pullChanges } from '#store/sync/pull.ts';
import { senderOf } from '#tests/store/sender-setup.ts';
import { demoPerson, openDemoStore, openWorld } from '#tests/store/world.ts';
import { rowsOf } from '#tests/support/checks/full.ts';
import { signIn, type Caller } from '#tests/support/forms/builders.ts';
import { openTestApp, type TestApp } from '#tests/support/server/app.ts';
import { filledBuilds, filledBy, type StoredBefore } from '#tests/support/server/stored-before.ts';
import {
  serverLightsOf,
  tabletLightsOf,
  tabletNeedsOf,
  withListedNeeds,
  type ByName,
} from '#tests/support/tablet/shown-lights.ts';
import { restoreDatabases } from '#tests/support/tablet/stored-database.ts';

const TODAY = '2026-08-06';
const NAMES_ANOTHER = 'AMBER: The signed form names another name or birth date';

type Changed = { readonly light: string; readonly rule: string };

/** Where a rule of today gives another light than that build did, or another reason for it: by build, place and patient. */
const LIGHTS_SINCE: Readonly<Record<string, Readonly<Record<'server' | 'tablet', Readonly<Record<string, Changed>>>>>> = {
  '2026-11-28-1049': {
    server: {
      'Demo-Kept-Renamed': { light: NAMES_ANOTHER, rule: 'A signed form that names its patient otherwise is looked at' },
      'Demo-Kept-Due': {
        light: 'AMBER: The clinician has changed since it was signed: confirm on the day',
        rule: 'A light says why it is to be confirmed',
      },
      'Demo-Kept-Taken-Back-Offline': {
        light: 'AMBER: Not answered: blood transfusion',
        rule: 'A form without an answer about blood is left open, also one of before',
      },
    },
    tablet: {
      'Demo-Kept-Renamed': { light: NAMES_ANOTHER, rule: 'A signed form that names its patient otherwise is looked at' },
    },
  },
};

/** All that waits for a person by a rule of today alone: a form without an answer about blood is left open, also one of before. */
const NEEDS_SINCE: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '2026-11-28-1049': { 'Demo-Aspen': 'TALK', 'Demo-Rosewood': 'TALK', 'Demo-Spruce': 'TALK' },
};

/** By the same rule: the form that was signed on the tablet, once it is with the server. */
const NEEDS_AFTER_QUEUE = { 'Demo-Rowan': 'TALK' };

const DONE_OFFLINE = 'Demo-Kept-Done-Offline';
/** The changes by the queue and the jobs of the server: a confirmation and a withdrawal have arrived, and what was signed is sealed. */
const AFTER_QUEUE: Readonly<Record<string, unknown>> = {
  'Demo-Kept-Due': expect.stringMatching(/^GREEN: Signed, sealed, confirmed today \d\d:\d\d$/),
  'Demo-Kept-Taken-Back-Offline': 'RED: The consent is withdrawn',
  'Demo-Kept-Unsealed': 'GREEN: Signed and sealed',
  [DONE_OFFLINE]: 'GREEN: Recorded as done on 6 August 2026',
};

for (const build of rowsOf(filledBuilds)) {
  const { stored, shown } = filledBy(build);
  const since = LIGHTS_SINCE[build] ?? { server: {}, tablet: {} };
  const lightsNow = (where: 'server' | 'tablet', lights: ByName) => ({
    ...lights,
    ...Object.fromEntries(Object.entries(since[where]).map(([name, { light }]) => [name, light])),
  });
  const needsNow = { ...shown.withQueue.needs, ...NEEDS_SINCE[build] };
  const afterQueue = (where: 'server' | 'tablet', lights: ByName) => ({
    ...lightsNow(where, lights),
    ...Object.fromEntries(Object.entries(AFTER_QUEUE).filter(([name]) => name in lights)),
  });

  test(`after the update of a hospital of ${build} nothing was altered, and each light is right`, async () => {
    const app = await openTestApp({ before: stored });
    try {
      expect(await findingsOf(app)).toEqual([]);
      await refreshDerived(app.database.db, () => false);
      expect(await findingsOf(app)).toEqual([]);
      expect(await serverLightsOf(await signIn(app), TODAY)).toEqual(lightsNow('server', shown.onServer));
      await app.doJobs();
      expect(await findingsOf(app)).toEqual([]);
      // Servers of that build have stopped meanwhile: from then on every row is compared.
      app.clock.advance(HOUR);
      expect(await finishRecordingRows(app.deps, openHeadsFile(app.deps.dataDir, app.deps.chainKey))).toBe(0);
      expect(await checkAll(app.deps, { filed: undefined })).toMatchObject({ findings: [], unmarked: 0 });
    } finally {
      await app.close();
    }
  });

  test(`after the update of a tablet of ${build} its queue takes effect, and nothing waits for a person`, async () => {
    const app = await openTestApp({ before: stored });
    try {
      await restoreDatabases(stored.databases);
      const tablet = await openTablet(app, stored);
      expect(await onTabletNow(tablet)).toEqual({
        ...shown.withQueue,
        onTablet: lightsNow('tablet', shown.withQueue.onTablet),
        // Recorded as done on the tablet: nobody's task, sealed or not.
        needs: withListedNeeds(needsNow, { ...lightsNow('tablet', shown.withQueue.onTablet), [DONE_OFFLINE]: 'GREEN' }),
        waiting: shown.waiting,
      });
      await tablet.send();
      expect((await outboxItems(tablet.store.db)).map(({ call, state, error }) => [call, state, error?.message])).toEqual([]);
      await app.doJobs();
      await tablet.pull();
      expect(await tabletLightsOf(tablet.store, TODAY)).toEqual(afterQueue('tablet', shown.onTablet));
      expect(await serverLightsOf(tablet.staff, TODAY)).toEqual(afterQueue('server', shown.onServer));
      expect(await tabletNeedsOf(tablet.store)).toEqual(
        withListedNeeds({ ...needsNow, ...NEEDS_AFTER_QUEUE }, afterQueue('tablet', shown.onTablet)),
      );
      expect(await arrivedOf(tablet.staff)).toEqual({ draft: 'DRAFT', form: 'SIGNED,SIGNED', phone: '02079460004' });
      expect(await findingsOf(app)).toEqual([]);
    } finally {
      await app.close();
    }
  });
}

/**
 * The rest of the queue, of which no light speaks: a draft, a form that was signed on the tablet beside one of the demo hospital under the
 * same name, and a phone number.
 */
async function arrivedOf(staff: Caller) {
  const statusOf = async (search: string) =>
    (await staff.call('recordGet', { search })).data.records.map(({ status }) => status).join();
  const [patient] = (await staff.call('patientSearch', { search: 'Demo-Kept-Sent' })).data;
  return { draft: await statusOf('Demo-Kept-Draft-Offline'), form: await statusOf('Demo-Rowan'), phone: patient?.phoneNumber };
}

const onTabletNow = async ({ store }: { store: Store }) => ({
  onTablet: await tabletLightsOf(store, TODAY),
  needs: await tabletNeedsOf(store),
  waiting: await store.db.ops.count(),
});

/** All that was altered as a start and the check after it find it, in everything that is stored. */
async function findingsOf({ deps }: TestApp) {
  await recordPatientsOnce(deps);
  const heads = openHeadsFile(deps.dataDir, deps.chainKey);
  await recordRowsOnce(deps, heads);
  await recordHeadsOnce(deps, heads);
  const isSealed = await sealCheck(deps);
  const { findings, unrecorded } = await checkAll(deps, { filed: await heads.read(), isDeep: true, isSealed });
  expect(unrecorded).toBe(0);
  return findings;
}

/** The tablet of that build, opened by this one as after a sign-in. */
async function openTablet(app: TestApp, { deviceId, device, owner, at }: StoredBefore) {
  const staff = await signIn(app);
  const { share } = await staff.call('userDevice', { deviceId });
  const { settings } = await staff.call('config', {});
  const world = { ...openWorld(), device: openDeviceDatabase(device) };
  world.clock.now = at;
  const opened = await openDemoStore(world, demoPerson({ ...owner, share }));
  const store: Store = { ...opened, deviceId, confirmSettings: () => settings };
  const sender = await senderOf(store, { network: () => app.wire().fetch });
  sender.session = staff.token;
  return {
    store,
    staff,
    send: () => sender.drain(world.clock),
    pull: () =>
      pullChanges(store, (since) => makeCall(calls.syncChanges, since === undefined ? {} : { since }, app.wire(staff.token))),
  };
}
