import { hasInk } from '#domain/values/ink.ts';
import { IdentityLine } from '#domain/values/text.ts';
import { NAME_IN_LATIN_MOST, NAME_MOST } from '#domain/values/text-limits.ts';
import type { LatinNames } from '#domain/values/printable.ts';
import * as v from 'valibot';

/** Names of one form that have a way of being written in Latin letters: more than a form can have people [choice]. */
const LATIN_NAMES_MOST = 30;

/**
 * A name on a form as it is written in Latin letters. Documents print it where no font has the letters of the name; what is pinned and
 * signed keeps the name itself. `latin` is empty where nobody knows.
 */
export const NameInLatin = v.strictObject({
  name: IdentityLine({ label: 'Name', least: 1, most: NAME_MOST }),
  latin: IdentityLine({ label: 'Name in Latin letters', most: NAME_IN_LATIN_MOST }),
});
export type NameInLatin = v.InferOutput<typeof NameInLatin>;

export const NamesInLatin = v.pipe(
  v.array(NameInLatin, 'This must be a list'),
  v.maxLength(LATIN_NAMES_MOST, `At most ${LATIN_NAMES_MOST} items`),
);

type Named = { readonly name: string };
type Attorneys = { readonly names: readonly string[] };
/** The parts of a form's content that name people. */
type People = {
  readonly parents: readonly Named[];
  readonly interpreter: Named | null;
  readonly capacity: {
    readonly authority: { readonly lpa: Attorneys; readonly deputy: Attorneys };
    readonly people: { readonly consulted: readonly Named[]; readonly imca: Named | null };
    readonly secondOpinion: Named;
    readonly test: { readonly assessor: string };
  } | null;
  readonly child: { readonly gillick: { readonly assessor: string } | null } | null;
};

/** The names of people that a form holds, each once, in the order of the form: not the patient's, whose record has it. */
export function namesOnForm({ parents, interpreter, capacity, child }: People): string[] {
  const { people, secondOpinion, authority, test } = capacity ?? {};
  const names = [
    ...parents.map(({ name }) => name),
    ...(authority?.lpa.names ?? []),
    ...(authority?.deputy.names ?? []),
    ...(people?.consulted ?? []).map(({ name }) => name),
    people?.imca?.name,
    secondOpinion?.name,
    test?.assessor,
    child?.gillick?.assessor,
    interpreter?.name,
  ];
  return [...new Set(names.flatMap((name) => (hasInk(name ?? '') ? [name ?? ''] : [])))];
}

/** The names with one of them written anew; one that is emptied goes. */
export function withLatinName(names: readonly NameInLatin[] | undefined, { name, latin }: NameInLatin): NameInLatin[] {
  const others = (names ?? []).filter((each) => each.name !== name);
  return latin === '' ? others : [...others, { name, latin }];
}

/** The names of a form as the drawing of documents takes them. */
export function latinNamesOf(names: readonly NameInLatin[] | undefined): LatinNames {
  return Object.fromEntries((names ?? []).map(({ name, latin }) => [name, latin]));
}
