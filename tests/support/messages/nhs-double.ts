import { createHmac, createPublicKey, generateKeyPairSync, randomUUID, verify, type KeyObject } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isNhsNumber } from '#domain/values/nhs-number-field.ts';

export const NHS = {
  clientID: 'demo-client',
  kid: 'demo-kid',
  application: 'demo-application',
  key: 'demo-key-of-nhs-notify',
  plans: { SMS: '11111111-2222-4333-8444-555555555555', APP: '66666666-7777-4888-8999-aaaaaaaaaaaa' },
} as const;

/** `lost` takes a message and breaks the line; `repeated` answers one that it has with 201, as the published texts say both. */
export type NhsMode = 'ok' | 'lost' | 'early' | 'busy' | 'broken' | 'closed';
type Taken = {
  readonly id: string;
  readonly reference: string;
  readonly plan: string;
  readonly nhsNumber: string;
  readonly text: string;
  repeats: number;
  status: string;
};
type Attributes = {
  routingPlanId?: string;
  messageReference?: string;
  recipient?: Record<string, unknown>;
  personalisation?: Record<string, unknown>;
};

/** NHS Notify on this machine, as far as its documentation goes: it checks assertion, token, plan, reference and recipient, and takes each reference once. */
export type NhsDouble = {
  readonly baseUrl: string;
  readonly tokenUrl: string;
  readonly privateKey: KeyObject;
  mode: NhsMode;
  readonly taken: Map<string, Taken>;
  readonly faults: string[];
  readonly tokens: { given: number };
  close(): Promise<void>;
};

/** @param now - the clock by which assertions and tokens are judged, epoch ms */
export async function openNhsDouble(now: () => number): Promise<NhsDouble> {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const publicKey = createPublicKey(privateKey);
  const taken = new Map<string, Taken>();
  const faults: string[] = [];
  const tokens = { given: 0 };
  const valid = new Map<string, number>();
  const used = new Set<string>();
  let tokenUrl = '';
  const double = { mode: 'ok' as NhsMode, taken, faults, tokens, privateKey };

  const server = createServer((request, response) => void answer(request, response));
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const raw = (await bodyOf(request)).toString('utf8');
    if (request.url === '/oauth2/token') return signIn(raw, response);
    const endsAt = valid.get((request.headers.authorization ?? '').slice('Bearer '.length)) ?? 0;
    if (endsAt <= now()) return send(response, 401, { errors: [{ code: 'CM_DENIED' }] });
    if (double.mode === 'closed') return send(response, 403, { errors: [{ code: 'CM_FORBIDDEN' }] });
    if (double.mode === 'broken') return send(response, 503, {});
    if (request.method === 'GET') {
      const found = [...taken.values()].find(({ id }) => request.url === `/comms/v1/messages/${id}`);
      return found === undefined
        ? send(response, 404, {})
        : send(response, 200, { data: { attributes: { messageStatus: found.status } } });
    }
    if (double.mode === 'early') return send(response, 425, {}, { 'retry-after': '60' });
    if (double.mode === 'busy') return send(response, 429, {}, { 'retry-after': '60' });
    take(raw, request, response);
  }

  function signIn(raw: string, response: ServerResponse): void {
    const form = new URLSearchParams(raw);
    const fault = assertionFault(form, { publicKey, now: now(), tokenUrl, used });
    if (fault !== null) {
      faults.push(fault);
      return send(response, 401, { error: 'invalid_client' });
    }
    const text = randomUUID();
    tokens.given += 1;
    valid.set(text, now() + 599_000);
    send(response, 200, { access_token: text, expires_in: '599', token_type: 'Bearer' });
  }

  function take(raw: string, request: IncomingMessage, response: ServerResponse): void {
    const { data } = JSON.parse(raw) as { data: { type: string; attributes: Attributes } };
    const { routingPlanId: plan = '', messageReference: reference = '', recipient = {}, personalisation = {} } = data.attributes;
    const fault = messageFault({
      type: data.type,
      plan,
      reference,
      recipient,
      personalisation,
      content: request.headers['content-type'],
    });
    if (fault !== null) {
      faults.push(fault);
      return send(response, fault.startsWith('plan') ? 404 : 400, { errors: [{ code: 'CM_INVALID_VALUE' }] });
    }
    const had = taken.get(reference);
    if (had !== undefined) {
      had.repeats += 1;
      return had.repeats % 2 === 1
        ? send(response, 422, { errors: [{ code: 'CM_DUPLICATE_REQUEST' }] })
        : send(response, 201, { data: { id: had.id } });
    }
    const id = randomUUID();
    const { nhsNumber } = recipient as { nhsNumber: string };
    taken.set(reference, {
      id,
      reference,
      plan,
      nhsNumber,
      text: JSON.stringify(personalisation),
      repeats: 0,
      status: 'sending',
    });
    if (double.mode === 'lost') return void request.socket.destroy();
    send(response, 201, { data: { type: 'Message', id } });
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  tokenUrl = `http://127.0.0.1:${port}/oauth2/token`;
  return Object.assign(double, {
    baseUrl: `http://127.0.0.1:${port}/comms`,
    tokenUrl,
    close: () => new Promise<void>((resolve) => (server.close(() => resolve()), server.closeAllConnections())),
  });
}

