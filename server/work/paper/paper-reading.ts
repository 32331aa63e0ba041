import type { DetailedChoice } from '#domain/consents/choice-details.ts';
import { choiceName } from '#domain/consents/choice-in-words.ts';
import type { RecordedAnswer } from '#domain/consents/later-answers.ts';
import { choicesToRead, tickWords, type EnteredTick } from '#domain/documents/paper-choices.ts';
import type { UploadedScan } from '#domain/documents/paper-scan.ts';
import { decides } from '#domain/forms/signer-roles.ts';
import { readingDigest, storedLaterDigest, type StoredLaterAnswers } from '#domain/signing/later-signature.ts';
import { localDate } from '#domain/values/plain-date.ts';
import type { StaffActor } from '#server/http/actor.ts';
import { sha256Hex } from '#server/sha256.ts';
import type { CaseEvent, OpenCase } from '#server/work/cases/open-case.ts';
import type { PaperSigner } from './paper-signers.ts';

type Read = {
  readonly scan: UploadedScan;
  readonly onPaper: readonly PaperSigner[];
  readonly choices: readonly DetailedChoice[];
  readonly entered: readonly EnteredTick[];
};

/** The choices whose ticks are read from a scan: none where nobody who decides has signed on it. */
export function choicesOn(
  { consent: { pinned, content } }: OpenCase,
  scan: UploadedScan,
  onPaper: readonly PaperSigner[],
): ReturnType<typeof choicesToRead> {
  if (pinned === null || !onPaper.some(({ row }) => decides(row.role))) return { choices: [], again: [] };
  const { formType, answers } = pinned;
  const form = { formType, additionalChoices: answers.additionalChoices, choiceDetails: content.choiceDetails };
  return choicesToRead(form, scan);
}

/** The ticks of a scan as the version stores them, and the details by which the event of the check tells of them; none where nothing was read. */
export async function readingOf(
  open: OpenCase,
  actor: StaffActor,
  { scan, onPaper, choices, entered }: Read,
): Promise<{ readonly stored: readonly StoredLaterAnswers[]; readonly detail: NonNullable<CaseEvent['detail']> }> {
  const deciders = onPaper.filter(({ row }) => decides(row.role));
  if (deciders.length === 0 || choices.length === 0) return { stored: [], detail: {} };
  const read = choices.map((choice): RecordedAnswer & { readonly words: string } => {
    const { id, title, answer: first } = choice;
    const tick = entered.find(({ choiceID }) => choiceID === id)?.answer ?? 'NONE';
    return { id, title, first, answer: tick, words: `${choiceName(choice)}: ${tickWords(choice, tick)}` };
  });
  const shown = read.map(({ id, title, first, answer }) => ({ id, title, first, answer }));
  // Each of them has signed this paper: the ticks are those of each.
  const stored = await Promise.all(deciders.map((signer) => storedOf(open, actor, { scan, signer, answers: shown })));
  const checks = await Promise.all(stored.map((each) => storedLaterDigest(each, sha256Hex)));
  return {
    stored,
    detail: {
      answers: read.map(({ words }) => words).join('; '),
      answersDigest: stored.map(({ digest }) => digest).join(' '),
      check: checks.join(' '),
    },
  };
}

async function storedOf(
  open: OpenCase,
  actor: StaffActor,
  { scan, signer, answers }: { readonly scan: UploadedScan; readonly signer: PaperSigner; readonly answers: RecordedAnswer[] },
): Promise<StoredLaterAnswers> {
  const { signing_order, role, name } = signer.row;
  const own = {
    signing_order,
    role,
    name,
    answers,
    reading: { scan: scan.sha256, userID: actor.userId, contentDigest: scan.contentDigest },
  };
  return {
    ...own,
    at: open.now,
    day: localDate(Date.parse(open.now), open.deps.settings.timeZone),
    capturedAt: signer.capturedAt,
    method: 'PAPER_SCAN',
    readBy: actor.name,
    digest: await readingDigest(own, sha256Hex),
  };
}
