import { choiceAnswer, choiceName, sealedAnswer } from '#domain/consents/choice-in-words.ts';
import type { DetailedChoice } from '#domain/consents/choice-details.ts';
import type { LaterAnswer } from '#domain/consents/later-answers.ts';
import type { TimelineEvent } from '#domain/cases/timeline.ts';
import { METHOD_WORDS } from '#domain/forms/method-words.ts';
import { ROLE_WORDS } from '#domain/forms/role-words.ts';
import { isSignedLater, type SignedLaterAnswers } from '#domain/signing/later-signature.ts';
import { deviceClockWords } from '#domain/base/device-clock.ts';
import { composed } from '#domain/values/composed.ts';
import { exactTime } from '#domain/values/plain-date.ts';
import type { ChoiceLine, SignatureBlock, SignatureMark } from '#server/outside/pdf/blocks.ts';
import { sentOnWords } from '#server/work/signing/signed-by.ts';
import { signatureNotes } from './document-evidence.ts';
import { statementMeaning } from './document-meanings.ts';
import { choicesOfSource, onHospitalsDevice, toneOf } from './document-parts.ts';
import type { DocumentSource } from './document-source.ts';

/** The answers that count of those that signers gave after their signature, oldest first. */
function countedIn({ laterAnswers }: DocumentSource): SignedLaterAnswers[] {
  return laterAnswers.filter((each): each is SignedLaterAnswers => each.cancelledAt === undefined && isSignedLater(each));
}

/** The readings of ticks on paper that count: by whom, and when. */
export function readingsIn({ laterAnswers }: Pick<DocumentSource, 'laterAnswers'>): { readBy: string; at: string }[] {
  return laterAnswers.flatMap(({ readBy, at, cancelledAt }) =>
    readBy === undefined || cancelledAt !== undefined ? [] : [{ readBy, at }],
  );
}

/** A line for each paper: by whom its ticks were read, and when. */
export function tickLines({ laterAnswers, timeZone }: DocumentSource): string[] {
  const lines = readingsIn({ laterAnswers }).map(
    ({ readBy, at }) => composed`Ticked on paper, read by ${readBy}, ${exactTime(at, timeZone)}`,
  );
  return [...new Set(lines)];
}

/** The answers to a choice since it was signed, each under its own signer and time. */
export function laterRows(source: DocumentSource, choice: DetailedChoice): ChoiceLine[] {
  return countedIn(source).flatMap((record) =>
    record.answers.flatMap(({ id, title, answer }): ChoiceLine[] => {
      if (id !== choice.id || title !== choice.title) return [];
      const when = composed`${record.name}, after signing, ${exactTime(record.capturedAt, source.timeZone)}`;
      return [{ title: when, answer: sealedAnswer({ ...choice, answer }), tone: toneOf(answer) }];
    }),
  );
}

/** The signatures of one signer under the answers that they gave after the form’s own: who, how, when, and the number of what was signed. */
export function laterSignatures(source: DocumentSource, order: number): SignatureBlock[] {
  return countedIn(source)
    .filter(({ signing_order }) => signing_order === order)
    .map((record) => ({
      kind: 'signature' as const,
      label: AFTER_SIGNING,
      role: ROLE_WORDS[record.role],
      name: record.signature.name,
      statement: [record.signature.statement, ...answerLines(source, record.answers)].join('\n'),
      ...statementMeaning(source.pinned, { role: record.role, statement: record.signature.statement }),
      ...howWords(source, record),
      ...timesOfLater(source, record),
      identity: identityOf(source, record),
      digest: record.digest,
      mark: markOf(record),
    }));
}

/** When the signer said who they are at the handover in which they answered. */
function identityOf({ events, consentId, timeZone }: DocumentSource, record: SignedLaterAnswers): string {
  const { role, name } = record;
  const own = events.filter(({ versionId, actor }) => versionId === consentId && actor.role === role && actor.name === name);
  const at = own.findIndex((event) => isOf(event, record));
  const last = own.slice(0, at).findLast(({ type }) => type === 'IDENTITY_CONFIRMED' || type === 'SIGNED');
  return onHospitalsDevice(role, last?.type === 'IDENTITY_CONFIRMED' ? exactTime(last.at, timeZone) : '');
}

/** Whether an event tells of these answers: the same ones may be signed again later. */
function isOf({ type, deviceAt, detail }: TimelineEvent, { digest, capturedAt }: SignedLaterAnswers): boolean {
  return type === 'TALKED' && detail['answersDigest'] === digest && deviceAt === capturedAt;
}

function howWords(
  { events, consentId }: DocumentSource,
  record: SignedLaterAnswers,
): Pick<SignatureBlock, 'method' | 'language'> {
  const { name, method, isLate, signature } = record;
  const event = events.findLast((each) => each.versionId === consentId && isOf(each, record));
  return signatureNotes(signature, {
    name,
    method: METHOD_WORDS[method],
    late: isLate === true ? LATE : undefined,
    carried: sentOnWords(event),
  });
}

const LATE = 'Arrived after the clinician’s signature';

const AFTER_SIGNING = 'After signing';

function answerLines(source: DocumentSource, answers: readonly LaterAnswer[]): string[] {
  const choices = choicesOfSource(source);
  return answers.map(({ id, title, answer }) => {
    const choice = choices.find((each) => each.id === id && each.title === title) ?? { id, title, answer };
    return `${choiceName(choice)}: ${choiceAnswer({ ...choice, answer }, 'sealed')}`;
  });
}

function timesOfLater(
  { timeZone }: DocumentSource,
  { capturedAt: deviceAt, at: receivedAt, signature }: SignedLaterAnswers,
): Pick<SignatureBlock, 'onDevice' | 'received' | 'clock'> {
  const clock = deviceClockWords({ deviceAt, receivedAt, clockOffset: signature.clockOffset });
  return {
    onDevice: exactTime(deviceAt, timeZone),
    received: exactTime(receivedAt, timeZone),
    ...(clock === null ? {} : { clock }),
  };
}

function markOf({ signature: { method, strokes, typedName } }: SignedLaterAnswers): SignatureMark {
  if (method === 'TYPED') return { kind: 'typed', text: typedName ?? '' };
  return { kind: 'ink', strokes: (strokes ?? []).map((stroke) => stroke.map(({ x, y }) => ({ x, y }))) };
}
