import { createPrivateKey, sign, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import { parseJson } from '#contract/engine/parse-json.ts';
import { MINUTE } from '#domain/base/limits.ts';
import type { MessageContent } from '#domain/notifications/sms.ts';
import type { CallOut, OutgoingAnswer } from '#server/outside/call-out.ts';
import {
  refusalOfStatus,
  retryAfterOf,
  SERVICE_ANSWER_MOST,
  SERVICE_TIMEOUT,
  ServiceRefused,
} from '#server/outside/service-refused.ts';
import { WrongSetting, type Settings } from '#server/settings.ts';

/** An assertion lives for so long (NHS England API platform, signed JWT), and a token is not used in its last minute. */
const ASSERTION_LIFE = 5 * MINUTE;
const TOKEN_SPARE = MINUTE;
const JSON_API = 'application/vnd.api+json';

type NhsMessage = {
  readonly plan: string;
  /** of the patient: where they are reached stands in the national record. No address is ever passed on. */
  readonly nhsNumber: string;
  readonly reference: string;
  /** which the routing plan puts into its texts */
  readonly personalisation: MessageContent;
};

/**
 * NHS Notify (communications-manager API). It takes each reference once, so that a try that nobody answered is made again with the same one. Each throws
 * ServiceRefused.
 */
export type NhsNotify = {
  /** @returns its own id; null where it had taken the message before and does not say */
  send(message: NhsMessage): Promise<{ id: string | null }>;
  /** its word of how far a message has come, by its own id */
  status(id: string): Promise<string>;
};

const Token = v.object({ access_token: v.string(), expires_in: v.pipe(v.union([v.string(), v.number()]), v.transform(Number)) });
const Taken = v.object({ data: v.object({ id: v.string() }) });
const Status = v.object({ data: v.object({ attributes: v.object({ messageStatus: v.string() }) }) });
const Errors = v.object({ errors: v.array(v.object({ code: v.string() })) });

type Opening = {
  readonly callOut: CallOut;
  readonly clock: () => number;
  readonly newId: () => string;
  readonly settings: NonNullable<Settings['nhsNotify']>;
  readonly key: KeyObject;
};

/** The key by which this server shows who it is. @throws WrongSetting for a file that is no private RSA key */
export function readNotifyKey({ keyFile }: NonNullable<Settings['nhsNotify']>): KeyObject {
  try {
    const key = createPrivateKey(readFileSync(keyFile));
    if (key.asymmetricKeyType === 'rsa') return key;
  } catch {
    // The sentence below says it for each way in which it can be wrong.
  }
  throw new WrongSetting(`SETTINGS: ${keyFile}, which nhsNotify.keyFile names, is no private RSA key that this account can read`);
}

export function openNhsNotify({ callOut, clock, newId, settings, key }: Opening): NhsNotify {
  let token: { readonly text: string; readonly endsAt: number } | undefined;

  async function freshToken(): Promise<string> {
    if (token !== undefined && token.endsAt - TOKEN_SPARE > clock()) return token.text;
    const form = new URLSearchParams({
      grant_type: 'client_credentials',
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      client_assertion: assertion({ clock, newId, settings, key }),
    });
    const answer = await exchange(callOut, {
      address: settings.tokenUrl,
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: Buffer.from(form.toString()),
    });
    // A refused assertion is mended by IT alone; all else passes.
    if (answer.status === 400 || answer.status === 401 || answer.status === 403)
      throw new ServiceRefused('CLOSED', `The sign-in of NHS Notify answers ${answer.status}`);
    const read = bodyOf(Token, answer);
    if (answer.status !== 200 || read === undefined)
      throw new ServiceRefused('BUSY', `The sign-in of NHS Notify answers ${answer.status}`);
    token = { text: read.access_token, endsAt: clock() + read.expires_in * 1000 };
    return token.text;
  }

  async function call(method: 'GET' | 'POST', path: string, body?: unknown): Promise<OutgoingAnswer> {
    const once = async () =>
      exchange(callOut, {
        address: `${settings.baseUrl}${path}`,
        method,
        headers: {
          authorization: `Bearer ${await freshToken()}`,
          accept: JSON_API,
          ...(body === undefined ? {} : { 'content-type': JSON_API }),
        },
        ...(body === undefined ? {} : { body: Buffer.from(JSON.stringify(body)) }),
      });
    const first = await once();
    if (first.status !== 401) return first;
    // A token that was taken back before its time: one more is asked for, once.
    token = undefined;
    return once();
  }

  return {
    send: async ({ plan: routingPlanId, reference: messageReference, nhsNumber, personalisation }) => {
      const attributes = { routingPlanId, messageReference, recipient: { nhsNumber }, personalisation };
      const answer = await call('POST', '/v1/messages', { data: { type: 'Message', attributes } });
      if (answer.status === 201) return { id: bodyOf(Taken, answer)?.data.id ?? null };
      if (answer.status === 422 && hasCode(answer, 'CM_DUPLICATE_REQUEST')) return { id: null };
      throw refusalOf(answer);
    },
    status: async (id) => {
      const answer = await call('GET', `/v1/messages/${encodeURIComponent(id)}`);
      const read = bodyOf(Status, answer);
      if (answer.status !== 200 || read === undefined) throw refusalOf(answer);
      return read.data.attributes.messageStatus;
    },
  };
}

function refusalOf({ status, headers }: OutgoingAnswer): ServiceRefused {
  return new ServiceRefused(
    refusalOfStatus(status) ?? 'FINAL',
    `NHS Notify answers ${status}`,
    retryAfterOf(headers['retry-after']),
  );
}

function hasCode(answer: OutgoingAnswer, code: string): boolean {
  return bodyOf(Errors, answer)?.errors.some((each) => each.code === code) === true;
}

function bodyOf<T>(schema: v.GenericSchema<unknown, T>, { body }: OutgoingAnswer): T | undefined {
  return parseJson(schema, body.toString('utf8'));
}

function assertion({ clock, newId, settings, key }: Omit<Opening, 'callOut'>): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const { clientID, kid, tokenUrl } = settings;
  const exp = Math.floor((clock() + ASSERTION_LIFE) / 1000);
  const text = `${part({ alg: 'RS512', typ: 'JWT', kid })}.${part({ iss: clientID, sub: clientID, aud: tokenUrl, exp, jti: newId() })}`;
  return `${text}.${sign('RSA-SHA512', Buffer.from(text), key).toString('base64url')}`;
}

type Exchange = Pick<Parameters<CallOut>[0], 'address' | 'method' | 'headers' | 'body'>;

async function exchange(callOut: CallOut, { body, ...request }: Exchange): Promise<OutgoingAnswer> {
  const call = {
    ...request,
    from: 'OPERATOR' as const,
    ...(body === undefined ? {} : { body }),
    timeoutMs: SERVICE_TIMEOUT,
    answerMost: SERVICE_ANSWER_MOST,
  };
  return callOut(call).catch(() => {
    throw new ServiceRefused('UNKNOWN', 'NHS Notify does not answer');
  });
}
