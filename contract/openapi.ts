import { TemplateNode } from '#domain/templates/template.ts';
import { SCAN_PAGES_MOST } from '#domain/documents/file-limits.ts';
import { toJsonSchema, toJsonSchemaDefs } from '@valibot/to-json-schema';
import { calls } from './calls.ts';
import type { Call } from '#contract/engine/define.ts';
import { FILE_TYPES } from '#contract/engine/file-types.ts';
import { Failure } from '#contract/engine/shapes.ts';

type Json = Record<string, unknown>;

// Recursive schemas stand once for the document: a reference into an operation would not resolve.
const SHARED = { TemplateNode };
const overrideRef = ({ referenceId }: { referenceId: string }) => `#/components/schemas/${referenceId}`;

/** The OpenAPI 3.1 document of the whole contract, made from the table itself. */
export function openApi({ origin, version }: { origin: string; version: string }): Json {
  const paths: Record<string, Json> = {};
  for (const [name, entry] of Object.entries<Call>(calls)) {
    const path = `/${entry.path}`;
    paths[path] = { ...paths[path], [entry.method.toLowerCase()]: operation(name, entry) };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Assent', version, description: 'Digital medical consent. Every call that is served, and no other.' },
    servers: [{ url: `${origin}/api` }],
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      schemas: { Failure: schemaOf(Failure, 'output'), ...toJsonSchemaDefs(SHARED, { errorMode: 'ignore', overrideRef }) },
    },
    paths,
  };
}

function operation(name: string, entry: Call): Json {
  const isOpen = entry.access.includes('none') || entry.access.includes('token');
  const input = schemaOf(entry.input, 'input');
  return {
    operationId: name,
    summary: entry.summary,
    tags: [entry.path.split('/')[0]],
    'x-access': entry.access,
    'x-offline': entry.offline,
    ...(isOpen ? {} : { security: [{ bearer: [] }] }),
    ...(entry.method === 'GET'
      ? { parameters: parametersOf(entry, input) }
      : {
          parameters: [...inPathOf(entry, input), ...headersOf(entry)],
          requestBody: { required: true, content: contentOf(entry, input) },
        }),
    responses: {
      200: {
        description: 'Done',
        content: answerOf(entry),
      },
      default: { description: 'Refused', content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } } },
    },
  };
}

function answerOf({ answer, fileTypes = [FILE_TYPES.PDF], output }: Call): Json {
  if (answer === 'file') return Object.fromEntries(fileTypes.map((type) => [type, {}]));
  return { [answer === 'stream' ? 'text/event-stream' : 'application/json']: { schema: schemaOf(output, 'output') } };
}

/** The parameters in the path of a call that writes: all else of its input is its body. */
function inPathOf(entry: Call, input: Json): Json[] {
  return parametersOf(entry, input).filter((each) => each['in'] === 'path');
}

function parametersOf(entry: Call, input: Json): Json[] {
  const properties = (input['properties'] ?? {}) as Record<string, Json>;
  const required = (input['required'] ?? []) as string[];
  return Object.entries(properties).map(([name, schema]) => {
    const isInPath = entry.path.includes(`{${name}}`);
    return { name, in: isInPath ? 'path' : 'query', required: isInPath || required.includes(name), schema };
  });
}

const KEY = { name: 'Idempotency-Key', description: 'The same key and body again has no second effect.', format: 'uuid' };
const KEPT = [
  { name: 'X-Device-Id', description: 'The device that kept the call until it had a network.', format: 'uuid' },
  { name: 'X-Captured-At', description: 'When it was made, by the clock of that device.', format: 'date-time' },
  { name: 'X-Clock-Offset', description: 'What the server’s clock had more than that one, ms.', format: undefined },
];

function headersOf({ keyed, offline }: Call): Json[] {
  const headers = [...(keyed ? [KEY] : []), ...(offline === 'queue' ? KEPT : [])];
  return headers.map(({ name, description, format }) => {
    const schema = format === undefined ? { type: 'number' } : { type: 'string', format };
    return { name, in: 'header', required: false, description, schema };
  });
}

function contentOf(entry: Call, input: Json): Json {
  if (entry.body === 'json') return { 'application/json': { schema: input } };
  if (entry.body === 'raw') return { 'application/json': { schema: { type: 'object' } } };
  const required = (input['required'] ?? []) as string[];
  const file = { type: 'string', format: 'binary' };
  const properties = {
    ...((input['properties'] ?? {}) as Json),
    file: entry.body === 'files' ? { type: 'array', items: file, minItems: 1, maxItems: SCAN_PAGES_MOST } : file,
  };
  return { 'multipart/form-data': { schema: { type: 'object', properties, required: [...required, 'file'] } } };
}

// Checks, transforms and recursive nodes have no JSON Schema: the document has the shape, the message has the finer rule.
function schemaOf(schema: Call['input'], typeMode: 'input' | 'output'): Json {
  const {
    $schema: _,
    $defs: __,
    ...rest
  } = toJsonSchema(schema, {
    typeMode,
    errorMode: 'ignore',
    definitions: SHARED,
    overrideRef,
  }) as Json;
  return rest;
}
