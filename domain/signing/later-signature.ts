import * as v from 'valibot';
import { canonical, type Sha256 } from '#domain/base/canonical.ts';
import { LATER_METHODS, type LaterAnswer, type LaterAnswers } from '#domain/consents/later-answers.ts';
import { Digest } from '#domain/values/text.ts';
import { SignatureFields } from './signature.ts';

/** The sentence that somebody signs who answers what their signed form has left open. */
export const LATER_STATEMENT =
  'I have signed this form before. It left something open, and I was asked about it again. These are my answers now. All else stays as I signed it.';

const { name, strokes, typedName, nameConfirmed, statement, contentDigest, capturedAt, clockOffset, readIn, machineTranslated } =
  SignatureFields;

/** The signature under answers that somebody gives after their signature. `answersDigest`: {@link laterDigest} of what was shown. */
export const LaterSignature = v.strictObject({
  name,
  method: v.picklist(LATER_METHODS, 'These answers are signed by drawing or typing'),
  strokes,
  typedName,
  nameConfirmed,
  statement,
  contentDigest,
  answersDigest: Digest,
  capturedAt,
  clockOffset,
  readIn,
  machineTranslated,
});
export type LaterSignature = v.InferOutput<typeof LaterSignature>;

/** The reading of ticks on a scan. @property scan - 64 hex @property userID - of the clinician who read them */
export type PaperReading = { readonly scan: string; readonly userID: string; readonly contentDigest: string };

/** Answers that their signer signed on a tablet. @property signature - as the call brought it, ink and typed name too */
export type SignedLaterAnswers = Omit<LaterAnswers, 'answers'> & {
  readonly answers: LaterAnswer[];
  readonly handoverId: string;
  readonly signature: LaterSignature;
  readonly reading?: undefined;
  readonly cancelledAt?: string;
};

/**
 * Answers beside what was signed, as the row of their version holds them: signed on a tablet, or read from paper.
 *
 * @property cancelledAt - ISO; of answers that count for nothing: the form was taken back since, or they arrived when it took none
 */
export type StoredLaterAnswers =
  | SignedLaterAnswers
  | (LaterAnswers & { readonly reading: PaperReading; readonly signature?: undefined; readonly cancelledAt?: string });

/** The choices that were shown to a signer who answers after the signature, and their answers. */
type Answered = {
  /** of the form that was signed */
  readonly contentDigest: string;
  readonly signer: Pick<LaterAnswers, 'signing_order' | 'role' | 'name'>;
  readonly answers: readonly LaterAnswer[];
};

/**
 * The digest of answers that were given after the signature, apart from that of the form: 64 hex, SHA-256 of canonical JSON. Server and
 * device must compute the same.
 */
export async function laterDigest({ contentDigest: form, signer, answers }: Answered, sha256: Sha256): Promise<string> {
  const { signing_order, role, name: signerName } = signer;
  const shown = answers.map(({ id, title, first, answer }) => ({ id, title, first, answer }));
  return sha256(
    canonical({
      answersVersion: 1,
      contentDigest: form,
      signer: { order: signing_order, role, name: signerName },
      answers: shown,
      statement: LATER_STATEMENT,
    }),
  );
}

/** Whether answers were signed on a tablet, and not read from paper. */
export function isSignedLater(stored: StoredLaterAnswers): stored is SignedLaterAnswers {
  return stored.reading === undefined;
}

type ReadAnswers = Pick<LaterAnswers, 'signing_order' | 'role' | 'name' | 'answers'> & { readonly reading: PaperReading };

/** The digest of ticks that were read from a scan, with the form that was signed: 64 hex, SHA-256 of canonical JSON. */
export async function readingDigest(
  { signing_order, role, name: signerName, answers, reading }: ReadAnswers,
  sha256: Sha256,
): Promise<string> {
  const read = answers.map(({ id, title, first, answer }) => ({ id, title, first, answer }));
  return sha256(
    canonical({ ticksVersion: 1, ...reading, signer: { order: signing_order, role, name: signerName }, answers: read }),
  );
}

/** Whether stored answers have the digest of what was shown and answered, or of what was read. */
export async function hasOwnDigest(stored: StoredLaterAnswers, sha256: Sha256): Promise<boolean> {
  const own =
    stored.reading === undefined
      ? await laterDigest({ contentDigest: stored.signature.contentDigest, signer: stored, answers: stored.answers }, sha256)
      : await readingDigest(stored, sha256);
  return own === stored.digest;
}

/** The digest of stored answers, which their event holds: of all of them but whether they were cancelled since. */
export async function storedLaterDigest({ cancelledAt: _, ...answers }: StoredLaterAnswers, sha256: Sha256): Promise<string> {
  return sha256(canonical(answers));
}

/** Stored answers as staff see them: without the ink. */
export function laterAnswersShown(stored: readonly StoredLaterAnswers[]): LaterAnswers[] {
  return stored.flatMap((each) => {
    if (each.cancelledAt !== undefined) return [];
    if (each.reading !== undefined) {
      const { reading: _r, signature: _s, ...answers } = each;
      return [answers];
    }
    const { signature: _s, handoverId: _h, reading: _r, ...answers } = each;
    return [answers];
  });
}
