import { calls, type CallName } from '#contract/calls.ts';
import type { Consent } from '#contract/shapes/record-shapes.ts';
import { sync } from '#contract/sync.ts';
import { canonical } from '#domain/base/canonical.ts';
import type { Patient } from '#domain/patients/patient.ts';
import * as v from 'valibot';
import { demoConsent, demoPatient } from './demo-entities.ts';

/** One thing that really happened on the server. */
export type Effect = {
  readonly key: string;
  readonly call: string;
  readonly id: string;
  readonly input: Record<string, unknown>;
};

/** The effect of the network on one request. */
export type Fault =
  | 'none'
  /** never arrives */
  | 'lost'
  /** takes effect, and the answer never arrives */
  | 'answerLost'
  /** arrives twice; the second answer is the one that comes back */
  | 'doubled'
  /** takes effect, and the answer breaks off */
  | 'cutShort'
  /** hangs until the device gives up */
  | 'hangs'
  | { readonly status: number; readonly headers?: Record<string, string>; readonly body?: unknown }
  | { readonly portal: number };

type Answer = { readonly status: number; readonly body: unknown; readonly headers?: Record<string, string> };

/**
 * A small server of this test alone that keeps the rules of the wire: one effect for a key, versions, refusals with the present
 * entity, only successes remembered.
 */
