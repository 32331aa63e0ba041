import type { Page } from 'playwright';
import { expect, test, vi } from 'vitest';
import type { Strokes } from '#domain/signing/signature.ts';
import { draw, HANDWRITING, PATIENCE } from '#tests/support/browser/browser.ts';
import { isFull, rowsOf } from '#tests/support/checks/full.ts';
import { openFaultStage } from '#tests/support/faults/fault-stage.ts';
import { handOver, heading, press, readUntil, takeBack, type Person } from '#tests/support/browser/journey.ts';
import { makeCase, type MadeCase } from '#tests/support/forms/made-cases.ts';
import { arrive } from '#tests/support/browser/ward.ts';

/** Rounds of each moment: twenty in all. */
const ROUNDS = isFull ? 5 : 1;
/** A browser reports pointer positions in whole pixels, and the ends of a line may be rounded off. Shares of the pad. */
const NEAR = 0.03;

vi.setConfig({ testTimeout: ROUNDS * 240_000, hookTimeout: 240_000 });

const stage = openFaultStage();

/** One of the three signers, with the steps to open, leave and reopen their pad. */
type Signer = {
  readonly role: 'PATIENT' | 'INTERPRETER' | 'CLINICIAN';
  /** The button below the pad. */
  readonly done: string;
  readonly pad: string;
  /** From the case's screen to the pad. */
  readonly open: (page: Page) => Promise<void>;
  /** The control that leads away from the pad, and the way back to it. */
  readonly away: string;
  readonly back: (page: Page) => Promise<void>;
  /** From the reloaded page to the pad. */
  readonly reopen: (page: Page) => Promise<void>;
  /** From the signature to the case's screen. */
  readonly close: (page: Page) => Promise<void>;
};

type ReaderWords = {
  /** The page on which the signer says who they are, and the button that says so. */
  readonly who: string | RegExp;
  readonly yes: string;
  readonly sign: string;
};

/** Steps from the first page to the plan, and from the last page of the form to the pad. */
type ReaderSteps = {
  readonly begin: (page: Page) => Promise<void>;
  readonly finish: (page: Page) => Promise<unknown>;
};

function reader(role: 'PATIENT' | 'INTERPRETER', { who, yes, sign }: ReaderWords, { begin, finish }: ReaderSteps): Signer {
  const read = async (page: Page) => {
    await heading(page, who).waitFor();
    await page.getByRole('button', { name: yes }).click();
    await begin(page);
    await finish(page);
  };
  return {
    role,
    done: role === 'PATIENT' ? 'I agree and sign' : 'Sign',
    pad: '.pad canvas',
    open: async (page) => {
      await handOver(page, role.toLowerCase());
      await read(page);
    },
    away: 'Back',
    back: (page) => press(page, 'Continue', sign),
    // A reload opens the pad itself, with the ink of each pen-up that was stored before it.
    reopen: (page) => heading(page, sign).waitFor(),
    close: async (page) => {
      await heading(page, 'Thank you. You have signed.').waitFor();
      await takeBack(page);
    },
  };
}

const CLINICIANS_PAD = 'canvas[aria-label^="Signature box"]';
const checked = (page: Page) => page.getByText('Checked: this is exactly the form that was sent.').waitFor();

const SIGNERS: readonly Signer[] = [
  reader(
    'PATIENT',
    { who: 'Is this you?', yes: 'Yes, this is me', sign: 'Sign to say you agree' },
    {
      begin: (page) => heading(page, 'What is planned').waitFor(),
      finish: async (page) => {
        await readUntil(page, 'Do you have a question?');
        await page.getByRole('radio', { name: 'No' }).check();
        await press(page, 'Continue', 'Check before you sign');
        await press(page, 'Continue', 'Sign to say you agree');
      },
    },
  ),
  {
    role: 'CLINICIAN',
    done: 'Sign as Demo Clinician',
    pad: CLINICIANS_PAD,
    open: async (page) => {
      await checked(page);
      await page.getByRole('radio', { name: 'Draw my signature' }).check();
    },
    away: 'Type my name',
    back: (page) => page.getByRole('radio', { name: 'Draw my signature' }).check(),
    reopen: checked,
    close: (page) => page.getByRole('button', { name: 'Hand the tablet to the interpreter' }).waitFor(),
  },
  reader(
    'INTERPRETER',
    { who: /^Are you .+\?$/, yes: 'Yes, this is me', sign: 'Sign this form' },
    {
      begin: async (page) => {
        await heading(page, 'Is this right?').waitFor();
        await press(page, 'Yes, this is right', 'What is planned');
      },
      finish: (page) => readUntil(page, 'Sign this form'),
    },
  ),
];

