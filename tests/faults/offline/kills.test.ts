import { setTimeout as wait } from 'node:timers/promises';
import type { Page } from 'playwright';
import { expect, test, vi } from 'vitest';
import { SESSION_KEY } from '#src/device/storage-keys.ts';
import type { StoredSession } from '#src/session/stored-session.ts';
import { PATIENCE } from '#tests/support/browser/browser.ts';
import { isKept } from '#tests/support/faults/fault-proxy.ts';
import { isFull } from '#tests/support/checks/full.ts';
import { openFaultStage } from '#tests/support/faults/fault-stage.ts';
import { heading, signIn } from '#tests/support/browser/journey.ts';
import { expectAsTold, placeOf, writeOn, type Event, type Life } from '#tests/support/browser/life.ts';
import { waitingIn } from '#tests/support/server/oracle.ts';
import { seededRandom } from '#tests/support/checks/random.ts';
import { arrive, untilSent } from '#tests/support/browser/ward.ts';
import type { WardTablet } from '#tests/support/browser/ward-tablet.ts';
import { within } from '#tests/support/checks/within.ts';

const KILLS = Number(process.env['KILLS'] ?? (isFull ? 1000 : 2));
/** In parallel: while one waits for its moment, another starts. */
const TABLETS = KILLS > 100 ? 3 : 2;
/** After this many kills of one tablet all of its ops are sent and compared. */
const COMPARE_EVERY = 50;
/** Longest time from the first key, the first press on a save button, or the first acknowledgement, to the kill, ms. */
const LATEST = 700;
const MOMENTS = ['first key', 'press', 'press', 'told', 'told'] as const;
/** Longest duration of one start of a browser, to its kill or to the end of a comparison, ms. */
const ROUND = 4 * PATIENCE;
/** A session with less time left than this is not reused, ms. */
const LEAST_LEFT = 10 * 60_000;

vi.setConfig({ testTimeout: KILLS * 5000 + 300_000, hookTimeout: 240_000 });

const stage = openFaultStage();

/** One kill: the patient being edited, with or without a network, and the moment of the kill. */
type Round = {
  readonly nth: number;
  readonly isNew: boolean;
  /** index among the patients that the tablet knows, as a share of them */
  readonly which: number;
  readonly isOffline: boolean;
  readonly from: 'first key' | Event;
  /** ms */
  readonly after: number;
};

/** A tablet, its patients, and the session that its tab stores for a reload. */
type Ward = { readonly tablet: WardTablet; readonly lives: Life[]; session: string };

test(
  `killed ${KILLS} times while people write, with and without a network, tablets lose nothing that they said was saved`,
  { tags: ['smoke'] },
  async () => {
    const random = seededRandom('browser kills');
    const rounds = Array.from({ length: KILLS }, (_, at) => roundOf(at + 1, random));
    const fault = () => (random() < 0.6 ? ({ kind: 'double' } as const) : ({ kind: 'dropAfter' } as const));
    const wards = await Promise.all(Array.from({ length: TABLETS }, newWard));
    stage.proxy.rule({ on: (asked) => isKept(asked) && random() < 0.25, fault });
    const prefix = stage.secret('Demo-Killed-');
    const began = performance.now();
    let isFailed = false;
    const ends = await Promise.allSettled(
      wards.map(async (ward, at) => {
        const own = rounds.filter(({ nth }) => nth % TABLETS === at);
        for (const [done, round] of own.entries()) {
          if (isFailed) return;
          try {
            const life = lifeFor(ward, round, `${prefix}${String(round.nth).padStart(5, '0')}`);
            await within(ROUND, 'The round did not end', live(ward, life, round));
            const isLast = done + 1 === own.length;
            if (isLast || (done + 1) % COMPARE_EVERY === 0) await within(ROUND, 'The comparison did not end', compare(ward));
          } catch (failure) {
            isFailed = true;
            throw new Error(`At or after ${wordsOf(round)}: ${String(failure)}`, { cause: failure });
          }
        }
      }),
    );
    for (const end of ends) if (end.status === 'rejected') throw end.reason;
    const lives = wards.flatMap((ward) => ward.lives);
    const told = lives.filter(({ id }) => id !== null);
    const changes = lives.reduce((sum, life) => sum + life.told, 0);
    const perKill = Math.round((performance.now() - began) / KILLS);
    process.stdout.write(
      `Told and found: ${told.length} of ${lives.length} patients, ${changes} changes; ${perKill} ms a kill\n`,
    );
    expect(told.length + changes, 'what somebody was told of').toBeGreaterThan(KILLS / 5);
  },
);

