import { CallFailed } from '#contract/engine/call.ts';
import type { Input } from '#contract/calls.ts';
import { failureWords } from '#src/notices/failure-words.ts';
import { attachAll, missingWords } from './attach-all.ts';

/** The calls that a referral is sent with, each with a key of its own. */
type Calls = {
  readonly refer: (input: Input<'recordRefer'>) => Promise<{ readonly message: string; readonly version: number }>;
  /** @returns the version of the case */
  readonly attach: (file: File) => Promise<number>;
  readonly reply: (input: { readonly version: number; readonly text: string }) => Promise<unknown>;
};

type Sending = {
  readonly input: Omit<Input<'recordRefer'>, 'submit'>;
  readonly files: readonly File[];
  readonly isDraft: boolean;
};

/** The result of sending, in words; `isWhole` is false where something is left to do on the page of the referral. */
type Sent = { readonly isWhole: boolean; readonly message: string };

const KNOWN = 'This referral was there already. What you changed since your first try is not in it: please check it.';

/**
 * Sends a referral, or saves it as a draft. With files it stays a draft until all of them are uploaded: nobody reviews a referral
 * without its files. Where an earlier try whose answer was lost has created the referral, it is not created again, and its files
 * follow.
 *
 * @throws the failure that keeps the referral from being created; nothing is saved then
 */
export async function sendReferral({ refer, attach, reply }: Calls, { input, files, isDraft }: Sending): Promise<Sent> {
  const submit = !isDraft && files.length === 0;
  let made: Awaited<ReturnType<Calls['refer']>>;
  try {
    made = await refer({ ...input, submit });
  } catch (failure) {
    if (!(failure instanceof CallFailed && failure.code === 'ALREADY_EXISTS')) throw failure;
    return { isWhole: false, message: joined(KNOWN, missingWords(await attachAll(files, attach))) };
  }
  let { version } = made;
  const missing = await attachAll(files, async (file) => {
    version = await attach(file);
  });
  if (missing.length > 0) {
    const state = isDraft ? made.message : 'The referral is saved as a draft and not sent.';
    return { isWhole: false, message: joined(state, missingWords(missing)) };
  }
  if (isDraft || submit) return { isWhole: true, message: made.message };
  try {
    await reply({ version, text: input.question });
    return { isWhole: true, message: 'Referral sent' };
  } catch (failure) {
    return { isWhole: false, message: joined('The referral is saved as a draft and not sent.', failureWords(failure)) };
  }
}

function joined(...sentences: readonly string[]): string {
  const closed = (words: string) => (/[.!?]$/.test(words) ? words : `${words}.`);
  return sentences
    .filter((each) => each !== '')
    .map(closed)
    .join(' ');
}
