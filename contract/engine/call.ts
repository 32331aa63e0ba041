import * as v from 'valibot';
import { BUILD } from '#domain/base/build.ts';
import type { Call, InputOf, OutputOf } from './define.ts';
import type { Fault } from '#domain/base/fault.ts';
import { faultsOf } from './faults.ts';
import { isOurAnswer } from './our-answer.ts';
import { Failure } from './shapes.ts';

/** Names the build of the page that makes a call. */
export const BUILD_HEADER = 'x-build';

/** The surroundings of a call. `root` is the API's root, e.g. `/api`. */
export type Wire = {
  readonly fetch: typeof fetch;
  readonly root: string;
  readonly token?: string | undefined;
  /** UUID; the same key never takes effect twice */
  readonly idempotencyKey?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  /** The limit for the complete answer, body included, ms; without it the limit of the browser. */
  readonly limitMs?: number | undefined;
};

/** No answer came: no network, a broken connection, too long a wait, or a portal in between. The server may or may not have acted. */
export class Unreachable extends Error {
  override name = 'Unreachable';
}

/** The input does not fit the schema of the call; nothing was sent. */
export class NotSent extends Error {
  override name = 'NotSent';
  readonly fields: readonly Fault[];
  constructor(fields: readonly Fault[]) {
    super('Some of what was entered is not right');
    this.fields = fields;
  }
}

/** The server refused. `message` is the server's own sentence, shown as it is (spec §8). */
export class CallFailed extends Error {
  override name = 'CallFailed';
  readonly status: number;
  readonly code: string;
  readonly fields: readonly Fault[];
  readonly data: unknown;
  constructor(status: number, { message, error, fields, data }: Failure) {
    super(message);
    this.status = status;
    this.code = error;
    this.fields = fields ?? [];
    this.data = data;
  }
}

/**
 * Makes one call and checks both input and output.
 *
 * @throws NotSent when the input does not fit the call's schema
 * @throws Unreachable when no answer of this product came
 * @throws CallFailed when the server refused
 */
export async function call<C extends Call>(entry: C, input: InputOf<C>, wire: Wire): Promise<OutputOf<C>> {
  return inTime(wire, async (limited) => {
    const response = await send(entry, input, limited);
    const body: unknown = await response.json().catch(() => undefined);
    const parsed = v.safeParse(entry.output, body);
    if (!parsed.success) throw new Unreachable('The answer was not one of this product');
    return parsed.output;
  });
}

/** As {@link call}, for calls that answer a file. */
export async function callForFile<C extends Call & { answer: 'file' }>(entry: C, input: InputOf<C>, wire: Wire): Promise<Blob> {
  return inTime(wire, async (limited) => {
    const response = await send(entry, input, limited);
    return response.blob().catch((cause: unknown) => {
      throw new Unreachable('The file did not arrive complete. Please try again.', { cause });
    });
  });
}

/** Fetches, and aborts after the time limit: an incomplete answer counts as none. */
async function inTime<T>(wire: Wire, ask: (limited: Wire) => Promise<T>): Promise<T> {
  const { signal, limitMs } = wire;
  if (limitMs === undefined) return ask(wire);
  // Safari 16 has no AbortSignal.any.
  const cut = new AbortController();
  const follow = () => cut.abort(signal?.reason);
  if (signal?.aborted === true) follow();
  signal?.addEventListener('abort', follow, { once: true });
  let isOver = false;
  const timer = setTimeout(() => {
    isOver = true;
    cut.abort(new DOMException('The answer took too long', 'TimeoutError'));
  }, limitMs);
  try {
    return await ask({ ...wire, signal: cut.signal });
  } catch (cause) {
    if (isOver) throw new Unreachable('The answer took too long', { cause });
    throw cause;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', follow);
  }
}

async function send(entry: Call, input: unknown, wire: Wire): Promise<Response> {
  const { files, fields } = splitFiles(input);
  const { path, rest } = fillPath(entry.path, bodyOf(entry, fields));
  const isQuery = entry.method === 'GET' || entry.method === 'DELETE';
  const response = await wire
    .fetch(`${wire.root}/${path}${isQuery ? toQuery(rest) : ''}`, {
      method: entry.method,
      headers: headersFor(entry, wire),
      credentials: 'omit',
      cache: 'no-store',
      signal: wire.signal ?? null,
      ...(isQuery ? {} : { body: entry.body === 'json' ? JSON.stringify(rest) : toForm(files, rest) }),
    })
    .catch((cause: unknown) => {
      throw new Unreachable('No answer from the server', { cause });
    });
  if (!isOurAnswer(response.headers)) throw new Unreachable('The answer did not come from this product');
  if (!response.ok) throw new CallFailed(response.status, await failureOf(response));
  return response;
}

/**
 * The body of a call as it is sent, for instance with its texts trimmed: also the one that its key stands for, whichever way it goes.
 *
 * @throws NotSent when the input does not fit the call's schema
 */
export function bodyOf(entry: Call, input: unknown): Record<string, unknown> {
  const checked = v.safeParse(entry.input, input, { abortPipeEarly: true });
  if (!checked.success) throw new NotSent(faultsOf(checked.issues));
  // Every input schema of the table is an object.
  return checked.output as Record<string, unknown>;
}

type Files = { file?: Blob; files?: readonly Blob[] };

/** The input of a call with one file has it as `file`, that of a call with several as `files`. */
function splitFiles(input: unknown): { files: readonly Blob[]; fields: object } {
  // Every input of the table is an object; only those of files have these fields.
  const { file, files = file ? [file] : [], ...fields } = input as Files;
  return { files, fields };
}

function fillPath(path: string, input: Record<string, unknown>) {
  const rest = { ...input };
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(rest[name]);
    delete rest[name];
    return encodeURIComponent(value);
  });
  return { path: filled, rest };
}

function toQuery(values: Record<string, unknown>): string {
  const pairs = Object.entries(values)
    .filter(([, value]) => value !== undefined && value !== '')
    .map(([name, value]) => [name, String(value)]);
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs).toString()}`;
}

function toForm(files: readonly Blob[], rest: Record<string, unknown>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(rest)) form.set(name, String(value));
  for (const file of files) form.append('file', file);
  return form;
}

function headersFor(entry: Call, { token, idempotencyKey }: Wire): Record<string, string> {
  return {
    [BUILD_HEADER]: BUILD,
    ...(entry.method === 'GET' || entry.body !== 'json' ? {} : { 'content-type': 'application/json' }),
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
  };
}

async function failureOf(response: Response): Promise<Failure> {
  const body = v.safeParse(Failure, await response.json().catch(() => undefined));
  return body.success ? body.output : { message: 'Something went wrong', error: 'FAILED' };
}
