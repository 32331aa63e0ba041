import { CallFailed, NotSent } from '#contract/engine/call.ts';
import { failureProblems } from '#src/notices/failure-words.ts';

/**
 * Attaches every file, one after another. One that is refused does not keep the others back; where no answer comes, the rest is not
 * tried.
 *
 * @returns for each file that is not attached its name and why: `scan.pdf: This is not a PDF, JPEG or PNG file.`
 */
export async function attachAll(files: readonly File[], attach: (file: File) => Promise<unknown>): Promise<string[]> {
  const missing: string[] = [];
  let unreached: string | undefined;
  for (const file of files) {
    if (unreached !== undefined) {
      missing.push(`${file.name}: ${unreached}`);
      continue;
    }
    try {
      await attach(file);
    } catch (failure) {
      const words = failureProblems(failure)
        .map(({ message }) => message)
        .join(' ');
      missing.push(`${file.name}: ${words}`);
      if (!(failure instanceof CallFailed || failure instanceof NotSent)) unreached = words;
    }
  }
  return missing;
}

/** Words on the files that are not attached, for a notice; empty where all are. */
export function missingWords(missing: readonly string[]): string {
  return missing.length === 0 ? '' : `Not attached: ${missing.join(' ')}`;
}
