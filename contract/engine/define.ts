import type { Permission } from '#domain/accounts/roles.ts';
import type { GenericSchema, InferInput, InferOutput } from 'valibot';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/**
 * The actors that may call: anybody, a user with a finished registration, a user with an unfinished one, staff with a
 * permission, the holder of a ticket for one version and role, or the holder of the token in the path. Several mean any of them.
 */
export type CallAccess = 'none' | 'signedIn' | 'registering' | 'ticket' | 'token' | Permission;

/** The offline mode of a call: queued and replayed, answered from the cache, or refused without a network. */
export type Offline = 'queue' | 'cached' | 'refuse';

/** `raw`: its bytes as they came, for calls that another system signs. */
export type BodyKind = 'json' | 'file' | 'files' | 'raw';

/**
 * The patient data that an answer can hold. `nothing`: ids and numbers alone; `lines`: lines of lists and logs, which ask for no reason, and
 * of another team's patients say neither what is done nor how they are reached; `record`: more of a record, or a ticket or address that opens
 * it, for which somebody outside the patient's team gives a reason first.
 */
type HeldData = 'nothing' | 'lines' | 'record';

export type AnswerKind = 'json' | 'file' | 'stream';

/** The definition of one call for server, page, service worker, tests and the OpenAPI document. */
export type Call = {
  readonly method: Method;
  readonly path: string;
  readonly summary: string;
  readonly access: readonly CallAccess[];
  readonly input: GenericSchema;
  readonly output: GenericSchema;
  /** `file` is multipart with one part named `file`, `files` with one or several of that name. */
  readonly body: BodyKind;
  /** `stream` is an open answer of events, each of the output's schema. */
  readonly answer: AnswerKind;
  /** Where its files may be larger than any other that is sent up: bytes of all together, and the refusal of more. */
  readonly largestFile?: { readonly bytes: number; readonly refusal: 'NOT_OURS_TOO_LARGE' } | undefined;
  /** Types of the content of a file that is answered, where it is not always a PDF. */
  readonly fileTypes?: readonly string[] | undefined;
  readonly offline: Offline;
  /** the patient data in its answer, and in the `data` of its refusals */
  readonly holds: { readonly answer: HeldData; readonly refusals: Exclude<HeldData, 'lines'> };
  /** False for calls that answer a secret or are idempotent by themselves: they store no answer and ignore the key. */
  readonly keyed: boolean;
  /** Whether the answer to this input is a secret, in a call that is keyed otherwise: that one stores no answer and ignores the key. */
  readonly isSecret?: ((input: Readonly<Record<string, unknown>>) => boolean) | undefined;
  /** Whether this input asks for a look alone, in a call that is keyed otherwise: it has no transaction, stores no answer and ignores the key. */
  readonly isRead?: ((input: Readonly<Record<string, unknown>>) => boolean) | undefined;
  /** The `data` of a refusal of faulty input, from the path of every fault: `fields` names the first ones alone. */
  readonly faultData?: ((paths: readonly FaultPath[]) => RefusalData | undefined) | undefined;
};
/** The `data` of a refusal without the present entity. */
export type RefusalData = { readonly [name: string]: unknown; readonly current?: never };
/** The keys that lead to a faulty value. */
export type FaultPath = readonly unknown[];

/** The input that a caller passes. */
export type InputOf<C extends Call> = InferInput<C['input']>;
/** The input that a handler receives: parsed, with defaults. */
export type ParsedOf<C extends Call> = InferOutput<C['input']>;
/** The output that a handler returns. */
export type AnswerOf<C extends Call> = InferInput<C['output']>;
/** The output that a caller receives. */
export type OutputOf<C extends Call> = InferOutput<C['output']>;

type PathNames<P extends string> = P extends `${string}{${infer Name}}${infer Rest}` ? Name | PathNames<Rest> : never;

type Options<
  P extends string,
  I extends GenericSchema<never, Record<PathNames<P>, string>> | GenericSchema,
  O extends GenericSchema,
  A extends readonly CallAccess[],
  F extends Offline,
  B extends BodyKind,
  R extends AnswerKind,
> = {
  access: A;
  summary: string;
  holds: Call['holds'];
  input: I;
  output: O;
  offline?: F;
  body?: B;
  answer?: R;
  fileTypes?: Call['fileTypes'];
  largestFile?: Call['largestFile'];
  keyed?: boolean;
  isSecret?: Call['isSecret'];
  faultData?: Call['faultData'];
};

const entry =
  <const M extends Method>(method: M) =>
  <
    const P extends string,
    I extends GenericSchema<Record<PathNames<P>, string>>,
    O extends GenericSchema,
    const A extends readonly CallAccess[],
    F extends Offline = 'refuse',
    B extends BodyKind = 'json',
    R extends AnswerKind = 'json',
  >(
    path: P,
    {
      access,
      summary,
      holds,
      input,
      output,
      offline,
      body,
      answer,
      fileTypes,
      largestFile,
      keyed,
      isSecret,
      faultData,
    }: Options<P, I, O, A, F, B, R>,
  ) => ({
    method,
    path,
    summary,
    access,
    holds,
    input,
    output,
    // The defaults of the type parameters are these very values; TypeScript cannot see that.
    offline: (offline ?? 'refuse') as F,
    body: (body ?? 'json') as B,
    answer: (answer ?? 'json') as R,
    fileTypes,
    largestFile,
    keyed: keyed ?? method !== 'GET',
    isSecret,
    faultData,
  });

/** A call that reads. Its input is the query string and the parameters of the path. */
export const get = entry('GET');
/** A call that writes; its input is a JSON body. */
export const post = entry('POST');
/** A call that changes an existing entity. */
export const put = entry('PUT');
/** A call that deletes; its input is the query string. */
export const del = entry('DELETE');