/** Events within a moment of pen-up. */
const MOMENTS: readonly [string, (page: Page, signer: Signer) => Promise<void>][] = [
  ['the button is pressed at once', (page, { pad, done }) => drawThen(page, pad, { press: done })],
  [
    'the tablet is turned',
    async (page, { pad, done }) => {
      await drawThen(page, pad, null);
      await page.setViewportSize({ width: 768, height: 1024 });
      await page.setViewportSize({ width: 1024, height: 768 });
      await clickAtOnce(page, done);
    },
  ],
  [
    'somebody goes a step away and back',
    async (page, { pad, done, away, back }) => {
      await drawThen(page, pad, { press: away });
      await back(page);
      await clickAtOnce(page, done);
    },
  ],
  [
    'the page is loaded again',
    async (page, { pad, done, reopen }) => {
      await drawThen(page, pad, 'reload');
      await reopen(page);
      await expect.poll(() => linesIn(page, pad), { timeout: PATIENCE }).toBeGreaterThanOrEqual(HANDWRITING.length - 1);
      const left = await linesIn(page, pad);
      // A line whose pen-up coincides with the page's end may be missing: the signer sees that, and draws again.
      if (left < HANDWRITING.length) await clickAtOnce(page, 'Clear');
      if (left < HANDWRITING.length) await draw(page.locator(pad));
      await clickAtOnce(page, done);
    },
  ],
];

test.each(rowsOf(MOMENTS))('when %s after pen-up, all three signatures are stored as they were drawn', async (what, happen) => {
  const tablet = stage.tablet();
  const page = await tablet.open();
  await arrive(page, stage.proxy.origin);
  for (let round = 1; round <= ROUNDS; round += 1) {
    const person = {
      firstName: 'Test',
      lastName: stage.secret(`Demo-Pad-${MOMENTS.findIndex(([each]) => each === what)}-${round}`),
      dateOfBirth: '1950-01-02',
    };
    const made = await interpretedCase(person);
    await page.goto(`${stage.proxy.origin}/consent?id=${made.recordID}`);
    for (const signer of SIGNERS) {
      await signer.open(page);
      await happen(page, signer);
      await signer.close(page);
      await expect.poll(async () => (await strokesOf(made, signer.role)) !== null, { timeout: 30_000 }).toBe(true);
    }
    for (const { role } of SIGNERS) expectDrawn(await strokesOf(made, role));
  }
});

/** A case whose form requires three signatures. */
async function interpretedCase(person: Person): Promise<MadeCase> {
  const { ask } = stage.staff;
  const made = await makeCase(stage.server.origin, stage.staff, { person, until: 'draft' });
  const { consentID } = made;
  const [draft] = (await ask('recordDetails', { id: made.recordID })).data.consents;
  const interpreter = { name: 'Demo Interpreter', language: 'Polish', signsHere: true };
  const { version } = await ask('consentUpdate', {
    consentID,
    version: draft?.version ?? 1,
    interpreter,
    interpreterNeeded: true,
  });
  await ask('consentSend', { consentID, version, channel: 'DEVICE' });
  return made;
}

type Act = { readonly press: string } | 'reload' | null;

/** Draws, and acts as soon as the page has received the last pen-up event, faster than any hand. */
async function drawThen(page: Page, pad: string, act: Act): Promise<void> {
  await page.evaluate(
    ({ ups, todo }) => {
      let left = ups;
      const happen = () => {
        Object.assign(globalThis, { isPenUp: true });
        if (todo === 'reload') location.reload();
        const pressed = [...document.querySelectorAll<HTMLElement>('button, label')].find(
          ({ textContent }) => typeof todo === 'object' && textContent.trim() === todo?.press,
        );
        if (typeof todo !== 'object' || todo === null) return;
        if (pressed === undefined) throw new Error(`There is no “${todo.press}”`);
        pressed.click();
      };
      addEventListener('pointerup', function count() {
        left -= 1;
        if (left > 0) return;
        removeEventListener('pointerup', count);
        setTimeout(happen);
      });
    },
    { ups: HANDWRITING.length, todo: act },
  );
  await draw(page.locator(pad));
  // The page of the event is gone with it.
  if (act === 'reload') await page.waitForFunction(() => !('isPenUp' in globalThis));
}

/** The number of lines of the handwriting in the pad: a line counts when ink covers the place of each of its inner points. */
function linesIn(page: Page, pad: string): Promise<number> {
  return page.locator(pad).evaluate(
    (canvas: HTMLCanvasElement, { all, near }) => {
      const [width, reach] = [canvas.width, Math.ceil(canvas.width * near)];
      const pixels = canvas.getContext('2d')?.getImageData(0, 0, width, canvas.height).data ?? [];
      const hasInk = ([x, y]: readonly [number, number]) => {
        const [column, row] = [Math.round(x * width), Math.round(y * canvas.height)];
        for (let down = row - reach; down <= row + reach; down += 1)
          for (let right = column - reach; right <= column + reach; right += 1)
            if ((pixels[4 * (down * width + right) + 3] ?? 0) > 0) return true;
        return false;
      };
      // The library leaves the last piece of a fresh line undrawn.
      return all.filter((line) => line.slice(0, -1).every(hasInk)).length;
    },
    { all: HANDWRITING, near: NEAR },
  );
}

/** Presses a button without Playwright's actionability checks. */
async function clickAtOnce(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).evaluate((button: HTMLElement) => button.click());
}

async function strokesOf({ recordID }: MadeCase, role: Signer['role']): Promise<Strokes | null> {
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
