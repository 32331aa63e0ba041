import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { CallFailed, Unreachable } from '#contract/engine/call.ts';
import type { Input } from '#contract/calls.ts';
import { ticketDetails } from './ticket-details.ts';
import {
  aPatient,
  callerOf,
  DEMO_PASSWORD,
  inked,
  procedureId,
  reachedAt,
  templateId,
  typed,
  type Caller,
  type Reached,
} from './builders.ts';

/** A consent whose two signatures were acknowledged. */
export type Acknowledged = { patientID: string; recordID: string; consentID: string };

/** Clinicians and patients who sign consents, one after another, for as long as it lasts. */
export type SigningLoad = {
  /** Consents with both signatures acknowledged, in their order. */
  readonly done: readonly Acknowledged[];
  /** Acknowledged patients and signatures, also of consents that are not complete yet. */
  readonly patients: ReadonlySet<string>;
  readonly signatures: readonly { consentID: string; role: string; at: number }[];
  /** Requests that were retried, by the error that was answered. */
  readonly retries: ReadonlyMap<string, number>;
  /** The longest time without an acknowledged signature since a moment, ms. */
  longestPause(since: number): number;
  /** Resolves when so many more signatures are acknowledged. @throws the first error that no client would have retried */
  more(count: number): Promise<void>;
  /** Ends the load once all started calls are acknowledged. @throws the first error that no client would have retried */
  stop(): Promise<void>;
};

type Rules = {
  readonly origins: readonly string[];
  readonly workers?: number;
  /** between two consents of a worker, ms */
  readonly pauseMs?: number;
};

/** As long as a screen waits for an answer, ms. */
const ANSWER_MOST = 10_000;
/** The error codes after which a client retries: the server may answer no others. */
const AGAIN = new Set(['BUSY', 'IN_PROGRESS']);

/**
 * Starts the load. Each request has its idempotency key and is sent again, to the next server, until it is answered, as tablets do;
 * the answer to any but a full or absent server counts.
 */
export async function startSigning({ origins, workers = 3, pauseMs = 1_500 }: Rules): Promise<SigningLoad> {
  const done: Acknowledged[] = [];
  const patients = new Set<string>();
  const signatures: { consentID: string; role: string; at: number }[] = [];
  const retries = new Map<string, number>();
  let turn = 0;
  const state: { isStopped: boolean; failure: Error | undefined } = { isStopped: false, failure: undefined };
  const reached: Reached = {
    wire: (...each) => reachedAt(origins[turn % origins.length] ?? '', { limitMs: ANSWER_MOST }).wire(...each),
  };

  /** Repeats a call until it is answered. */
  async function answered<T>(attempt: (key: string) => Promise<T>): Promise<T> {
    const key = randomUUID();
    for (;;) {
      turn += 1;
      try {
        return await attempt(key);
      } catch (error) {
        const isAgain = error instanceof Unreachable || (error instanceof CallFailed && AGAIN.has(error.code));
        if (!isAgain) throw error;
        const name = error instanceof CallFailed ? error.code : 'no answer';
        retries.set(name, (retries.get(name) ?? 0) + 1);
        await wait(250);
      }
    }
  }

  async function sign(caller: Caller, body: Input<'recordSign'>): Promise<void> {
    await answered((key) => caller.call('recordSign', body, key));
    signatures.push({ consentID: body.consentID, role: body.role, at: Date.now() });
  }

  const { token } = await answered(() =>
    callerOf(reached).call('userLogin', { email: 'clinician@demo.nhs.uk', password: DEMO_PASSWORD }),
  );
  const staff = callerOf(reached, token);
  const [templateID, procedureID] = [await templateId(staff), await procedureId(staff)];

  async function oneConsent(): Promise<void> {
    const person = aPatient();
    const { data } = await answered((key) => staff.call('patientCreate', person, key));
    const patientID = data.patient.id;
    patients.add(patientID);
    const { consentID, version } = await answered((key) =>
      staff.call(
        'consentCreate',
        {
          formType: 'FORM_1',
          templateID,
          patientID,
          interpreterNeeded: false,
          procedures: [{ procedureID, side: 'RIGHT' }],
          clinicianStatement: { discussed: true, capacity: true },
        },
        key,
      ),
    );
    const sent = (await answered((key) => staff.call('consentSend', { consentID, version, channel: 'DEVICE' }, key))).data;
    const { ticket } = await answered(() => staff.call('consentSendToSign', { consentID, role: 'PATIENT' }));
    const signer = callerOf(reached, ticket);
    const details = ticketDetails(await answered(() => signer.call('consentDetailsByToken', { token: ticket })));
    await sign(signer, inked(details));
    await sign(staff, typed(sent));
    done.push({ patientID, recordID: sent.recordID, consentID });
  }

  const running = Array.from({ length: workers }, async () => {
    while (!state.isStopped && state.failure === undefined) {
      await oneConsent().catch((error: unknown) => {
        state.failure ??= error instanceof Error ? error : new Error(String(error));
      });
      await wait(pauseMs);
    }
  });

  return {
    done,
    patients,
    signatures,
    retries,
    longestPause: (since) => {
      const times = [since, ...signatures.map(({ at }) => at).filter((at) => at > since), Date.now()];
      return Math.max(...times.slice(1).map((at, nth) => at - times[nth]!));
    },
    more: async (count) => {
      for (const until = signatures.length + count; signatures.length < until; await wait(50))
        if (state.failure !== undefined) throw state.failure;
    },
    stop: async () => {
      state.isStopped = true;
      await Promise.all(running);
      if (state.failure !== undefined) throw state.failure;
    },
  };
}
