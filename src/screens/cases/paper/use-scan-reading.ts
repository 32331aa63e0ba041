import { useState } from 'react';
import type { Consent } from '#contract/shapes/record-shapes.ts';
import type { PaperTick } from '#domain/consents/paper-ticks.ts';
import { choicesToRead } from '#domain/documents/paper-choices.ts';
import type { COPY_ANSWERS, UploadedScan } from '#domain/documents/paper-scan.ts';
import { decides, ROLE_RULES } from '#domain/forms/signer-roles.ts';

type Written = {
  readonly mattersToMe: string;
  /** by the place in the signing order */
  readonly words: ReadonlyMap<number, string>;
  readonly copyTaken: (typeof COPY_ANSWERS)[number] | undefined;
};

/**
 * The ticks and words that a clinician reads from a scan. Choices about safety are entered a second time, without the first entry in sight.
 *
 * @param signed - the places in the signing order that are ticked as signed
 */
export function useScanReading(consent: Consent, scan: UploadedScan, signed: ReadonlySet<number>) {
  const [ticks, setTicks] = useState<ReadonlyMap<string, PaperTick>>(new Map());
  const [secondTicks, setSecondTicks] = useState<ReadonlyMap<string, PaperTick>>(new Map());
  const [written, setWritten] = useState<Written>({ mattersToMe: '', words: new Map(), copyTaken: undefined });
  const signers = consent.recipients.filter(({ signing_order: order }) => signed.has(order));
  const hasDecider = signers.some(({ role }) => decides(role));
  const { choices, again } = hasDecider ? choicesToRead(consent, scan) : { choices: [], again: [] };
  const entered = (of: typeof choices, from: typeof ticks) =>
    of.flatMap(({ id }) => {
      const answer = from.get(id);
      return answer === undefined ? [] : [{ choiceID: id, answer }];
    });
  const words = signers.flatMap(({ signing_order, role }) => {
    const text = (written.words.get(signing_order) ?? '').trim();
    return text === '' || ROLE_RULES[role].comments === null ? [] : [{ signing_order, text }];
  });
  const mattersToMe = hasDecider ? written.mattersToMe.trim() : '';
  return {
    choices,
    again,
    ticks,
    tick: (choiceID: string, tick: PaperTick) => setTicks(new Map([...ticks, [choiceID, tick]])),
    secondTicks,
    tickAgain: (choiceID: string, tick: PaperTick) => setSecondTicks(new Map([...secondTicks, [choiceID, tick]])),
    /** Forgets what was entered the second time: it is entered unseen. */
    startAgain: () => setSecondTicks(new Map()),
    written,
    write: (change: Partial<Written>) => setWritten((before) => ({ ...before, ...change })),
    /** The parts of the call. */
    body: {
      answers: [...entered(choices, ticks), ...entered(again, secondTicks)],
      ...(words.length === 0 ? {} : { words }),
      ...(mattersToMe === '' ? {} : { mattersToMe }),
      ...(written.copyTaken === undefined ? {} : { copyTaken: written.copyTaken }),
    },
  };
}
