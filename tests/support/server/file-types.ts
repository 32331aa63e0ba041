import { calls } from '#contract/calls.ts';
import type { Call } from '#contract/engine/define.ts';
import { FILE_TYPES } from '#contract/engine/file-types.ts';

type FileCall = { readonly pattern: RegExp; readonly method: string; readonly types: readonly string[] };

const FILE_CALLS: readonly FileCall[] = Object.values<Call>(calls)
  .filter(({ answer }) => answer === 'file')
  .map(({ method, path, fileTypes = [FILE_TYPES.PDF] }) => ({
    method,
    pattern: new RegExp(`^/api/${path.replaceAll(/\{\w+\}/g, '[^/?]+')}(?:\\?|$)`),
    types: fileTypes,
  }));

type FileReply = { readonly status: number; readonly headers: Readonly<Record<string, unknown>> };

/** @throws Error for a file of a type that the contract does not name for its call */
export function holdToFileTypes(
  request: { readonly method?: string; readonly url?: unknown },
  { status, headers }: FileReply,
): void {
  if (status !== 200 || !String(headers['content-disposition']).startsWith('attachment')) return;
  const call = FILE_CALLS.find(
    ({ method, pattern }) => method === (request.method ?? 'GET') && pattern.test(String(request.url)),
  );
  const type = String(headers['content-type']);
  if (call?.types.includes(type) === false) throw new Error(`A file of a type that the contract does not name: ${type}`);
}
