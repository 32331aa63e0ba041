import type { Browser, BrowserContext, Page } from 'playwright';
import { call } from '#contract/call.ts';
import { calls, type CallName, type Calls, type Input, type Output } from '#contract/calls.ts';
import type { InputOf } from '#contract/define.ts';
import { openProfile } from '#tests/support/browser.ts';
import { CLINICIAN, PASSWORD } from '#tests/support/journey.ts';

/** A clinician without a screen: speaks to the real server. */
export type Staff = {
  ask<K extends CallName>(name: K, input: Input<K>): Promise<Output<K>>;
  /** A new patient with a form that was sent, and the ticket of a handover. */
  form(changes?: Partial<Input<'consentCreate'>>): Promise<Handed>;
};
export type Handed = { ticket: string; consentID: string; recordID: string; handoverId: string };

/** Signs a clinician in at the server. */
export async function aClinician(origin: string): Promise<Staff> {
  let token: string | undefined;
  const ask = async <K extends CallName>(name: K, input: Input<K>): Promise<Output<K>> => {
    const entry: Calls[K] = calls[name];
    const key = entry.keyed ? crypto.randomUUID() : undefined;
    // Input and Output are the entry's own types, spelled by the call's name.
    return (await call(entry, input as InputOf<Calls[K]>, {
      fetch,
      root: `${origin}/api`,
      token,
      idempotencyKey: key,
    })) as Output<K>;
  };
  ({ token } = await ask('userLogin', { email: CLINICIAN, password: PASSWORD }));
  const [procedure] = (await ask('procedureGet', { search: 'cataract' })).data.records;
  const [template] = (await ask('templatesGet', { search: 'FORM_1' })).data.records;
  if (procedure === undefined || template === undefined)
    throw new Error('The demo hospital has no cataract procedure or no form');
  return {
    ask,
    form: async (changes = {}) => {
      const { data } = await ask('patientCreate', { firstName: 'Amber', lastName: 'Demo-Rowan', dateOfBirth: '1950-03-14' });
      const { consentID, recordID, version } = await ask('consentCreate', {
        patientID: data.patient.id,
        formType: 'FORM_1',
        templateID: template._id,
        procedures: [{ procedureID: procedure.procedureID, side: 'RIGHT', site: 'eye' }],
        clinicianStatement: { discussed: true, capacity: true },
        ...changes,
      });
      await ask('consentSend', { consentID, version, channel: 'DEVICE' });
      const { ticket, handoverId } = await ask('consentSendToSign', { consentID, role: 'PATIENT' });
      return { ticket, consentID, recordID, handoverId };
    },
  };
}

type Screen = NonNullable<Parameters<typeof openProfile>[1]>;

/** `expectQuiet` fails when a page complained on its console. */
export type Tablet = { readonly context: BrowserContext; readonly page: Page; readonly expectQuiet: () => void };

/** A tablet in the hands of a patient: a profile of its own, at “Is this you?”. */
export async function handOverTo(
  browser: Browser,
  { origin, handed, screen = {} }: { origin: string; handed: Handed; screen?: Screen },
): Promise<Tablet> {
  const profile = await openProfile(browser, { viewport: { width: 768, height: 1024 }, ...screen });
  const page = await profile.context.newPage();
  // Any page of the origin that stays where it is: only its storage is needed.
  await page.goto(`${origin}/consent/${'x'.repeat(30)}`);
  await page.evaluate(({ ticket, consentID, recordID, handoverId }) => {
    const given = { ticket, handoverId, consentID, recordID, role: 'PATIENT', clinicianName: 'Demo Clinician', expiresAt: '' };
    sessionStorage.setItem('assent.ticket', JSON.stringify(given));
    localStorage.setItem('assent.handover', JSON.stringify({ handoverId, since: '', recordID }));
  }, handed);
  await page.goto(`${origin}/consent/handover`);
  await page.getByRole('heading', { level: 1, name: 'Is this you?' }).waitFor();
  return { context: profile.context, page, expectQuiet: () => profile.expectQuiet() };
}

type Place = readonly [x: number, y: number];

/** Two lines of something like a name in handwriting, in parts of the pad. */
export const NAME: readonly [readonly Place[], readonly Place[]] = [
  [
    [0.12, 0.6],
    [0.18, 0.25],
    [0.24, 0.7],
    [0.3, 0.35],
    [0.36, 0.65],
    [0.44, 0.4],
  ],
  [
    [0.5, 0.6],
    [0.56, 0.3],
    [0.62, 0.65],
    [0.7, 0.45],
    [0.8, 0.55],
  ],
];

/** Draws lines in the pad, each from pen-down to pen-up. */
export async function drawInPad(page: Page, lines: readonly (readonly Place[])[]): Promise<void> {
  const pad = page.locator('.pad canvas');
  await pad.scrollIntoViewIfNeeded();
  const box = await pad.boundingBox();
  if (box === null) throw new Error('There is no pad on the page');
  const moveTo = ([x, y]: Place) => page.mouse.move(box.x + x * box.width, box.y + y * box.height, { steps: 4 });
  for (const line of lines) {
    for (const [at, place] of line.entries()) {
      await moveTo(place);
      if (at === 0) await page.mouse.down();
    }
    await page.mouse.up();
  }
}
