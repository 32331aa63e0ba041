import 'fake-indexeddb/auto';
import { Unreachable } from '#contract/engine/call.ts';
import { startUnsentReport, countUnsent } from '#src/offline/unsent-report.ts';
import { demoPerson, openDemoStore, openWorld } from '#tests/store/world.ts';
import { liveQuery } from 'dexie';
import { expect, onTestFinished, test, vi } from 'vitest';
import { soon } from '#tests/support/checks/soon.ts';

/** A timer that runs out when the test triggers it. */
function openTimer() {
  const running: { ms: number; run: () => void }[] = [];
  const timer = (ms: number, run: () => void) => {
    running.push({ ms, run });
    return () => {
      running.length = 0;
    };
  };
  const begun = () => soon(() => expect(running.map(({ ms }) => ms)).toEqual([30_000]));
  const runOut = async () => {
    await begun();
    running.shift()?.run();
  };
  return { timer, running, begun, runOut };
}

/** A device with one vault, and a server that receives its unsent count. */
async function openReport() {
  const { device, vault } = await openDemoStore(openWorld(), demoPerson());
  const server: { reported: number; calls: number; isReachable: boolean } = { reported: 0, calls: 0, isReachable: true };
  const faults: unknown[] = [];
  const clock = openTimer();
  const reporting = startUnsentReport({
    device,
    owner: vault,
    timer: clock.timer,
    mayReport: () => server.isReachable,
    report: async () => {
      server.calls += 1;
      server.reported = await countUnsent(device, vault);
    },
    lastReported: () => server.reported,
    onFault: (fault) => faults.push(fault),
  });
  // Subscribes after the tested one, so that a count seen by this one was seen by the other as well.
  let counted = 0;
  const counting = liveQuery(() => countUnsent(device, vault)).subscribe((count) => void (counted = count));
  onTestFinished(() => counting.unsubscribe());
  const waits = async (unsentCount: number) => {
    await device.vaults.update(vault.userHash, { unsentCount });
    await soon(() => expect(counted).toBe(unsentCount));
  };
  return { device, vault, server, reporting, waits, faults, ...clock };
}

test('a number that stays another one is told once, half a minute later', async () => {
  const { server, waits, begun, running, runOut, reporting } = await openReport();
  await waits(1);
  await begun();
  await waits(2);
  expect(server.calls).toBe(0);
  await runOut();
  await soon(() => expect(server).toMatchObject({ reported: 2, calls: 1 }));
  reporting.look();
  expect(running).toEqual([]);
  reporting.stop();
});

test('what is sent by then is told to nobody', async () => {
  const { server, waits, begun, runOut, reporting } = await openReport();
  await waits(1);
  await begun();
  await waits(0);
  await runOut();
  expect(server.calls).toBe(0);
  reporting.stop();
});

test('what could not be told without a network is told after the next look with one', async () => {
  const { server, waits, runOut, reporting, faults } = await openReport();
  server.isReachable = false;
  await waits(3);
  await runOut();
  expect(server.calls).toBe(0);
  server.isReachable = true;
  reporting.look();
  await runOut();
  await soon(() => expect(server.reported).toBe(3));
  expect(faults).toEqual([]);
  reporting.stop();
});

test('a call that does not come through is no fault', async () => {
  const { device, vault } = await openDemoStore(openWorld(), demoPerson());
  const faults: unknown[] = [];
  const { timer, runOut } = openTimer();
  const report = vi.fn<() => Promise<void>>(async () => {
    throw new Unreachable();
  });
  const onFault = (fault: unknown) => faults.push(fault);
  const reporting = startUnsentReport({
    device,
    owner: vault,
    timer,
    mayReport: () => true,
    report,
    lastReported: () => null,
    onFault,
  });
  await runOut();
  expect(report).toHaveBeenCalledTimes(1);
  await Promise.resolve();
  expect(faults).toEqual([]);
  reporting.stop();
});

test('the number of a tablet is that of all its people of one organisation', async () => {
  const { device, vault, reporting } = await openReport();
  const row = (await device.vaults.get(vault.userHash))!;
  await device.vaults.update(vault.userHash, { unsentCount: 1 });
  await device.vaults.add({ ...row, userHash: 'a colleague', unsentCount: 4 });
  await device.vaults.add({ ...row, userHash: 'a guest', organisationId: 'elsewhere', unsentCount: 8 });
  expect(await countUnsent(device, vault)).toBe(5);
  reporting.stop();
});
