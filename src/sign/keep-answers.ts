import { signing } from '#contract/signing.ts';
import type { Consent } from '#contract/record-shapes.ts';
import type { TicketDetails } from '#contract/signing.ts';
import * as v from 'valibot';
import type { ask } from './ask.ts';
import { rememberAttempts } from './attempt.ts';
import { say } from './say.ts';
import { digestOfShown } from './shown-digest.ts';

export type Answers = Omit<Parameters<typeof ask<typeof signing.recordAnswers>>[1], 'consentID'>;

// One after another: the last answer given is the last one kept, and its digest the last one known.
let last: Promise<Consent | null> = Promise.resolve(null);
let lastSent = '';
// After a failure the same answers, given again, are the same saying.
const attemptFor = rememberAttempts(() => crypto.randomUUID());

/**
 * Keeps answers on the server, or where it cannot be reached on this tablet. What is on its way, or was kept last, is not sent again.
 *
 * @throws as {@link say}
 */
export function keepAnswers(details: TicketDetails, changed: Answers): Promise<Consent | null> {
  const { consentID } = details.consent;
  const sent = JSON.stringify([consentID, changed]);
  if (sent === lastSent) return last;
  lastSent = sent;
  last = answersAtRest()
    .then(() => put(details, changed))
    .catch((error: unknown) => {
      if (lastSent === sent) lastSent = '';
      throw error;
    });
  return last;
}

async function put(details: TicketDetails, changed: Answers): Promise<Consent> {
  const after = await answered(details, changed);
  const fields = { consentID: details.consent.consentID, ...changed };
  const { key, body: input } = attemptFor('recordAnswers', fields, () => fields);
  const said = await say({ call: 'recordAnswers', input, key, after });
  return said.kind === 'sent' ? said.answer.data : after.consent;
}

/** The form with these answers, as the server will make it: they change what is signed, and so its digest. */
async function answered(details: TicketDetails, changed: Answers): Promise<TicketDetails> {
  const { consent } = details;
  const tidied = v.safeParse(signing.recordAnswers.input, { consentID: consent.consentID, ...changed });
  // What does not fit is refused in its own words when it is said.
  const { mattersToMe, additionalChoices = [] } = tidied.success ? tidied.output : changed;
  const given = new Map(additionalChoices.map((choice) => [choice.id, { ...choice, answer: choice.answer ?? null }]));
  const next: Consent = {
    ...consent,
    mattersToMe: mattersToMe ?? consent.mattersToMe,
    additionalChoices: consent.additionalChoices.map((choice) => given.get(choice.id) ?? choice),
  };
  const contentDigest = await digestOfShown({ ...details, consent: next });
  return { ...details, consent: { ...next, contentDigest }, contentDigest };
}

/** Resolves when no answer is on its way any more, whether it arrived or not. */
export function answersAtRest(): Promise<unknown> {
  return last.catch(() => undefined);
}