export function modelServer() {
  const patients = new Map<string, Patient>();
  const consents = new Map<string, Consent>();
  const answers = new Map<string, { body: string; answer: Answer }>();
  const effects: Effect[] = [];
  const arrivals: { key: string; call: string }[] = [];
  const tokens = new Set(['token-1']);
  let doubled = 0;
  /** Answers a call by its content before the server's own rules; undefined lets it through. */
  let refuse: (call: string, input: Record<string, unknown>) => Answer | undefined = () => undefined;

  function once(call: string, key: string | null, input: Record<string, unknown>): Answer {
    if (key === null) return act(call, key, input);
    arrivals.push({ key, call });
    const body = canonical({ call, input });
    const first = answers.get(key);
    if (first !== undefined) {
      doubled += 1;
      return first.body === body ? first.answer : failure(422, 'IDEMPOTENCY_KEY_REUSED');
    }
    const answer = act(call, key, input);
    if (answer.status === 200) answers.set(key, { body, answer });
    return answer;
  }

  function act(call: string, key: string | null, input: Record<string, unknown>): Answer {
    const refused = refuse(call, input);
    if (refused !== undefined) return refused;
    const name = (Object.keys(calls) as CallName[]).find((each) => `${calls[each].method} ${calls[each].path}` === call);
    if (name === undefined) return failure(404, 'NOT_FOUND');
    const parsed = v.safeParse(calls[name].input, input);
    if (!parsed.success) return failure(400, 'INVALID', { fields: [{ path: 'id', message: 'This is not right' }] });
    const fields = parsed.output as Record<string, unknown>;
    const id = String(fields['id'] ?? fields['consentID']);
    const answer = name.startsWith('patient') ? onPatient(name, id, fields) : onConsent(name, id, fields);
    if (answer.status === 200) effects.push({ key: key ?? '', call: name, id, input: fields });
    return answer;
  }

  function onPatient(name: string, id: string, { version, ...fields }: Record<string, unknown>): Answer {
    const before = patients.get(id);
    if (name === 'patientCreate') {
      if (before !== undefined) return failure(400, 'INVALID');
      const patient = demoPatient({ ...(fields as Partial<Patient>), id });
      patients.set(id, patient);
      return done({ data: { patient, possibleDuplicates: [] } });
    }
    if (before === undefined) return failure(404, 'NOT_FOUND');
    if (name === 'patientConflict') return done({ data: { id } });
    if (before.version !== version) return failure(409, 'VERSION_CONFLICT', { data: { current: before } });
    const patient = { ...before, ...(fields as Partial<Patient>), id, version: before.version + 1 };
    patients.set(id, patient);
    return done({ data: patient });
  }

  function onConsent(name: string, id: string, { version, channel: _, ...fields }: Record<string, unknown>): Answer {
    const before = consents.get(id);
    if (name === 'consentCreate') {
      if (!patients.has(String(fields['patientID']))) return failure(404, 'NOT_FOUND');
      if (before !== undefined) return failure(400, 'INVALID');
      const ids = { consentID: id, recordID: String(fields['recordID']), patientID: String(fields['patientID']) };
      return saved(demoConsent({ ...(fields as Partial<Consent>), ...ids, procedures: [] }));
    }
    if (before === undefined) return failure(404, 'NOT_FOUND');
    if (version !== undefined && before.version !== version)
      return failure(409, 'VERSION_CONFLICT', { data: { current: before } });
    const next = before.version + 1;
    if (name === 'consentUpdate') return saved({ ...before, ...(fields as Partial<Consent>), procedures: [], version: next });
    if (name === 'consentSend') {
      consents.set(id, { ...before, status: 'SENT', version: next });
      return done({ data: consents.get(id), recipients: [] });
    }
    if (name === 'consentSendToSign') {
      const expiresAt = '2026-08-06T14:35:00.000Z';
      return done({ ticket: 'a-ticket-that-is-a-secret', expiresAt, handoverId: fields['handoverId'] });
    }
    if (name === 'recordSign') {
      if (fields['contentDigest'] !== 'd'.repeat(64)) return failure(409, 'SIGNED_CONTENT_MISMATCH');
      consents.set(id, { ...before, status: 'PARTIALLY_SIGNED', version: next });
      return done({
        data: { consentID: id, status: 'PARTIALLY_SIGNED', signerState: 'SIGNED', sealState: 'NONE', version: next },
      });
    }
    consents.set(id, { ...before, status: 'WITHDRAWN', version: next });
    return done({ data: consents.get(id) });
  }

  function saved(consent: Consent): Answer {
    consents.set(consent.consentID, consent);
    const { consentID, recordID, version } = consent;
    return done({ Timeline: [], consentID, recordID, version, bitpaper: null, bitpaperPDFURL: null, data: consent });
  }

  function arrive(path: string, init: RequestInit): Answer {
    const headers = new Headers(init.headers);
    if (!tokens.has((headers.get('authorization') ?? '').replace('Bearer ', ''))) return failure(401, 'SIGN_IN');
    const input = JSON.parse(String(init.body)) as Record<string, unknown>;
    if (path !== sync.syncOps.path) return once(`${init.method} ${path}`, headers.get('idempotency-key'), input);
    const envelope = refuse('envelope', { bytes: String(init.body).length });
    if (envelope !== undefined) return envelope;
    const { ops } = v.parse(sync.syncOps.input, input);
    const results = ops.map(({ key, call, input: opInput }) => {
      const { status, body, headers: answerHeaders } = once(call, key, opInput);
      return {
        key,
        status,
        body,
        isReplay: false,
        retryAfter: answerHeaders?.['retry-after'] === undefined ? null : Number(answerHeaders['retry-after']),
      };
    });
    return done({ results });
  }

  /** The network of one device. `plan` tells what happens to each request. */
  function network(plan: (path: string) => Fault): typeof fetch {
    return async (address, init = {}) => {
      const path = String(address).replace('/api/', '');
      const fault = plan(path);
      if (fault === 'lost') throw new TypeError('Failed to fetch');
      if (fault === 'hangs') {
        await new Promise((_, reject) => {
          const abort = () => reject(new DOMException('Aborted', 'AbortError'));
          if (init.signal?.aborted === true) abort();
          else init.signal?.addEventListener('abort', abort);
        });
      }
      if (typeof fault === 'object')
        return 'portal' in fault
          ? new Response('<h1>Please sign in</h1>', { status: fault.portal })
          : respond({
              status: fault.status,
              body: fault.body ?? { message: 'Something went wrong', error: 'FAILED' },
              headers: fault.headers ?? {},
            });
      if (fault === 'doubled') arrive(path, init);
      const answer = arrive(path, init);
      if (fault === 'answerLost') throw new TypeError('Failed to fetch');
      if (fault === 'cutShort') return respond(answer, JSON.stringify(answer.body).slice(0, 20));
      return respond(answer);
    };
  }

  return {
    patients,
    consents,
    effects,
    arrivals,
    tokens,
    network,
    doubled: () => doubled,
    refuseWith: (next: typeof refuse) => void (refuse = next),
    failure,
  };
}

export type ModelServer = ReturnType<typeof modelServer>;

function respond({ status, body, headers = {} }: Answer, text = JSON.stringify(body)): Response {
  return new Response(text, { status, headers: { 'x-app': 'consent', 'content-type': 'application/json', ...headers } });
}

function done(fields: Record<string, unknown>): Answer {
  return { status: 200, body: { message: 'Done', ...fields } };
}

function failure(status: number, error: string, more: Record<string, unknown> = {}): Answer {
  return { status, body: { message: `Refused: ${error}`, error, ...more } };
}
