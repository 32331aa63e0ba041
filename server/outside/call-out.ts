import { request as plainRequest, type ClientRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as secureRequest } from 'node:https';
import { rootCertificates } from 'node:tls';
import { readFileSync } from 'node:fs';
import { WrongSetting } from '#server/settings.ts';
import { mayConnect, NO_CONNECTION_WORDS } from '#domain/organisation/outbound-hosts.ts';

/** A call to another system. */
export type OutgoingCall = {
  address: string;
  /** the server's own variables and settings, or somebody who entered it on a page: then its host must be listed */
  from: 'OPERATOR' | 'PERSON';
  method: 'GET' | 'POST' | 'PUT';
  headers?: Readonly<Record<string, string>>;
  body?: Uint8Array;
  /** for the whole exchange, ms */
  timeoutMs: number;
  /** of the answer, bytes */
  answerMost: number;
};

export type OutgoingAnswer = { status: number; headers: IncomingMessage['headers']; body: Buffer };

/**
 * Makes one call. It follows no redirect: such an answer is given back with its status.
 *
 * @throws ConnectionNotAllowed before anything is sent
 * @throws AnswerTooLarge while the answer is read
 * @throws Error of the system where the other end cannot be reached, shows another certificate, or takes too long
 */
export type CallOut = (call: OutgoingCall) => Promise<OutgoingAnswer>;

/** Thrown for an address that is not among those to which this server may connect. */
export class ConnectionNotAllowed extends Error {
  override name = 'ConnectionNotAllowed';
  constructor() {
    super(NO_CONNECTION_WORDS);
  }
}

/** Thrown for an answer that is longer than the caller wants. */
export class AnswerTooLarge extends Error {
  override name = 'AnswerTooLarge';
}

/** The text of the file that `caFile` names. @throws WrongSetting where it cannot be read */
export function readAuthorities(path: string | undefined): string | undefined {
  if (path === undefined) return undefined;
  try {
    return readFileSync(path, 'utf8');
  } catch {
    throw new WrongSetting(`SETTINGS: ${path}, which caFile names, is nothing that this account can read`);
  }
}

/**
 * Every call from this server to another system goes through the one function that this gives.
 *
 * @param options - `outboundHosts`: see `mayConnect`; `authorities`: PEM, certificates that vouch for other systems beside the usual ones
 */
export function openCallOut({
  outboundHosts,
  authorities,
}: {
  outboundHosts: readonly string[];
  authorities?: string | undefined;
}): CallOut {
  const ca = authorities === undefined ? undefined : [...rootCertificates, authorities];
  return async ({ address, from, method, headers = {}, body, timeoutMs, answerMost }) => {
    const isAllowed = from === 'OPERATOR' || (URL.canParse(address) && mayConnect(new URL(address), outboundHosts));
    if (!isAllowed) throw new ConnectionNotAllowed();
    const options: RequestOptions = {
      method,
      headers: { ...headers, ...(body && { 'content-length': body.length }) },
      signal: AbortSignal.timeout(timeoutMs),
      agent: false,
    };
    const request =
      new URL(address).protocol === 'https:' ? secureRequest(address, { ...options, ca }) : plainRequest(address, options);
    const answer = await sent(request, body);
    return { status: answer.statusCode ?? 0, headers: answer.headers, body: await limitedBody(answer, answerMost) };
  };
}

function sent(request: ClientRequest, body: Uint8Array | undefined): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request.on('response', resolve);
    request.on('error', reject);
    request.end(body);
  });
}

async function limitedBody(answer: IncomingMessage, most: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of answer as AsyncIterable<Buffer>) {
    length += part.length;
    if (length > most) throw new AnswerTooLarge();
    parts.push(part);
  }
  return Buffer.concat(parts);
}
