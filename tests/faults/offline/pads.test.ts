import type { Page } from 'playwright';
import { expect, test, vi } from 'vitest';
import type { Strokes } from '#domain/signature.ts';
import { draw, HANDWRITING } from '#tests/support/browser.ts';
import { openFaultStage } from '#tests/support/fault-stage.ts';
import { drawSignature, handOver, heading, press, readToSignature, takeBack } from '#tests/support/journey.ts';
import { makeCase, type MadeCase } from '#tests/support/made-cases.ts';
import { arrive } from '#tests/support/ward.ts';

const ROUNDS = process.env['FULL'] === '1' ? 20 : 1;
/** A browser tells where a finger is in whole pixels, and the ends of a line may be rounded off. Shares of the pad. */
const NEAR = 0.03;

vi.setConfig({ testTimeout: ROUNDS * 180_000, hookTimeout: 240_000 });

const stage = openFaultStage();

/** What happens within a moment of pen-up. */
const MOMENTS: readonly [string, (page: Page) => Promise<void>][] = [
  ['the button is pressed at once', async () => undefined],
  [
    'the tablet is turned',
    async (page) => {
      await page.setViewportSize({ width: 768, height: 1024 });
      await page.setViewportSize({ width: 1024, height: 768 });
    },
  ],
  [
    'somebody goes a page back and on',
    async (page) => {
      await clickAtOnce(page, 'Back');
      await press(page, 'Continue', 'Sign to say you agree');
    },
  ],
  [
    'the page is loaded again',
    async (page) => {
      await page.reload();
      await heading(page, /^Is this (you|the patient)\?$/).waitFor();
      await readToSignature(page);
      if (await hasInk(page)) return;
      // A page that was loaded again has no keys to what was drawn: it says so, and sends nothing empty.
      await clickAtOnce(page, 'Accept and send');
      await page.getByRole('alert').getByRole('link', { name: 'Please sign in the box' }).waitFor();
      await drawSignature(page);
    },
  ],
];

test.each(MOMENTS)('when %s after pen-up, both signatures are stored as they were drawn', async (what, happen) => {
  const tablet = stage.tablet();
  const page = await tablet.open();
  await arrive(page, stage.proxy.origin);
  for (let round = 1; round <= ROUNDS; round += 1) {
    const person = {
      firstName: 'Test',
      lastName: stage.secret(`Demo-Pad-${MOMENTS.findIndex(([each]) => each === what)}-${round}`),
      dateOfBirth: '1950-01-02',
    };
    const made = await makeCase(stage.server.origin, stage.staff, { person, until: 'ready' });
    await page.goto(`${stage.proxy.origin}/consent?id=${made.recordID}`);
    await handOver(page);
    await readToSignature(page);
    await drawSignature(page);
    await happen(page);
    await clickAtOnce(page, 'Accept and send');
    await heading(page, 'Thank you. You have signed.').waitFor();
    expectDrawn(await strokesOf(made, 'PATIENT'));
    await takeBack(page);
    await page.getByText('Checked: this is exactly the form that was sent.').waitFor();
    await draw(page.getByRole('img', { name: /^Signature box/ }));
    await clickAtOnce(page, 'Sign as clinician');
    await expect.poll(async () => (await strokesOf(made, 'CLINICIAN')) !== null, { timeout: 30_000 }).toBe(true);
    expectDrawn(await strokesOf(made, 'CLINICIAN'));
  }
});

function hasInk(page: Page): Promise<boolean> {
  return page.locator('.pad canvas').evaluate((canvas: HTMLCanvasElement) => {
    const pixels = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data;
    return pixels?.some((value) => value > 0) ?? false;
  });
}

/** Presses a button without the looks that a test usually takes first. */
async function clickAtOnce(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).evaluate((button: HTMLElement) => button.click());
}

async function strokesOf({ recordID }: MadeCase, role: 'PATIENT' | 'CLINICIAN'): Promise<Strokes | null> {
  const { data } = await stage.staff.ask('recordDetails', { id: recordID });
  return data.consents[0]?.signatures.find((each) => each.role === role)?.strokes ?? null;
}

/** The lines of the handwriting, each from its first point to its last, through all between. */
function expectDrawn(strokes: Strokes | null): void {
  expect(strokes).toHaveLength(HANDWRITING.length);
  for (const [nth, line] of HANDWRITING.entries()) {
    const stroke = strokes?.[nth] ?? [];
    for (const [x, y] of line) {
      const nearest = Math.min(...stroke.map((point) => Math.hypot(point.x - x, (point.y - y) / 3)));
      expect(nearest, `line ${nth + 1} goes through ${x}, ${y}`).toBeLessThan(NEAR);
    }
  }
}
