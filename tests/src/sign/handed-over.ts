import type { Browser, BrowserContext, Page } from 'playwright';
import { call } from '#contract/engine/call.ts';
import { calls, type CallName, type Calls, type Input, type Output } from '#contract/calls.ts';
import type { InputOf } from '#contract/engine/define.ts';
import { draw, openProfile } from '#tests/support/browser/browser.ts';
import { CLINICIAN, PASSWORD } from '#tests/support/browser/journey.ts';

/** A clinician without a screen: calls the real server. */
export type Staff = {
  ask<K extends CallName>(name: K, input: Input<K>): Promise<Output<K>>;
  /** A new patient with a sent form, and the ticket of a handover. */
  form(changes?: Partial<Input<'consentCreate'>>): Promise<Handed>;
};
export type Handed = { ticket: string; consentID: string; recordID: string; handoverId: string };

/** Signs a person in at the server, a clinician unless another account is named. */
export async function aClinician(origin: string, email: string = CLINICIAN): Promise<Staff> {
  let token: string | undefined;
  const ask = async <K extends CallName>(name: K, input: Input<K>): Promise<Output<K>> => {
    const entry: Calls[K] = calls[name];
    const key = entry.keyed ? crypto.randomUUID() : undefined;
    // Input and Output are the entry's own types, selected by the call's name.
    return (await call(entry, input as InputOf<Calls[K]>, {
      fetch,
      root: `${origin}/api`,
      token,
      idempotencyKey: key,
    })) as Output<K>;
  };
  ({ token } = await ask('userLogin', { email, password: PASSWORD }));
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
        interpreterNeeded: false,
        ...changes,
      });
      await ask('consentSend', { consentID, version, channel: 'DEVICE' });
      const { ticket, handoverId } = await ask('consentSendToSign', { consentID, role: 'PATIENT' });
      return { ticket, consentID, recordID, handoverId };
    },
  };
}

type Screen = NonNullable<Parameters<typeof openProfile>[1]>;

/** `expectQuiet` fails when a page logged an error on its console. */
export type Tablet = { readonly context: BrowserContext; readonly page: Page; readonly expectQuiet: () => void };

/** A tablet during a handover to a patient: a profile of its own, at “Is this you?”. */
export async function handOverTo(
  browser: Browser,
  { origin, handed, screen = {} }: { origin: string; handed: Handed; screen?: Screen },
): Promise<Tablet> {
  const profile = await openProfile(browser, { viewport: { width: 768, height: 1024 }, ...screen });
  const page = await profile.context.newPage();
  // Any page of the origin that does not redirect: only its storage is needed.
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

/** Draws lines in the pad, each from pen-down to pen-up. */
export async function drawInPad(page: Page, lines: Parameters<typeof draw>[1]): Promise<void> {
  await draw(page.locator('.pad canvas'), lines);
}
