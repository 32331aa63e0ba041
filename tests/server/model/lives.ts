import fc from 'fast-check';
import { expect } from 'vitest';
import type { TestApp } from '#tests/support/server/app.ts';
import { isFull } from '#tests/support/checks/full.ts';
import { printCounts, printedSeed } from '#tests/support/checks/random.ts';
import { caseCommands, sendStep } from './case-commands.ts';
import { faultsOf, openDesk } from './case-desk.ts';
import { FORMS, type FormKind } from './case-shapes.ts';

// The table's keys are its kinds.
const KINDS = Object.keys(FORMS) as FormKind[];

/**
 * Lives random cases on the server and in the reference model, and compares them after each step; at the end of each the product's own
 * check of the case finds nothing. With FULL=1 a thousand lives of up to 60 steps, 30 in the middle; else fifteen.
 */
export async function liveRandomly(app: TestApp, usualSeed: number): Promise<void> {
  const seed = printedSeed('model', usualSeed);
  const desk = await openDesk(app);
  let steps = 0;
  const reached = new Map<string, number>();
  const lives = fc.asyncProperty(
    fc.constantFrom(...KINDS),
    fc.nat(3),
    fc.commands(caseCommands(), { maxCommands: 60, size: 'max' }),
    async (kind, draftAt, commands) => {
      const model = await desk.begin(kind);
      // Most lives begin with a form that is out.
      if (draftAt > 0) await sendStep({ version: 0, signer: 0 }).run(model, desk);
      await fc.asyncModelRun(() => ({ model, real: desk }), commands);
      expect(await faultsOf(desk)).toEqual([]);
      steps += [...commands].length;
      const ends = model.links.map(({ ended, isLocked }) => `link ${isLocked ? 'LOCKED' : (ended ?? 'open')}`);
      const scans = model.versions.flatMap(({ scan }) =>
        scan === null ? [] : [`scan ${scan.isConfirmed ? 'checked' : 'open'}`],
      );
      for (const each of [...model.versions.map(({ status }) => status), ...ends, ...scans])
        reached.set(each, (reached.get(each) ?? 0) + 1);
    },
  );
  await fc.assert(lives, { seed, numRuns: isFull ? 1000 : 5, endOnFailure: !isFull });
  printCounts(`${steps} steps of "model"`, reached);
}
