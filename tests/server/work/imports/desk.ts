import { randomUUID } from 'node:crypto';
import { call } from '#contract/engine/call.ts';
import { calls, type Input, type Output } from '#contract/calls.ts';
import type { FileConfirmation } from '#domain/imports/file-questions.ts';
import type { TestApp } from '#tests/support/server/app.ts';

type Bulk = Input<'patientBulkAdd'>;
export type Preview = Output<'patientImport'>;

type PreviewOptions = {
  mapping?: Record<string, string | null>;
  sheet?: string;
  confirmed?: readonly FileConfirmation[];
  key?: string;
};

/** A person who imports: the calls of the import page. */
export function importDesk(app: Pick<TestApp, 'wire'>, token: string) {
  return {
    preview: (file: Buffer | string, { mapping, sheet, confirmed, key }: PreviewOptions = {}): Promise<Preview> => {
      const input = {
        file: new Blob([typeof file === 'string' ? file : new Uint8Array(file)]),
        ...(mapping === undefined ? {} : { mapping: JSON.stringify(mapping) }),
        ...(sheet === undefined ? {} : { sheet }),
        ...(confirmed === undefined ? {} : { confirmed: JSON.stringify(confirmed) }),
      };
      return call(calls.patientImport, input, app.wire(token, key));
    },
    add: (input: Bulk, key: string = randomUUID()) => call(calls.patientBulkAdd, input, app.wire(token, key)),
    progress: async (key: string) => (await call(calls.importProgress, { key }, app.wire(token))).data,
  };
}

/** The rows of a preview as the page sends them: those without a fault. */
export function soundRows({ data }: Preview): Bulk['patients'] {
  // The values of a row without a fault are a patient: the server checks them again.
  return data.filter(({ errors }) => errors.length === 0).map(({ value }) => value as unknown as Bulk['patients'][number]);
}
