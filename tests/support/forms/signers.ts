import type { Page } from 'playwright';
import { afterEach } from 'vitest';
import { signIn as signInByCall, type Caller, type Reached } from './builders.ts';
import { openProfile, SCREENS, type Profile } from '#tests/support/browser/browser.ts';
import { drawSignature, heading, press, readUntil, signIn, signAsClinician, takeBack } from '#tests/support/browser/journey.ts';
import { shotOfFailure } from '#tests/support/browser/shots.ts';
import { openStage, type Stage } from '#tests/support/browser/stage.ts';

/** A tablet at one case, signed in as its clinician. */
type CaseVisit = { readonly profile: Profile; readonly tab: Page };

/** The cases of one file's tests, each on a tablet of its own; tests that fail leave a screenshot. */
type Cases = {
  readonly stage: Stage;
  readonly staff: Caller;
  /** @param hasTouch - false: keyboard and mouse */
  open(recordID: string, hasTouch?: boolean): Promise<CaseVisit>;
};

/** Opens server and browser for the tests of this file. Tablets that a passed test has opened had no errors on their pages. */
export function openCases(): Cases {
  let staff: Caller | undefined;
  let visit: CaseVisit | undefined;
  const stage = openStage(async ({ server }) => {
    const wire: Reached['wire'] = (token, idempotencyKey) => ({ fetch, root: `${server.origin}/api`, token, idempotencyKey });
    staff = await signInByCall({ wire });
  });
  afterEach(async (context) => {
    await shotOfFailure(visit?.tab, context);
    if (context.task.result?.state !== 'fail') visit?.profile.expectQuiet();
    await visit?.profile.context.close();
    visit = undefined;
  });
  return {
    stage,
    get staff() {
      if (staff === undefined) throw new Error('The clinician is signed in only while tests run');
      return staff;
    },
    open: async (recordID, hasTouch = true) => {
      const profile = await openProfile(stage.browser, { hasTouch, provoked: [/status of 4\d\d/, /net::ERR_/] });
      profile.context.on('dialog', (dialog) => void dialog.accept());
      const tab = await profile.context.newPage();
      visit = { profile, tab };
      await tab.goto(`${stage.server.origin}/consent?id=${recordID}`);
      await signIn(tab);
      await heading(tab, /^Consent, version/).waitFor();
      return visit;
    },
  };
}

/** Phones that have never opened a link, one at a time; a test that fails leaves a screenshot of the page that was opened last. */
export function openPhones({ stage }: Pick<Cases, 'stage'>): () => Promise<Page> {
  let profile: Profile | undefined;
  afterEach(async (context) => {
    await shotOfFailure(profile?.context.pages().at(-1), context);
    await profile?.context.close();
    profile = undefined;
  });
  return async () => {
    profile = await openProfile(stage.browser, { viewport: SCREENS.phone, provoked: [/status of 4\d\d/] });
    return profile.context.newPage();
  };
}

/** The heading above the pad of somebody who decides for themselves. */
export const TO_AGREE = 'Sign to say you agree';

/** Hands the tablet over, and waits for the first page. @param to - as the button says; `name`: of the signer whose own page it is */
export async function handTo(tab: Page, to: string, name?: string): Promise<void> {
  await tab.getByRole('button', { name: `Hand the tablet to ${to}`, exact: true }).click();
  await tab.getByRole('dialog').getByRole('button', { name: 'Hand over now' }).click();
  await heading(tab, name === undefined ? 'Is this you?' : `Are you ${name}?`).waitFor();
}

/** From the plan to the signature page of a signer who decides, without a question. @returns the headings on the way */
export async function readAsDecider(tab: Page, signHeading = 'Sign this form'): Promise<string[]> {
  const passed = await readUntil(tab, 'Do you have a question?');
  await tab.getByRole('radio', { name: 'No' }).check();
  await press(tab, 'Continue', 'Check before you sign');
  await press(tab, 'Continue', signHeading);
  return passed;
}

/** Hands the tablet to the patient, who reads up to the pad. */
export async function readAsPatient(tab: Page): Promise<void> {
  await handTo(tab, 'the patient');
  await press(tab, 'Yes, this is me', 'What is planned');
  await readAsDecider(tab, TO_AGREE);
}

/** Takes the tablet back and signs as the clinician, whose signature is the last one. */
export async function takeBackAndSign(tab: Page): Promise<void> {
  await takeBack(tab);
  await signAsClinician(tab);
  await untilSigned(tab);
}

/** Draws and signs. @param button - of this role */
export async function signDrawn(tab: Page, button = 'I agree and sign'): Promise<void> {
  await drawSignature(tab);
  await press(tab, button, 'Thank you. You have signed.');
}

/** Waits until a version has all its signatures. */
export async function untilSigned(tab: Page): Promise<void> {
  await tab
    .getByText(/Signed and sealed|confirm on the day/i)
    .first()
    .waitFor({ timeout: 90_000 });
}
