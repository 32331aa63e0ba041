import type { ChoiceDetail } from '#domain/forms/choice-detail.ts';
import { wholeDetail } from './choice-details.ts';
import type { AdditionalChoice, ConsentProcedure, Interpreting } from './consent.ts';
import type { Capacity } from '#domain/capacity/capacity.ts';
import { isFullShown, type ShownContent } from './digest.ts';
import type { Family } from '#domain/family/family.ts';
import { deciderOf } from '#domain/forms/form-types.ts';

/** The part of a version's content that its pinned form holds as well. */
export type PinnedPart = Interpreting &
  Family & {
    readonly capacity: Capacity | null;
    procedures: ConsentProcedure[];
    mattersToMe: string;
    additionalChoices: AdditionalChoice[];
    choiceDetails?: ChoiceDetail[];
    refusals: string[];
  };

type Sent = { readonly pinned: ShownContent; /** ISO; null for a form that was never sent */ readonly sentAt: string | null };

/**
 * The content of a form that was sent, as its signers were shown it: the pinned form wins wherever it says something, and the rest, such
 * as addresses and the entries made under another form type, stays as it is stored.
 */
export function contentAsShown<Content extends PinnedPart>(content: Content, { pinned, sentAt }: Sent): Content {
  const { procedures, answers, interpreting } = pinned;
  const { interpreter } = interpreting;
  return {
    ...content,
    procedures: procedures.map((each) => ({ ...each })),
    mattersToMe: answers.mattersToMe,
    refusals: [...answers.refusals],
    additionalChoices: choicesAsShown(content.additionalChoices, answers.additionalChoices),
    interpreter: interpreter === null ? null : over(content.interpreter, interpreter),
    interpreterNeeded: interpreting.interpreterNeeded,
    interpreterNoneReason: interpreting.interpreterNoneReason,
    ...(isFullShown(pinned) && pinned.choiceDetails != null ? { choiceDetails: [...pinned.choiceDetails] } : {}),
    ...familyAsShown(content, { pinned, sentAt }),
    ...(isFullShown(pinned) && pinned.capacity !== null ? { capacity: over(content.capacity, pinned.capacity) } : {}),
  };
}

/** Whether the stored content of a form that was sent says what its signers were shown. Members that no pinned form holds are not compared. */
export function isContentAsShown(content: PinnedPart, pinned: ShownContent): boolean {
  const { procedures, answers, interpreting } = pinned;
  const { additionalChoices, ...others } = answers;
  const isFull = isFullShown(pinned);
  return (
    agrees(procedures, content.procedures) &&
    agrees(others, content) &&
    additionalChoices.every((choice) =>
      agrees(
        choice,
        content.additionalChoices.find(({ id }) => id === choice.id),
      ),
    ) &&
    agrees(interpreting, content) &&
    (!isFull || hasDetails(content.choiceDetails ?? [], pinned.choiceDetails ?? [])) &&
    (!isFull || pinned.family === null || agrees(familyPart(pinned.family, pinned), familyPart(content, pinned))) &&
    (!isFull || pinned.capacity === null || agrees(pinned.capacity, content.capacity))
  );
}

/** The choices that the form showed by their ids, between those that it left out. */
function choicesAsShown(stored: readonly AdditionalChoice[], shown: readonly AdditionalChoice[]): AdditionalChoice[] {
  const byId = new Map(shown.map((choice) => [choice.id, choice]));
  const present = stored.flatMap((choice) => byId.get(choice.id) ?? [{ ...choice, answer: null }]);
  const ids = new Set(stored.map(({ id }) => id));
  return [...present, ...shown.filter(({ id }) => !ids.has(id))];
}

/** Whether the stored details of choices say what the pinned ones say. */
function hasDetails(stored: readonly ChoiceDetail[], pinned: readonly ChoiceDetail[]): boolean {
  return pinned.every((detail) => {
    const own = stored.find(({ id }) => id === detail.id);
    return own !== undefined && agrees(detail, wholeDetail(own));
  });
}

function familyAsShown(content: PinnedPart, { pinned, sentAt }: Sent): Partial<Family> {
  if (!isFullShown(pinned) || pinned.family === null) return {};
  const { parents, child, disagreement, ...rest } = pinned.family;
  const ofChild = { child: child === null ? null : over(content.child, child) };
  if (deciderOf(pinned.formType) !== 'family') return ofChild;
  const own = content.disagreement ?? { recordedBy: '', at: sentAt ?? '' };
  return {
    ...rest,
    ...ofChild,
    parents: parents.map((parent) =>
      over(
        content.parents.find(({ id }) => id === parent.id),
        parent,
      ),
    ),
    disagreement: disagreement === null ? null : { ...own, ...disagreement },
  };
}

function familyPart(family: Family, { formType }: Pick<ShownContent, 'formType'>): Partial<Family> {
  if (deciderOf(formType) !== 'family') return { child: family.child };
  const { basis, parents, lookedAfter, needsAllAdults, disagreement, child } = family;
  return { basis, parents, lookedAfter, needsAllAdults, disagreement, child };
}

/** A stored value with the members of the pinned one over its own. A member that the pinned one has as nothing and the stored one lacks stays away. */
function over<T extends object>(stored: T | null | undefined, pinned: T): T {
  if (stored === null || stored === undefined) return pinned;
  const shown = Object.entries(pinned).filter(([name, value]) => value !== null || name in stored);
  return { ...stored, ...Object.fromEntries(shown) };
}

/** Whether each member of the pinned value is the same in the stored one; an absent member is nothing. */
function agrees(pinned: unknown, stored: unknown): boolean {
  if (pinned === null || pinned === undefined) return stored === null || stored === undefined;
  if (typeof pinned !== 'object') return pinned === stored;
  if (typeof stored !== 'object' || stored === null) return false;
  if (Array.isArray(pinned))
    return (
      Array.isArray(stored) && pinned.length === stored.length && pinned.every((item: unknown, at) => agrees(item, stored[at]))
    );
  const members = new Map<string, unknown>(Object.entries(stored));
  return Object.entries(pinned).every(([name, value]) => agrees(value, members.get(name)));
}