function roundOf(nth: number, random: () => number): Round {
  return {
    nth,
    isNew: random() < 0.5,
    which: random(),
    isOffline: random() < 0.4,
    from: MOMENTS[Math.floor(random() * MOMENTS.length)] ?? 'press',
    // Kills soon after the event are the most dangerous.
    after: Math.floor(random() ** 2 * LATEST),
  };
}

function wordsOf({ nth, isOffline, from, after }: Round): string {
  return `kill ${nth}, ${isOffline ? 'offline' : 'online'}, ${after} ms after the ${from}`;
}

async function newWard(): Promise<Ward> {
  const tablet = stage.tablet();
  const page = await tablet.open();
  await arrive(page, stage.proxy.origin);
  const session = await storedIn(page);
  await tablet.kill();
  return { tablet, lives: [], session };
}

/** The patient of this round: an acknowledged one, or a new one. */
function lifeFor({ lives }: Ward, { isNew, which }: Round, lastName: string): Life {
  const known = lives.filter(({ id }) => id !== null);
  const chosen = known[Math.floor(which * known.length)];
  if (!isNew && chosen !== undefined) return chosen;
  const life = { lastName, id: null, told: 0, tried: 0 };
  lives.push(life);
  return life;
}

/** From one start of the browser to its kill. */
async function live(ward: Ward, life: Life, { isOffline, from, after }: Round): Promise<void> {
  const { tablet } = ward;
  const page = await tablet.open();
  // The first call after the vault is open: without the vault nobody can work offline.
  const isHeld = isOffline ? page.waitForRequest(/\/api\/sync\/changes/) : undefined;
  await Promise.all([stand(ward, page, placeOf(life)), isHeld]);
  if (isOffline) await tablet.context.setOffline(true);
  let isKilled = false;
  let begin = () => {};
  const begun = new Promise<void>((resolve) => (begin = resolve));
  if (from === 'first key') begin();
  const writing = writeOn(page, life, (event) => event === from && begin()).catch((failure: unknown) => {
    if (!isKilled) throw failure;
  });
  await Promise.race([begun, writing]);
  await Promise.race([wait(after), writing]);
  isKilled = true;
  await tablet.kill();
  await writing;
}

/** Opens an address with the tab's previous session, as a restored tab does; with a new session when that one is near its end. */
async function stand(ward: Ward, page: Page, { address, button }: { address: string; button: string }): Promise<void> {
  if (leftOf(ward.session) > LEAST_LEFT)
    await page.addInitScript(([key, kept]) => sessionStorage.setItem(key, kept), [SESSION_KEY, ward.session] as const);
  await page.goto(`${stage.proxy.origin}${address}`, { waitUntil: 'commit' });
  const ready = page.getByRole('button', { name: button, exact: true });
  await ready
    .or(heading(page, 'Sign in'))
    .first()
    .waitFor()
    .catch(async (failure: unknown) => {
      const shown = await page.locator('body').innerText({ timeout: 1000 });
      throw new Error(`Neither ${button} nor a sign-in at ${address}, but: ${shown}`, { cause: failure });
    });
  if (await ready.isVisible()) return;
  // A server that answers late lets the session go on by itself, and the form goes from under the hands.
  const goesOn = ready.waitFor();
  const signing = signIn(page).catch(() => goesOn);
  await Promise.all([goesOn, signing]);
  ward.session = await storedIn(page);
}

/** Sends everything; the server must have every acknowledged write. */
async function compare(ward: Ward): Promise<void> {
  const page = await ward.tablet.open();
  const isHeld = page.waitForRequest(/\/api\/sync\/changes/);
  await Promise.all([stand(ward, page, { address: '/patient?mode=new', button: 'Create patient' }), isHeld]);
  // Ops left after a lost answer are retried at once.
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await untilSent(page, 2 * PATIENCE).catch(async () => expect(await waitingIn(page), 'not sent').toEqual([]));
  await ward.tablet.kill();
  await expectAsTold(stage.staff, ward.lives);
}

async function storedIn(page: Page): Promise<string> {
  return (await page.evaluate((key) => sessionStorage.getItem(key), SESSION_KEY)) ?? '';
}

/** The remaining time of a session, ms. */
function leftOf(session: string): number {
  // The session as stored by the app itself.
  const { tokenExpiryDate } = JSON.parse(session) as StoredSession;
  return Date.parse(tokenExpiryDate) - Date.now();
}
