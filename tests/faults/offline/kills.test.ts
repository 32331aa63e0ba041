import { setTimeout as wait } from 'node:timers/promises';
import type { Page } from 'playwright';
import { expect, test, vi } from 'vitest';
import { isKept } from '#tests/support/fault-proxy.ts';
import { openFaultStage } from '#tests/support/fault-stage.ts';
import { createPatient, heading, signIn } from '#tests/support/journey.ts';
import { expectOnServer, waitingIn } from '#tests/support/oracle.ts';
import { seededRandom } from '#tests/support/random.ts';
import { arrive, changePhone, untilSent } from '#tests/support/ward.ts';
import type { WardTablet } from '#tests/support/ward-tablet.ts';

const KILLS = process.env['FULL'] === '1' ? 1000 : 20;
/** Every so many kills it is the whole browser that dies; else the processes of its pages. */
const WHOLE_EVERY = KILLS > 100 ? 10 : 5;
/** Every so many kills everything is sent and compared. */
const COMPARE_EVERY = 50;
/** Longest time from the first key to the kill, ms. */
const LATEST = 900;

vi.setConfig({ testTimeout: KILLS * 20_000 + 120_000, hookTimeout: 240_000 });

const stage = openFaultStage();

/** What one patient went through: whether anybody was told of it, and the phone numbers told and tried, counted from 1. */
type Life = { readonly lastName: string; id: string | null; isTold: boolean; told: number; tried: number };

const phoneOf = (count: number) => `0${7_700_900_000 + count}`;

test(`killed ${KILLS} times while people write, online and offline, a tablet loses nothing that it said was saved`, async () => {
  const random = seededRandom('browser kills');
  const prefix = stage.secret('Demo-Killed-');
  const lives: Life[] = [];
  const tablet = stage.tablet();
  await arrive(await tablet.open(), stage.proxy.origin);
  let stored = await storedSession(tablet);
  stage.proxy.rule({ on: (asked) => isKept(asked) && random() < 0.15, fault: { kind: 'double' } });
  stage.proxy.rule({ on: (asked) => isKept(asked) && random() < 0.1, fault: { kind: 'dropAfter' } });
  for (let nth = 1; nth <= KILLS; nth += 1) {
    const isWhole = nth % WHOLE_EVERY === 0;
    const page = await restored(tablet, stored);
    const known = lives.filter(({ id }) => id !== null);
    const edited = random() < 0.4 ? known[Math.floor(random() * known.length)] : undefined;
    const life = edited ?? { lastName: `${prefix}${String(nth).padStart(5, '0')}`, id: null, isTold: false, told: 0, tried: 0 };
    if (edited === undefined) lives.push(life);
    const act = await prepare(page, life);
    const isOffline = random() < 0.5;
    if (isOffline) await tablet.context.setOffline(true);
    const acting = act().catch(() => undefined);
    await wait(Math.floor(random() * LATEST));
    // What the page says from here on nobody has seen.
    Object.freeze(life);
    if (isWhole) await tablet.kill();
    else expect(tablet.killPages()).toBeGreaterThan(0);
    await acting;
    lives[lives.indexOf(life)] = { ...life };
    if (isWhole) stored = await signedInAgain(tablet);
    else if (isOffline) {
      // A page that died can be told nothing about the network.
      await restored(tablet, stored);
      await tablet.context.setOffline(false);
    }
    if (nth % COMPARE_EVERY === 0 || nth === KILLS) await compare(await restored(tablet, stored), lives);
  }
});

/** What a tab keeps for a reload of itself: a browser gives it to a tab that crashed, too. */
async function storedSession(tablet: WardTablet): Promise<string> {
  const [page] = tablet.pages();
  return (await page?.evaluate(() => sessionStorage.getItem('assent.session'))) ?? '';
}

/** A tab in the place of the one that died, with the session that it had; what died is closed. */
async function restored(tablet: WardTablet, stored: string): Promise<Page> {
  const page = await openedAmongTheDead(tablet);
  for (const other of tablet.pages()) if (other !== page) await other.close();
  await page.addInitScript((session) => sessionStorage.setItem('assent.session', session), stored);
  return page;
}

/** A new tab may be given to a process that is just dying: then another one is opened. */
async function openedAmongTheDead(tablet: WardTablet): Promise<Page> {
  for (let left = 5; ; left -= 1) {
    try {
      return await tablet.context.newPage();
    } catch (failure) {
      if (left === 0) throw failure;
      await wait(200);
    }
  }
}

async function signedInAgain(tablet: WardTablet): Promise<string> {
  const page = await tablet.open();
  await page.goto(`${stage.proxy.origin}/login`);
  await heading(page, 'Sign in').waitFor();
  await signIn(page);
  await heading(page, 'Recent cases').waitFor();
  return storedSession(tablet);
}

/** Opens the screen on which this patient is written. @returns the writing itself, which notes what the page has told */
async function prepare(page: Page, life: Life): Promise<() => Promise<void>> {
  if (life.id === null) {
    await page.goto(`${stage.proxy.origin}/patient?mode=new`);
    await heading(page, 'New patient').waitFor();
    return async () => {
      await createPatient(page, { firstName: 'Test', lastName: life.lastName, dateOfBirth: '1950-03-14' });
      await page.waitForURL(/\/patient\/detail\?id=/);
      life.id = new URL(page.url()).searchParams.get('id');
      life.isTold = true;
    };
  }
  await page.goto(`${stage.proxy.origin}/patient/detail?id=${life.id}`);
  await page.getByRole('button', { name: 'Edit', exact: true }).waitFor();
  life.tried += 1;
  return async () => {
    await changePhone(page, phoneOf(life.tried));
    life.told = life.tried;
  };
}

/** The server against what people were told: all of it is there once, and nothing that nobody wrote. */
async function compare(page: Page, lives: readonly Life[]): Promise<void> {
  await page.goto(stage.proxy.origin);
  await heading(page, 'Recent cases').waitFor();
  await untilSent(page, 60_000).catch(async () => expect(await waitingIn(page)).toEqual([]));
  const told = lives.filter(({ isTold }) => isTold);
  for (const { lastName, told: least, tried: most } of told) {
    const [patient] = await expectOnServer(stage.staff, [{ lastName }]);
    const count = patient?.phoneNumber == null ? 0 : Number(patient.phoneNumber) - 7_700_900_000;
    expect(count, `${lastName}: the phone number that was told`).toBeGreaterThanOrEqual(least);
    expect(count, `${lastName}: no phone number that nobody typed`).toBeLessThanOrEqual(most);
  }
  for (const { lastName } of lives.filter(({ isTold }) => !isTold)) {
    const { data } = await stage.staff.ask('patientSearch', { search: lastName });
    expect(data.length, `${lastName}: untold, at most once`).toBeLessThanOrEqual(1);
  }
  process.stdout.write(
    `Told and found: ${told.length} patients of ${lives.length}, ${told.reduce((sum, each) => sum + each.told, 0)} changes\n`,
  );
}
