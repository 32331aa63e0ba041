import { signing } from '#contract/signing.ts';
import type { PageConsent, TicketDetails } from '#contract/signing.ts';
import { fullShownOf, shownWithAnswers } from '#domain/consents/shown.ts';
import * as v from 'valibot';
import type { callWithTicket } from './api.ts';
import { rememberAttempts } from '#src/session/idempotency-key.ts';
import { submit } from './submit.ts';
import { digestShownContent } from './content-digest.ts';

export type Answers = Omit<Parameters<typeof callWithTicket<typeof signing.recordAnswers>>[1], 'consentID'>;

// Saves run one after another: the last answer given must be stored last, with its digest.
let last: Promise<PageConsent | null> = Promise.resolve(null);
let lastSent = '';
// The same answers, sent again after a failure, keep their idempotency key.
const attemptFor = rememberAttempts(() => crypto.randomUUID());

/**
 * Saves answers on the server, or on this tablet when the server is out of reach. Answers that are being sent, or were saved
 * last, are not sent again.
 *
 * @throws as {@link submit}
 */
export function saveAnswers(details: TicketDetails, changed: Answers): Promise<PageConsent | null> {
  const { consentID } = details.consent;
  const sent = JSON.stringify([consentID, changed]);
  if (sent === lastSent) return last;
  lastSent = sent;
  last = whenAnswersSaved()
    .then(() => submitAnswers(details, changed))
    .catch((error: unknown) => {
      if (lastSent === sent) lastSent = '';
      throw error;
    });
  return last;
}

async function submitAnswers(details: TicketDetails, changed: Answers): Promise<PageConsent> {
  const after = await withAnswers(details, changed);
  const fields = { consentID: details.consent.consentID, ...changed };
  const { key, body: input } = attemptFor('recordAnswers', fields, () => fields);
  const result = await submit({ call: 'recordAnswers', input, key, after });
  if (result.kind !== 'sent') return after.consent;
  const answered = { ...after, consent: result.answer.data };
  if (fullShownOf(after.shown) === null) return answered.consent;
  // Loaded since this form was judged by it.
  const { drawnFrom } = await import('./judge-form.ts');
  return drawnFrom(answered).consent;
}

/** The form with these answers, as the server will build it: they change the signed content, and so its digest. */
async function withAnswers(details: TicketDetails, changed: Answers): Promise<TicketDetails> {
  const { consent } = details;
  const tidied = v.safeParse(signing.recordAnswers.input, { consentID: consent.consentID, ...changed });
  // Input that does not fit is kept as it is: the call refuses it with its own messages.
  const { mattersToMe, additionalChoices = [] } = tidied.success ? tidied.output : changed;
  const answered = new Map(additionalChoices.map((choice) => [choice.id, { ...choice, answer: choice.answer ?? null }]));
  const next: PageConsent = {
    ...consent,
    mattersToMe: mattersToMe ?? consent.mattersToMe,
    additionalChoices: consent.additionalChoices.map((choice) => answered.get(choice.id) ?? choice),
  };
  const shown = shownWithAnswers(details.shown, next);
  const contentDigest = await digestShownContent({ ...details, consent: next, shown });
  return { ...details, consent: { ...next, contentDigest }, contentDigest, shown };
}

/** Resolves when no save is running, whether the last one succeeded or not. */
export function whenAnswersSaved(): Promise<unknown> {
  return last.catch(() => undefined);
}
