import { calls, type Answer, type CallName, type Calls, type Parsed } from '#contract/calls.ts';
import type { Call } from '#contract/define.ts';
import { faultsOf } from '#contract/faults.ts';
import { BODY_MOST, TICKET_LENGTH } from '#domain/limits.ts';
import { Uuid } from '#domain/text.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type {} from '@fastify/multipart';
import * as v from 'valibot';
import { moveTicketEnd } from '../data/handovers.ts';
import type { Parts, Sql } from '../parts.ts';
import { actorOf, type Actor, type ActorFor } from './actor.ts';
import { admit, keepToTicket } from './admit.ts';
import { bodyDigest, claim, keepAnswer, keyOwner, type Keyed } from './idempotency.ts';
import { Refused } from './refused.ts';

/** A file as an answer. */
export type FileAnswer = { file: Uint8Array; name: string; type: string };

/** What a handler works with. `sql` is the transaction of a keyed write, else the database itself. */
export type Context<A = Actor> = {
  actor: A;
  sql: Sql;
  parts: Parts;
  now: string;
  requestId: string;
  address: string;
  file: Buffer | undefined;
  key: string | undefined;
  /** for the few headers that belong to one call */
  reply: { header(name: string, value: string): unknown };
};

type Reply<K extends CallName> = Calls[K]['answer'] extends 'file' ? FileAnswer : Answer<K>;

/** One function per call of the contract; a missing one does not compile. */
export type Handlers = {
  [K in CallName]: (input: Parsed<K>, context: Context<ActorFor<Calls[K]['access'][number]>>) => Promise<Reply<K>>;
};

// The table's types are given up once, here, where one loop serves every call.
type AnyHandler = (input: unknown, context: Context) => Promise<unknown>;

