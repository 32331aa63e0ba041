import { createHmac, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { GOVUK } from './settings.ts';

/** How the double answers the next messages: `lost` takes one and breaks the line, `silent` takes none and says nothing. */
export type GovukMode = 'ok' | 'lost' | 'busy' | 'broken' | 'silent' | 'closed' | 'address';
type Taken = { readonly id: string; readonly reference: string; readonly to: string; readonly text: string; status: string };

/**
 * GOV.UK Notify on this machine, as far as its documentation goes: it checks token, template, number and reference, and like the service holds no
 * reference back that it has seen.
 */
export type GovukDouble = {
  readonly baseUrl: string;
  mode: GovukMode;
  readonly taken: Taken[];
  /** faults of calls */
  readonly faults: string[];
  readonly lookups: { count: number };
  close(): Promise<void>;
};

/** @param now - the clock by which tokens are judged, epoch ms */
export async function openGovukDouble(now: () => number = Date.now): Promise<GovukDouble> {
  const taken: Taken[] = [];
  const faults: string[] = [];
  const lookups = { count: 0 };
  const double = { mode: 'ok' as GovukMode, taken, faults, lookups };
  const server = createServer((request, response) => void answer(request, response));

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const raw = await bodyOf(request);
    const url = new URL(request.url ?? '/', 'http://double');
    const fault = tokenFault(request.headers.authorization, now());
    if (fault !== null) {
      faults.push(fault);
      return send(response, 403, { status_code: 403, errors: [{ error: 'AuthError', message: 'Invalid token' }] });
    }
    if (double.mode === 'closed')
      return send(response, 403, { status_code: 403, errors: [{ error: 'AuthError', message: 'Service is archived' }] });
    if (request.method === 'GET') {
      lookups.count += 1;
      if (double.mode === 'broken' || double.mode === 'silent')
        return send(response, 500, { errors: [{ error: 'Exception', message: 'Internal server error' }] });
      const found = taken.filter((each) => each.reference === url.searchParams.get('reference'));
      return send(response, 200, {
        notifications: found.map(({ id, reference, status }) => ({ id, reference, status })),
        links: {},
      });
    }
    if (double.mode === 'broken')
      return send(response, 500, { errors: [{ error: 'Exception', message: 'Internal server error' }] });
    if (double.mode === 'busy')
      return send(response, 429, { errors: [{ error: 'RateLimitError', message: 'Exceeded rate limit' }] });
    if (double.mode === 'silent') return void request.socket.destroy();
    const message = JSON.parse(raw.toString('utf8')) as Record<string, unknown>;
    const wrong = messageFault(message);
    if (wrong !== null || double.mode === 'address') {
      if (wrong !== null) faults.push(wrong);
      return send(response, 400, {
        errors: [{ error: 'ValidationError', message: wrong ?? 'phone_number Not a valid phone number' }],
      });
    }
    const id = randomUUID();
    const { text } = message['personalisation'] as { text: string };
    taken.push({ id, reference: String(message['reference']), to: String(message['phone_number']), text, status: 'sending' });
    if (double.mode === 'lost') return void request.socket.destroy();
    return send(response, 201, { id, reference: message['reference'], content: { body: text }, uri: '', template: {} });
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return Object.assign(double, {
    baseUrl: `http://127.0.0.1:${port}`,
    close: () => new Promise<void>((resolve) => (server.close(() => resolve()), server.closeAllConnections())),
  });
}

function messageFault({
  template_id: template,
  phone_number: to,
  reference,
  personalisation,
}: Record<string, unknown>): string | null {
  if (template !== GOVUK.template) return 'template_id: No result found';
  if (typeof to !== 'string' || !/^\+447\d{9}$/.test(to)) return 'phone_number Not a UK mobile number';
  if (typeof reference !== 'string' || !/^[0-9a-f-]{36}$/.test(reference)) return 'reference is not a UUID';
  const fields = Object.keys(personalisation ?? {});
  return fields.length === 1 && fields[0] === 'text' ? null : `Missing or other personalisation: ${fields.join(', ')}`;
}

function tokenFault(header: string | undefined, now: number): string | null {
  const [head, body, mac] = (header ?? '').replace(/^Bearer /, '').split('.');
  if (head === undefined || body === undefined || mac === undefined) return 'no token';
  const { alg } = JSON.parse(Buffer.from(head, 'base64url').toString()) as { alg: string };
  const { iss, iat } = JSON.parse(Buffer.from(body, 'base64url').toString()) as { iss: string; iat: number };
  const right = createHmac('sha256', GOVUK.secret).update(`${head}.${body}`).digest('base64url');
  if (alg !== 'HS256' || mac !== right) return 'token is not signed with the key';
  if (iss !== GOVUK.service) return 'token of another service';
  return Math.abs(iat - now / 1000) > 30 ? 'token is too old' : null;
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of request as AsyncIterable<Buffer>) parts.push(part);
  return Buffer.concat(parts);
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
