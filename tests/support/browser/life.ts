import type { Page } from 'playwright';
import { expect } from 'vitest';
import { createPatient, heading } from './journey.ts';
import type { Caller } from '#tests/support/forms/made-cases.ts';
import { expectOnServer } from '#tests/support/server/oracle.ts';

/** One patient of a tablet that is killed again and again: the writes that the page acknowledged, and those that were tried. */
export type Life = {
  /** unique in the run */
  readonly lastName: string;
  /** null until the page acknowledged that the patient is created */
  id: string | null;
  /** The last phone number acknowledged as saved, and the last one that was typed, counted from 1. */
  told: number;
  tried: number;
};

const BEFORE_FIRST = 7_700_900_000;
const phoneOf = (count: number) => `0${BEFORE_FIRST + count}`;
const countOf = (phoneNumber: string | null) => (phoneNumber === null ? 0 : Number(phoneNumber) - BEFORE_FIRST);

/** The screen to edit this patient: the form for a new one, or for a change. */
export function placeOf({ id }: Life): { readonly address: string; readonly button: string } {
  if (id === null) return { address: '/patient?mode=new', button: 'Create patient' };
  return { address: `/patient/detail?id=${id}&mode=edit`, button: 'Save' };
}

/** A save button was pressed; the page has acknowledged the save. */
export type Event = 'press' | 'told';

/** Writes about this patient, change after change, until the browser is killed, and records the acknowledgements. */
export async function writeOn(page: Page, life: Life, hear: (event: Event) => void): Promise<never> {
  if (life.id === null) {
    await createPatient(page, { firstName: 'Test', lastName: life.lastName, dateOfBirth: '1950-03-14' });
    hear('press');
    await page.waitForURL(/\/patient\/detail\?id=/);
    life.id = new URL(page.url()).searchParams.get('id');
    hear('told');
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
  }
  for (;;) {
    life.tried += 1;
    await page.getByLabel('Phone number').fill(phoneOf(life.tried));
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    hear('press');
    await heading(page, 'Edit details').waitFor({ state: 'detached' });
    life.told = life.tried;
    hear('told');
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
  }
}

/**
 * Fails unless the server has every acknowledged patient exactly once, with a phone number no older than the last acknowledged
 * one; and any other at most once.
 */
export async function expectAsTold(staff: Caller, lives: readonly Life[]): Promise<void> {
  for (const { lastName, id, told, tried } of lives) {
    if (id === null) {
      const { data } = await staff.ask('patientSearch', { search: lastName });
      expect(data.length, `${lastName}, of whom nobody was told, on the server`).toBeLessThanOrEqual(1);
      continue;
    }
    const [found] = await expectOnServer(staff, [{ lastName, fields: { id } }]);
    const count = countOf(found?.phoneNumber ?? null);
    expect(count, `${lastName}: the last phone number that was told`).toBeGreaterThanOrEqual(told);
    expect(count, `${lastName}: no phone number that nobody typed`).toBeLessThanOrEqual(tried);
  }
}
