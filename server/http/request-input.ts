import { FILE_MOST, VERIFIED_FILE_MOST } from '#domain/documents/file-limits.ts';
import type { Call } from '#contract/engine/define.ts';
import { EPOCH_HEADER } from '#contract/sync.ts';
import { faultsOf } from '#contract/engine/faults.ts';
import type { FastifyRequest } from 'fastify';
import type {} from '@fastify/multipart';
import type * as v from 'valibot';
import { Refused } from '#server/api-error.ts';

/** The input of a request: its unchecked fields and its files. */
export type RequestInput = { fields: unknown; files: readonly Buffer[]; fileNames: readonly string[] };

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
    return { fields: { ...(request.query as Record<string, unknown>), ...params }, files: [], fileNames: [] };
  if (entry.body === 'raw') {
    if (!Buffer.isBuffer(request.body)) throw new Refused('UNSUPPORTED');
    return { fields: params, files: [request.body], fileNames: [] };
  }
  if (entry.body === 'json') {
    // A multipart request has no parsed body and would pass for an empty one.
    if (request.isMultipart()) throw new Refused('UNSUPPORTED');
    const body: unknown = request.body ?? {};
    if (typeof body !== 'object' || Array.isArray(body))
      throw new Refused('INVALID', { fields: [{ path: '', message: 'The body must be an object' }] });
    return { fields: { ...body, ...params }, files: [], fileNames: [] };
  }
  if (!request.isMultipart()) throw new Refused('UNSUPPORTED');
  return readSized(request, { params, entry }).catch((error: unknown) => {
    if (isOverSize(error)) throw new Refused(refusalOf(entry));
    // The multipart parser sets no status for a form that is cut short or has no boundary.
    if (error instanceof Refused || (error instanceof Error && 'statusCode' in error)) throw error;
    throw new Refused('INVALID', { fields: [{ path: 'file', message: 'The form could not be read' }] });
  });
}

type ReadForm = { params: Record<string, string>; entry: Call };

const mostOf = ({ largestFile }: Call) => largestFile?.bytes ?? FILE_MOST;
const refusalOf = ({ largestFile }: Call) => largestFile?.refusal ?? 'TOO_LARGE';
const isOverSize = (error: unknown) =>
  error instanceof Error &&
  'code' in error &&
  (error.code === 'FST_REQ_FILE_TOO_LARGE' || error.code === 'FST_ERR_CTP_BODY_TOO_LARGE');

/** The parts of a form around its files, bytes. */
const AROUND_FILES = 64 * 1024;
/** Forms with large files that are read at once, bytes of all together: they lie in the memory [choice]. */
const LARGE_FORMS_MOST = 4 * VERIFIED_FILE_MOST;
let largeForms = 0;

/** Reads a form. One with a large file waits for nobody, and is refused while too many are read. */
async function readSized(request: FastifyRequest, form: ReadForm): Promise<RequestInput> {
  const most = mostOf(form.entry);
  const said = Number(request.headers['content-length'] ?? most);
  if (said > most + AROUND_FILES && form.entry.largestFile !== undefined) throw new Refused(refusalOf(form.entry));
  const size = said > FILE_MOST + AROUND_FILES && form.entry.largestFile !== undefined ? said : 0;
  if (largeForms + size > LARGE_FORMS_MOST) throw new Refused('BUSY', { retryAfter: 2 });
  largeForms += size;
  try {
    return await readForm(request, form);
  } finally {
    largeForms -= size;
  }
}

async function readForm(request: FastifyRequest, { params, entry }: ReadForm): Promise<RequestInput> {
  const [most, isSingle] = [mostOf(entry), entry.body === 'file'];
  const fields: Record<string, unknown> = {};
  const files: Buffer[] = [];
  const fileNames: string[] = [];
  let size = 0;
  for await (const part of request.parts({ limits: { fileSize: most } })) {
    if (part.type === 'field') fields[part.fieldname] = part.value;
    else if (part.fieldname === 'file' && !(isSingle && files.length > 0)) {
      const file = await part.toBuffer();
      size += file.length;
      // Several files together are no larger than one may be.
      if (size > most) throw new Refused(refusalOf(entry));
      files.push(file);
      fileNames.push(part.filename);
    } else
      throw new Refused('INVALID', {
        fields: [
          { path: part.fieldname.slice(0, 50), message: `Send ${isSingle ? 'one file' : 'the files'}, in the field “file”` },
        ],
      });
  }
  if (files.length === 0) throw new Refused('INVALID', { fields: [{ path: 'file', message: 'Choose a file' }] });
  return { fields: { ...fields, ...params }, files, fileNames };
}

/** The idempotency key as it was sent. Several headers of one name are joined, so that they fail the check of a key. */
export function keyOf(request: FastifyRequest): string | undefined {
  const header = request.headers['idempotency-key'];
  return typeof header === 'object' ? header.join() : header;
}

/** The epoch of the data for which a device has queued a call; undefined where it does not say. */
export function queuedForOf(request: FastifyRequest): string | undefined {
  const header = request.headers[EPOCH_HEADER];
  return typeof header === 'string' ? header : undefined;
}

/** The headers by which NHS Notify signs what it tells. */
export function proofOf({ headers }: FastifyRequest): { apiKey: string | undefined; signature: string | undefined } {
  const one = (name: string) => (typeof headers[name] === 'string' ? headers[name] : undefined);
  return { apiKey: one('x-api-key'), signature: one('x-hmac-sha256-signature') };
}

/** The refusal of an input that its schema does not accept. */
export function refusedInput({ faultData }: Call, issues: readonly v.BaseIssue<unknown>[]): Refused {
  const data = faultData?.(issues.map(({ path = [] }) => path.map(({ key }) => key)));
  return new Refused('INVALID', { fields: faultsOf(issues), ...(data === undefined ? {} : { data }) });
}
