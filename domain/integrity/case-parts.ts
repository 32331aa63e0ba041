import { isSameValue, type Sha256 } from '#domain/base/canonical.ts';
import { newestVersionOf } from '#domain/cases/case-machine.ts';
import type { ListedByEvents, StateByEvents } from './case-by-events.ts';
import type { VersionByEvents } from './version-by-events.ts';

/** `digests`: of what was stored before events carried it, by its id. */
type OfPatient = {
  readonly id: string;
  readonly patientId: string;
  readonly recorded: { readonly digests: Readonly<Record<string, string>> } | undefined;
};

/** A case stays that of the record for which it was opened, or to which its timeline moved it, also when that is merged into another. */
export async function isOfItsPatient(
  { id, patientId, recorded }: OfPatient,
  { byEvents, sha256 }: { byEvents: StateByEvents; sha256: Sha256 },
): Promise<boolean> {
  if (byEvents.patientId !== undefined) return byEvents.patientId === patientId;
  const digest = recorded?.digests[id];
  return digest === undefined || digest === (await sha256(patientId));
}

/** Whether a case is on the list, the day and in the theatre that its timeline gives. */
export function isListedAsInEvents(
  { listed }: { readonly listed: ListedByEvents | null },
  { listed: byEvents }: Pick<StateByEvents, 'listed'>,
): boolean {
  return byEvents === undefined || isSameValue(listed, byEvents);
}

/** Whether the questions of a version are those that the timeline gives, with the answers that it gives. */
export function areQuestionsAsInEvents(
  { questions }: { readonly questions: readonly { readonly text: string; readonly answer: string | null }[] },
  { questions: byEvents }: Pick<VersionByEvents, 'questions'>,
): boolean {
  const answered = questions.flatMap(({ text, answer }) => (answer === null ? [] : [JSON.stringify([text, answer])]));
  return (
    isSame(
      questions.map(({ text }) => text),
      byEvents.texts,
    ) &&
    isSame(
      answered,
      byEvents.answered.map((each) => JSON.stringify(each)),
    )
  );
}

/** Whether two lists hold the same texts, each as often, in any order. */
function isSame(one: readonly string[], other: readonly string[]): boolean {
  return isSameValue(one.toSorted(), other.toSorted());
}

/** The status of a case: that of its newest version that is not voided, else of its newest. */
export function newestOf(versions: readonly { number: number; status: string }[]): string | undefined {
  const newestFirst = versions.toSorted((one, other) => other.number - one.number);
  return newestVersionOf(newestFirst)?.status;
}
