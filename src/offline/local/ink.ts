import type { Strokes } from '#domain/signing/signature.ts';
import { CLINICIAN_PADS, clearPads, readStrokes, saveStrokes, type PadId } from '#store/entities/strokes.ts';
import { createSerialRunner } from '#src/device/serial-runner.ts';
import type { LocalContext } from './context.ts';

/** The clinician's pad of one form, as it was shown. */
export type ClinicianPad = { readonly consentID: string; readonly contentDigest: string };

/** Strokes of the clinician's pad, sealed from pen-up on. */
export function localInk({ store }: LocalContext) {
  // Saves run in the order of the strokes: a slow earlier one must not overwrite a later one.
  const saves = createSerialRunner();
  return {
    /** @returns the SHA-256 by which a signature names the strokes; undefined after the pad was cleared @throws StorageFull */
    save: (pad: ClinicianPad, strokes: Strokes): Promise<string | undefined> =>
      saves.run(async () => {
        if (strokes.length > 0) return saveStrokes(store, padIdOf(pad), strokes);
        await clearPads(store, padIdOf(pad));
        return undefined;
      }),
    /** Strokes that were drawn under this form and not signed with; none when they cannot be read. */
    read: async (pad: ClinicianPad): Promise<Strokes> => {
      const stored = await readStrokes(store, padIdOf(pad)).catch(() => []);
      return stored[0]?.strokes ?? [];
    },
  };
}

function padIdOf({ consentID, contentDigest }: ClinicianPad): PadId {
  return { consentId: consentID, pad: `${CLINICIAN_PADS}DRAWN|${contentDigest}` };
}
