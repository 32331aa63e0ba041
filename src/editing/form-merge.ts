import { isSameValue } from '#domain/base/canonical.ts';
import type { PatientLanguage } from '#domain/values/patient-languages.ts';
import type { TemplateNode } from '#domain/templates/template.ts';
import { mergeLines, withSide, type LineNames, type Sides } from './merge-lines.ts';

export type MergeSide = 'mine' | 'theirs';
/** A part of a value in words. */
export type MergeWords = {
  /** empty where the value has one part alone */
  readonly label: string;
  readonly text: string;
  /** English when absent */
  readonly language?: PatientLanguage | undefined;
};

/** Something that both changed, and differently: a person chooses. */
export type Clash<F> = {
  readonly id: string;
  readonly label: string;
  /** the parts that differ */
  readonly words: Readonly<Record<MergeSide, readonly MergeWords[]>>;
  /** the other person's text, to read as a whole */
  readonly text?: { readonly nodes: readonly TemplateNode[]; readonly language?: PatientLanguage | undefined } | undefined;
  /** The form with this side's value. */
  readonly settle: (form: F, side: MergeSide) => F;
};

/** Two people's edits of one form, merged. At a clash the form has the own value until somebody chooses. */
export type FormMerge<F> = {
  readonly form: F;
  readonly clashes: readonly Clash<F>[];
  /** names of what the other person changed alone, and that was taken over */
  readonly taken: readonly string[];
};

/** The merge of a part of a form. */
export type PartMerge<F> = {
  /** The form with the merged value of this part. */
  readonly apply: (form: F) => F;
  readonly clashes: readonly Clash<F>[];
  readonly taken: readonly string[];
};
export type FieldMerge<F> = (sides: Sides<F>) => PartMerge<F>;

/** Merges what this person typed into what somebody else has saved. */
export function mergeForms<F extends object>(sides: Sides<F>, fields: readonly FieldMerge<F>[]): FormMerge<F> {
  const parts = fields.map((merge) => merge(sides));
  return {
    form: parts.reduce((form, { apply }) => apply(form), sides.theirs),
    clashes: parts.flatMap(({ clashes }) => clashes),
    taken: parts.flatMap(({ taken }) => taken),
  };
}

/** A field that is one value. */
export function wholeField<F, K extends keyof F & string>(
  field: K,
  label: string,
  wordsOf: (value: F[K]) => readonly MergeWords[],
  textOf?: (value: F[K]) => readonly TemplateNode[],
): FieldMerge<F> {
  return ({ base, mine, theirs }) => {
    const isOwn = !isSameValue(base[field], mine[field]);
    const isTheirs = !isSameValue(base[field], theirs[field]);
    const isClash = isOwn && isTheirs && !isSameValue(mine[field], theirs[field]);
    const clash = (): Clash<F> => ({
      id: field,
      label,
      words: differing(wordsOf(mine[field]), wordsOf(theirs[field])),
      text: textOf === undefined ? undefined : { nodes: textOf(theirs[field]) },
      settle: (form, side) => ({ ...form, [field]: { mine, theirs }[side][field] }),
    });
    return {
      apply: (form) => ({ ...form, [field]: isOwn ? mine[field] : theirs[field] }),
      clashes: isClash ? [clash()] : [],
      taken: isTheirs && !isOwn ? [label] : [],
    };
  };
}

type LinesMerge<F, L> = {
  readonly linesOf: (form: F) => readonly L[];
  readonly withLines: (form: F, lines: L[]) => F;
  readonly names: LineNames<L>;
  readonly idOf: (key: string) => string;
  readonly labelOf: (line: L) => string;
  /** the name of a change that was taken over */
  readonly takenOf: (line: L) => string;
  readonly wordsOf: (line: L) => readonly MergeWords[];
  readonly textOf?: (line: L) => Clash<F>['text'];
};

/** The merge of a list: each line by itself. */
export function linesMerge<F, L>(options: LinesMerge<F, L>): FieldMerge<F> {
  const { linesOf, withLines, names, idOf, labelOf, takenOf, wordsOf, textOf } = options;
  return ({ base, mine, theirs }) => {
    const merged = mergeLines({ base: linesOf(base), mine: linesOf(mine), theirs: linesOf(theirs) }, names);
    const clashes = merged.clashes.flatMap((clash): Clash<F>[] => {
      const named = clash.theirs ?? clash.mine;
      if (named === undefined) return [];
      return [
        {
          id: idOf(clash.key),
          label: labelOf(named),
          words: lineWords(clash, wordsOf),
          text: clash.theirs === undefined ? undefined : textOf?.(clash.theirs),
          settle: (form, side) => withLines(form, withSide(linesOf(form), clash, side, names)),
        },
      ];
    });
    return { apply: (form) => withLines(form, merged.lines), clashes, taken: [...new Set(merged.taken.map(takenOf))] };
  };
}

type LinesOptions<L> = Partial<LineNames<L>> & {
  readonly identityOf: (line: L) => string;
  readonly nameOf: (line: L) => string;
  readonly wordsOf: (line: L) => readonly MergeWords[];
};

/** A field that is a list of lines with keys. */
export function linesField<K extends string, L extends { key: string }, F extends { readonly [P in K]: readonly L[] }>(
  field: K,
  label: string,
  { nameOf, wordsOf, ...names }: LinesOptions<L>,
): FieldMerge<F> {
  return linesMerge<F, L>({
    linesOf: (form) => form[field],
    withLines: (form, lines) => ({ ...form, [field]: lines }),
    names: { keyOf: ({ key }) => key, withKey: (line, key) => ({ ...line, key }), ...names },
    idOf: (key) => `${field}.${key.replaceAll(' ', '-')}`,
    labelOf: (line) => `${label}, “${nameOf(line)}”`,
    takenOf: () => label,
    wordsOf,
  });
}

/** The words of both sides of a line. One that was removed says so. */
export function lineWords<L>(
  { mine, theirs }: { readonly mine: L | undefined; readonly theirs: L | undefined },
  wordsOf: (line: L) => readonly MergeWords[],
): Clash<unknown>['words'] {
  if (mine !== undefined && theirs !== undefined) return differing(wordsOf(mine), wordsOf(theirs));
  const of = (line: L | undefined) => (line === undefined ? REMOVED : wordsOf(line).filter(({ text }) => text !== ''));
  return { mine: of(mine), theirs: of(theirs) };
}

const REMOVED: readonly MergeWords[] = [{ label: '', text: 'Removed' }];

/** The words without those that both sides have. */
function differing(mine: readonly MergeWords[], theirs: readonly MergeWords[]): Clash<unknown>['words'] {
  const without = (one: readonly MergeWords[], other: readonly MergeWords[]) =>
    one.filter((each) => !other.some((their) => their.label === each.label && their.text === each.text));
  const [own, others] = [without(mine, theirs), without(theirs, mine)];
  if (own.length === 0 && others.length === 0)
    return {
      mine: [{ label: '', text: 'The same words, with your order, marks or links' }],
      theirs: [{ label: '', text: 'The same words, with their order, marks or links' }],
    };
  const filled = (words: readonly MergeWords[]) =>
    words.length === 0 ? NOTHING : words.map((each) => ({ ...each, text: each.text || 'Empty' }));
  return { mine: filled(own), theirs: filled(others) };
}

const NOTHING: readonly MergeWords[] = [{ label: '', text: 'Without these words' }];
