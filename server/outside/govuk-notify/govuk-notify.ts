import { NotifyClient } from 'notifications-node-client';
import * as v from 'valibot';
import { parseJson } from '#contract/engine/parse-json.ts';
import type { CallOut } from '#server/outside/call-out.ts';
import {
  refusalOfStatus,
  retryAfterOf,
  SERVICE_ANSWER_MOST,
  SERVICE_TIMEOUT,
  ServiceRefused,
} from '#server/outside/service-refused.ts';

/** A message as the service knows it. `status` is a word of its own. */
export type GovukMessage = { readonly id: string; readonly status: string };
export type GovukType = 'sms' | 'letter';

/**
 * GOV.UK Notify for one organisation. Its reference tells two messages apart and holds none back: whoever tries again asks {@link find} first.
 * Each throws ServiceRefused.
 */
export type GovukNotify = {
  sendSms(sms: { to: string; text: string; template: string; reference: string }): Promise<GovukMessage>;
  sendLetter(letter: { pdf: Uint8Array; reference: string }): Promise<GovukMessage>;
  /** the message of a reference; undefined where the service has none */
  find(type: GovukType, reference: string): Promise<GovukMessage | undefined>;
};

const Sent = v.object({ id: v.string() });
const Found = v.object({ notifications: v.array(v.object({ id: v.string(), status: v.string() })) });
const Errors = v.object({ errors: v.array(v.object({ error: v.string(), message: v.string() })) });

/** @param options - `baseUrl`: of the service; `key`: the API key, which no error and no log holds */
export function openGovukNotify({
  callOut,
  baseUrl,
  key,
}: {
  callOut: CallOut;
  baseUrl: string | undefined;
  key: string;
}): GovukNotify {
  const client = baseUrl === undefined ? new NotifyClient(key) : new NotifyClient(baseUrl, key);
  // Its own client is axios, whose errors hold the token, and which asks no rule about where it may connect.
  // It calls its client as a function and nothing else of it.
  client.setClient(overCallOut(callOut) as Parameters<typeof client.setClient>[0]);
  return {
    sendSms: async ({ to, text, template, reference }) => {
      const { data } = await client.sendSms(template, to, { personalisation: { text }, reference });
      return { id: parsed(Sent, data).id, status: 'created' };
    },
    sendLetter: async ({ pdf, reference }) => {
      const { data } = await client.sendPrecompiledLetter(reference, Buffer.from(pdf));
      return { id: parsed(Sent, data).id, status: 'accepted' };
    },
    find: async (type, reference) => {
      const { data } = await client.getNotifications(type, undefined, reference);
      return parsed(Found, data).notifications[0];
    },
  };
}

type Request = { method: string; url: string; data?: unknown; headers: Readonly<Record<string, string>> };

function overCallOut(callOut: CallOut) {
  return async ({ method, url, data, headers }: Request): Promise<{ status: number; data: unknown }> => {
    const body = data === undefined ? undefined : Buffer.from(JSON.stringify(data));
    const answer = await callOut({
      address: url,
      from: 'OPERATOR',
      method: method.toUpperCase() === 'GET' ? 'GET' : 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body }),
      timeoutMs: SERVICE_TIMEOUT,
      answerMost: SERVICE_ANSWER_MOST,
    }).catch(() => {
      throw new ServiceRefused('UNKNOWN', 'GOV.UK Notify does not answer');
    });
    const { status } = answer;
    const read = parseJson(v.unknown(), answer.body.toString('utf8'));
    if (status >= 200 && status < 300) return { status, data: read };
    const kind = refusalOfStatus(status) ?? (isOfAddress(read) ? 'ADDRESS' : 'FINAL');
    throw new ServiceRefused(kind, `GOV.UK Notify answers ${status}`, retryAfterOf(answer.headers['retry-after']));
  };
}

/** Whether a refusal speaks of the number: `phone_number Number is not valid`. */
function isOfAddress(answer: unknown): boolean {
  const found = v.safeParse(Errors, answer);
  return found.success && found.output.errors.some(({ message }) => /phone[_ ]number|postcode|address/i.test(message));
}

// An answer of another shape leaves open whether the message was taken.
function parsed<S extends v.GenericSchema>(schema: S, data: unknown): v.InferOutput<S> {
  const checked = v.safeParse(schema, data);
  if (!checked.success) throw new ServiceRefused('UNKNOWN', 'GOV.UK Notify answers in another shape');
  return checked.output;
}
