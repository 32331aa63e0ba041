import type { Call } from '#contract/define.ts';
import type { FastifyRequest } from 'fastify';
import type {} from '@fastify/multipart';
import { captureOf, type Capture } from './capture.ts';
import { Refused } from '#server/api-error.ts';

/** What came with a call: its fields, unchecked, its file, and what a device that had kept it says of that. */
export type RequestInput = { fields: unknown; file: Buffer | undefined; kept: Capture };

/** The bearer of a request, if it looks like one. */
export function bearerOf(request: FastifyRequest): string | undefined {
  const header = request.headers.authorization;
  const found = header === undefined ? null : /^Bearer ([\w.-]{10,200})$/i.exec(header);
  return found?.[1];
}

/**
 * Reads the path, and the query or the body, as the call's method has it.
 *
 * @throws Refused INVALID or UNSUPPORTED for a body of another kind
 */
export async function readRequestInput(request: FastifyRequest, entry: Call): Promise<RequestInput> {
  const kept = captureOf(request.headers);
  // A path and a query are read by the server's own parser as named texts; the schema looks at them next.
  const params = { ...(request.params as Record<string, string>) };
  if (entry.method === 'GET' || entry.method === 'DELETE')
    return { fields: { ...(request.query as Record<string, unknown>), ...params }, file: undefined, kept };
  if (entry.body === 'json') {
    // A form has no body here, and would pass for an empty one.
    if (request.isMultipart()) throw new Refused('UNSUPPORTED');
    const body: unknown = request.body ?? {};
    if (typeof body !== 'object' || Array.isArray(body))
      throw new Refused('INVALID', { fields: [{ path: '', message: 'The body must be an object' }] });
    return { fields: { ...body, ...params }, file: undefined, kept };
  }
  if (!request.isMultipart()) throw new Refused('UNSUPPORTED');
  const form = await readForm(request, params).catch((error: unknown) => {
    // The form's own parser gives a form that is cut short or has no boundary no status of its own.
    if (error instanceof Refused || (error instanceof Error && 'statusCode' in error)) throw error;
    throw new Refused('INVALID', { fields: [{ path: 'file', message: 'The form could not be read' }] });
  });
  return { ...form, kept };
}

async function readForm(request: FastifyRequest, params: Record<string, string>): Promise<Omit<RequestInput, 'kept'>> {
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
