import type { Input } from '#contract/calls.ts';
import { DONE } from '#domain/messages.ts';
import type { Strokes } from '#domain/signature.ts';
import { whenHeld } from '#src/held/held.ts';
import { SAVED_HERE, useAct, type Intent, type Said } from './consents.ts';
import { keep } from './keep.ts';

/** Signs with the staff session: the clinician's block alone. Without a network the signature waits on this tablet. */
export function useSign() {
  return useAct(sign);
}

/** The clinician's pad of one form, as it was shown. */
export type ClinicianPad = { readonly consentID: string; readonly contentDigest: string };

async function sign({ body, key }: Intent<Input<'recordSign'>>): Promise<Said> {
  const { strokes, consentID, contentDigest } = body;
  const ink = strokes === undefined ? undefined : await keepInk({ consentID, contentDigest }, strokes);
  // With the strokes themselves as well: where this browser keeps nothing, they travel in the call.
  const ending = await keep({ call: 'recordSign', input: body, key, ...(ink === undefined ? {} : { ink }) });
  if (ending.kind === 'kept') return { isSent: false, message: SAVED_HERE };
  return { isSent: true, message: ending.answer?.message ?? DONE.SIGNED };
}

/** Keeps what the clinician drew, sealed, where there is a vault. @returns the name under which the signature carries it */
export async function keepInk(of: ClinicianPad, strokes: Strokes): Promise<string | undefined> {
  const held = await whenHeld();
  if (held === null) return undefined;
  const { clearPads, keepStrokes } = await import('#store/strokes.ts');
  const keeping = turn.then(async () => {
    if (strokes.length > 0) return keepStrokes(held.store, padOf(of), strokes);
    await clearPads(held.store, padOf(of));
    return undefined;
  });
  turn = keeping.catch(() => undefined);
  return keeping;
}

/** What was drawn later is kept later: an earlier save that takes its time throws nothing newer away. */
let turn: Promise<unknown> = Promise.resolve();

/** What the clinician drew under this form before, and did not sign with. */
export async function inkBefore(of: ClinicianPad): Promise<Strokes> {
  const held = await whenHeld();
  if (held === null) return [];
  const { keptStrokes } = await import('#store/strokes.ts');
  // Damaged or not: without it the clinician draws anew.
  const kept = await keptStrokes(held.store, padOf(of)).catch(() => []);
  return kept[0]?.strokes ?? [];
}

function padOf({ consentID, contentDigest }: ClinicianPad) {
  return { consentId: consentID, pad: `CLINICIAN|DRAWN|${contentDigest}` };
}
