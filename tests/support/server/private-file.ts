import { callForFile } from '#contract/engine/call.ts';
import { calls, type Input } from '#contract/calls.ts';
import type { Caller, Reached } from '#tests/support/forms/builders.ts';

/** The file behind a private address. */
export async function fileAt(server: Reached, url: string): Promise<Buffer> {
  const token = url.slice(url.lastIndexOf('/') + 1);
  return Buffer.from(await (await callForFile(calls.documentGet, { token }, server.wire(undefined))).arrayBuffer());
}

/** A file of a version by its kind, as a person gets it: an address first, then the file behind it. */
export async function privateFile(
  server: Reached,
  staff: Caller,
  consentID: string,
  kind: Input<'consentGetPrivateUrl'>['kind'],
): Promise<Buffer> {
  const { url } = await staff.call('consentGetPrivateUrl', { consentID, kind });
  return fileAt(server, url);
}
