import { chainHead } from '#server/data/integrity/chain-heads.ts';
import { fileEndsWith } from '#server/data/transaction.ts';
import type { Deps } from '#server/deps.ts';
import type { FiledHead, HeadsFile } from '#server/outside/heads-file.ts';

/**
 * Has the ends of chains that must not be put back unseen (a withdrawal, a void, a refusal, a hold, a deletion) in the file of heads before
 * the call is answered. What is committed stays so when the file cannot be written: the log says so, and the next hour files it.
 */
export function fileAtOnce(
  { database: { db }, chainKey, clock, log }: Pick<Deps, 'database' | 'chainKey' | 'clock' | 'log'>,
  file: Pick<HeadsFile, 'append'>,
): void {
  fileEndsWith(db, async (ends) => {
    try {
      const heads: FiledHead[] = [];
      for (const end of ends) {
        const head = await chainHead(db, chainKey, end);
        // The file keeps what it said of an altered chain.
        if (head?.isOurs === true && head.recorded.isBroken !== true)
          heads.push({ ...end, length: head.length, head: head.head });
      }
      if (heads.length > 0) await file.append(new Date(clock()).toISOString(), heads, { ifThere: true });
    } catch (error) {
      log.error('the end of a chain could not be filed at once: it is filed within the hour', {
        error: error instanceof Error ? error.name : typeof error,
      });
    }
  });
}