/** Puts every call of the contract on the server: who may, what comes in, once only, what goes out. */
export function serve(app: FastifyInstance, handlers: Handlers, parts: Parts): void {
  for (const name of Object.keys(calls) as CallName[]) {
    const entry: Call = calls[name];
    app.route({
      method: entry.method,
      url: `/api/${entry.path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
      bodyLimit: BODY_MOST,
      handler: async (request, reply) =>
        answer({ entry, handler: handlers[name] as unknown as AnyHandler, parts, request, reply }),
    });
  }
}

type Arrival = { entry: Call; handler: AnyHandler; parts: Parts; request: FastifyRequest; reply: FastifyReply };

async function answer(arrival: Arrival): Promise<unknown> {
  const { entry, parts, request, reply } = arrival;
  const actor = admit(entry, await actorOf(bearer(request), parts));
  const { fields, file } = await arrived(entry, request);
  // One sentence for each field: what follows from the first fault is not said as well.
  const checked = v.safeParse(entry.input, fields, { abortPipeEarly: true });
  if (!checked.success) throw new Refused('INVALID', { fields: faultsOf(checked.issues) });
  // Every input schema of the table is an object.
  const input = checked.output as Record<string, unknown>;
  keepToTicket(actor, input);
  await renew(actor, parts);
  const context = {
    actor,
    sql: parts.database.sql,
    parts,
    now: new Date(parts.clock()).toISOString(),
    requestId: request.id,
    address: request.ip,
    file,
    key: undefined,
    reply,
  };
  return entry.keyed ? inTransaction(arrival, input, context) : sendOut(entry, await arrival.handler(input, context), reply);
}

/** A ticket lives half an hour after its last use. */
async function renew(actor: Actor, { database, clock }: Parts): Promise<void> {
  if (actor.kind !== 'ticket' || actor.hasEnded) return;
  await moveTicketEnd(database.sql, actor.handoverId, actor.organisationId, new Date(clock() + TICKET_LENGTH).toISOString());
}

async function inTransaction(
  { entry, handler, parts, request, reply }: Arrival,
  input: Record<string, unknown>,
  context: Context,
): Promise<unknown> {
  const keyed = keyOf(entry, request, input, context);
  const { body, isReplay } = await parts.database.sql.transaction().execute(async (sql) => {
    if (keyed === undefined) return { body: checkOut(entry, await handler(input, { ...context, sql })), isReplay: false };
    const first = await claim(sql, keyed);
    if (first !== undefined) return { body: first, isReplay: true };
    const body = checkOut(entry, await handler(input, { ...context, sql, key: keyed.opId }));
    await keepAnswer(sql, keyed, body);
    return { body, isReplay: false };
  });
  if (isReplay) reply.header('Idempotent-Replayed', 'true');
  return body;
}

function keyOf(entry: Call, request: FastifyRequest, input: unknown, { actor, now }: Context): Keyed | undefined {
  const header = request.headers['idempotency-key'];
  const owner = keyOwner(actor);
  if (header === undefined || owner === undefined) return undefined;
  const key = v.safeParse(Uuid, typeof header === 'string' ? header.toLowerCase() : header);
  if (!key.success)
    throw new Refused('INVALID', { fields: [{ path: 'Idempotency-Key', message: 'The Idempotency-Key must be a UUID' }] });
  return { owner, opId: key.output, route: `${entry.method} ${entry.path}`, bodySha256: bodyDigest(input), now };
}

function bearer(request: FastifyRequest): string | undefined {
  const header = request.headers.authorization;
  const found = header === undefined ? null : /^Bearer ([\w.-]{10,200})$/i.exec(header);
  return found?.[1];
}

async function arrived(entry: Call, request: FastifyRequest): Promise<{ fields: unknown; file: Buffer | undefined }> {
  const params = { ...(request.params as Record<string, string>) };
  if (entry.method === 'GET' || entry.method === 'DELETE')
    return { fields: { ...(request.query as Record<string, unknown>), ...params }, file: undefined };
  if (entry.body === 'json') {
    // A form has no body here, and would pass for an empty one.
    if (request.isMultipart()) throw new Refused('UNSUPPORTED');
    const body: unknown = request.body ?? {};
    if (typeof body !== 'object' || Array.isArray(body))
      throw new Refused('INVALID', { fields: [{ path: '', message: 'The body must be an object' }] });
    return { fields: { ...body, ...params }, file: undefined };
  }
  if (!request.isMultipart()) throw new Refused('UNSUPPORTED');
  return readForm(request, params).catch((error: unknown) => {
    // The form's own parser gives a form that is cut short or has no boundary no status of its own.
    if (error instanceof Refused || (error instanceof Error && 'statusCode' in error)) throw error;
    throw new Refused('INVALID', { fields: [{ path: 'file', message: 'The form could not be read' }] });
  });
}

async function readForm(request: FastifyRequest, params: Record<string, string>): Promise<{ fields: unknown; file: Buffer }> {
  const fields: Record<string, unknown> = {};
  let file: Buffer | undefined;
  for await (const part of request.parts()) {
    if (part.type === 'field') fields[part.fieldname] = part.value;
    else if (part.fieldname === 'file' && file === undefined) file = await part.toBuffer();
    else
      throw new Refused('INVALID', {
        fields: [{ path: part.fieldname.slice(0, 50), message: 'Send one file, in the field “file”' }],
      });
  }
  if (file === undefined) throw new Refused('INVALID', { fields: [{ path: 'file', message: 'Choose a file' }] });
  return { fields: { ...fields, ...params }, file };
}

/** Only what the contract names leaves the server; a handler that breaks its promise is a fault of ours, a 500. */
function checkOut(entry: Call, body: unknown): unknown {
  return v.parse(entry.output, body);
}

function sendOut(entry: Call, body: unknown, reply: FastifyReply): unknown {
  if (entry.answer === 'json') return checkOut(entry, body);
  // Handlers of file calls return a FileAnswer: `Reply` holds them to it.
  const { file, name, type } = body as FileAnswer;
  return reply
    .header('Content-Type', type)
    .header('Content-Disposition', `attachment; filename="${name}"`)
    .header('Content-Security-Policy', "sandbox; default-src 'none'")
    .send(Buffer.from(file));
}