type Judging = { readonly publicKey: KeyObject; readonly now: number; readonly tokenUrl: string; readonly used: Set<string> };

/** The fault of an assertion; null for one that is right, which is used up by that. */
export function assertionFault(form: URLSearchParams, { publicKey, now, tokenUrl, used }: Judging): string | null {
  if (form.get('grant_type') !== 'client_credentials') return 'grant_type';
  if (form.get('client_assertion_type') !== 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer')
    return 'client_assertion_type';
  const [head = '', body = '', mac = ''] = (form.get('client_assertion') ?? '').split('.');
  const { alg, kid } = JSON.parse(Buffer.from(head, 'base64url').toString()) as Record<string, unknown>;
  const { iss, sub, aud, exp, jti } = JSON.parse(Buffer.from(body, 'base64url').toString()) as Record<string, unknown>;
  if (alg !== 'RS512') return 'alg';
  if (kid !== NHS.kid) return 'kid';
  if (!verify('RSA-SHA512', Buffer.from(`${head}.${body}`), publicKey, Buffer.from(mac, 'base64url'))) return 'signature';
  if (iss !== NHS.clientID || sub !== NHS.clientID) return 'iss or sub';
  if (aud !== tokenUrl) return 'aud';
  if (typeof exp !== 'number' || exp * 1000 <= now || exp * 1000 > now + 301_000) return 'exp';
  if (typeof jti !== 'string' || used.has(jti)) return 'jti';
  used.add(jti);
  return null;
}

type Received = {
  readonly type: string;
  readonly plan: string;
  readonly reference: string;
  readonly recipient: Record<string, unknown>;
  readonly personalisation: Record<string, unknown>;
  readonly content: string | undefined;
};

function messageFault({ type, plan, reference, recipient, personalisation, content }: Received): string | null {
  if (content !== 'application/vnd.api+json') return 'content type';
  if (type !== 'Message') return 'type';
  if (plan !== NHS.plans.SMS && plan !== NHS.plans.APP) return 'plan';
  if (!/^[0-9a-f-]{36}$/.test(reference)) return 'reference is not a UUID';
  if (Object.keys(recipient).join() !== 'nhsNumber') return 'recipient holds more than the NHS number';
  if (!isNhsNumber(String(recipient['nhsNumber']))) return 'NHS number';
  const { text } = personalisation;
  if (Object.keys(personalisation).toSorted().join() !== 'organisation,phone,text,until,url') return 'personalisation';
  return typeof text === 'string' && text.length <= (plan === NHS.plans.SMS ? 918 : 5000) ? null : 'text is too long';
}

/** One callback as the service signs it. */
export function signedCallback(data: readonly object[], by: Parameters<typeof signedBytes>[1] = {}) {
  return signedBytes(Buffer.from(JSON.stringify({ data })), by);
}

/** A callback whose bytes are written as somebody else would. */
export function signedBytes(
  payload: Buffer,
  { key = NHS.key, secret = `${NHS.application}.${NHS.key}` }: { key?: string; secret?: string } = {},
) {
  const signature = createHmac('sha256', secret).update(payload).digest('hex');
  return { payload, headers: { 'content-type': 'application/json', 'x-api-key': key, 'x-hmac-sha256-signature': signature } };
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of request as AsyncIterable<Buffer>) parts.push(part);
  return Buffer.concat(parts);
}

function send(response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'content-type': 'application/vnd.api+json', ...headers }).end(JSON.stringify(body));
}
