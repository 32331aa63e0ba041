import { call } from '#contract/engine/call.ts';
import { calls, type Output } from '#contract/calls.ts';
import type { TestApp } from '#tests/support/server/app.ts';

export type ConsentImport = Output<'recordImport'>;
type Options = {
  mapping?: Record<string, string | null>;
  sheet?: string;
  rows?: readonly number[];
  edits?: readonly { row: number; field: string; value: string }[];
  digest?: string;
  key?: string;
};

/** A person who imports consents. `name` is one of the two paths of the same call. */
export function consentDesk(app: Pick<TestApp, 'wire'>, token: string, name: 'recordImport' | 'importConsent' = 'recordImport') {
  const send = (file: Buffer | string, { key, mapping, rows, edits, ...fields }: Options & { commit?: 'true' }) => {
    const input = {
      ...fields,
      file: new Blob([typeof file === 'string' ? file : new Uint8Array(file)]),
      ...(mapping === undefined ? {} : { mapping: JSON.stringify(mapping) }),
      ...(rows === undefined ? {} : { rows: JSON.stringify(rows) }),
      ...(edits === undefined ? {} : { edits: JSON.stringify(edits) }),
    };
    return call(calls[name], input, app.wire(token, key));
  };
  return {
    preview: (file: Buffer | string, options: Options = {}): Promise<ConsentImport> => send(file, options),
    commit: (file: Buffer | string, options: Options): Promise<ConsentImport> => send(file, { ...options, commit: 'true' }),
  };
}
