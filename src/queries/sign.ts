import type { Input } from '#contract/calls.ts';
import { DONE } from '#domain/base/done-messages.ts';
import type { Strokes } from '#domain/signing/signature.ts';
import type { ClinicianPad } from '#src/offline/local/ink.ts';
import { whenOfflineReady } from '#src/offline/session.ts';
import { SAVED_LOCALLY, useAct, type Intent, type ActResult } from './consents.ts';
import { writeOrQueue } from '#src/offline/write.ts';

/** Signs with the staff session: the clinician's block alone. Offline the signature is queued on this tablet. */
export function useSign() {
  return useAct(signConsent);
}

async function signConsent({ body, key }: Intent<Input<'recordSign'>>): Promise<ActResult> {
  const { strokes, consentID, contentDigest } = body;
  const ink = strokes === undefined ? undefined : await saveClinicianInk({ consentID, contentDigest }, strokes);
  // The strokes go along as well: in a browser without a vault they travel in the call.
  const ending = await writeOrQueue({ call: 'recordSign', input: body, key, ...(ink === undefined ? {} : { ink }) });
  if (ending.kind === 'queued') return { isSent: false, message: SAVED_LOCALLY };
  return { isSent: true, message: DONE.SIGNED };
}

/** Seals the clinician's strokes, if there is a vault. @returns the SHA-256 by which the signature names them */
export async function saveClinicianInk(pad: ClinicianPad, strokes: Strokes): Promise<string | undefined> {
  return (await whenOfflineReady())?.local.ink.save(pad, strokes);
}

/** Unsigned strokes that the clinician drew under this form before. */
export async function readClinicianInk(pad: ClinicianPad): Promise<Strokes> {
  return (await whenOfflineReady())?.local.ink.read(pad) ?? [];
}
