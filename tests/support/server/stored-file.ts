import { callForFile } from '#contract/engine/call.ts';
import { calls, type Output } from '#contract/calls.ts';
import type { FileKind } from '#domain/documents/document-kinds.ts';
import type { TestApp } from './app.ts';
import { callerOf, type Caller } from '#tests/support/forms/builders.ts';

/** The newest stored file of one kind of a version, by its private address. */
export async function storedFile(
  app: TestApp,
  staff: Caller & { token: string },
  { consentID, kind }: { consentID: string; kind: FileKind },
): Promise<Buffer> {
  const { url } = await staff.call('consentGetPrivateUrl', { consentID, kind });
  const token = url.slice(url.lastIndexOf('/') + 1);
  return Buffer.from(await (await callForFile(calls.documentGet, { token }, app.wire(staff.token))).arrayBuffer());
}

/** The public answer of `/verify` about a file. */
export async function verdictOf(app: TestApp, file: Uint8Array): Promise<Output<'verifyFile'>['data']> {
  return (await callerOf(app).call('verifyFile', { file: new Blob([new Uint8Array(file)]) })).data;
}

/** The file with one bit changed. */
export function flipped(file: Buffer, at = 1000): Buffer {
  const changed = Buffer.from(file);
  changed[at]! ^= 1;
  return changed;
}
