import type { Call } from '#contract/define.ts';
import type { FastifyRequest } from 'fastify';
import type {} from '@fastify/multipart';
import { Refused } from '#server/api-error.ts';

/** The input of a request: its unchecked fields and its file. */
export type RequestInput = { fields: unknown; file: Buffer | undefined };

/** The bearer token of a request; undefined when it is missing or malformed. */
export function bearerOf(request: FastifyRequest): string | undefined {
  const header = request.headers.authorization;
  const found = header === undefined ? null : /^Bearer ([\w.-]{10,200})$/i.exec(header);
  return found?.[1];
}

/**
 * Reads the path parameters, and the query or the body by the method of the call.
 *
 * @throws Refused INVALID or UNSUPPORTED for a body of another kind
 */
export async function readRequestInput(request: FastifyRequest, entry: Call): Promise<RequestInput> {
  // Fastify parses path and query into named texts; the schema checks them next.
  const params = { ...(request.params as Record<string, string>) };
  if (entry.method === 'GET' || entry.method === 'DELETE')
    return { fields: { ...(request.query as Record<string, unknown>), ...params }, file: undefined };
  if (entry.body === 'json') {
    // A multipart request has no parsed body and would pass for an empty one.
    if (request.isMultipart()) throw new Refused('UNSUPPORTED');
    const body: unknown = request.body ?? {};
    if (typeof body !== 'object' || Array.isArray(body))
      throw new Refused('INVALID', { fields: [{ path: '', message: 'The body must be an object' }] });
    return { fields: { ...body, ...params }, file: undefined };
  }
  if (!request.isMultipart()) throw new Refused('UNSUPPORTED');
  return readForm(request, params).catch((error: unknown) => {
    // The multipart parser sets no status for a form that is cut short or has no boundary.
    if (error instanceof Refused || (error instanceof Error && 'statusCode' in error)) throw error;
    throw new Refused('INVALID', { fields: [{ path: 'file', message: 'The form could not be read' }] });
  });
}

async function readForm(request: FastifyRequest, params: Record<string, string>): Promise<RequestInput> {
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
