import { TimelineEvent } from '#domain/cases/timeline.ts';
import { isEdit, type OpConflict, type OpFields, type OpenItem } from '#src/queries/client/outbox.ts';
import * as v from 'valibot';
import { fieldLabel, isShown, valueWords, type Names } from './field-words.ts';
import { momentWords } from './item-words.ts';

/** One conflicting field, in words; `before` is null where the previous value is unknown. */
export type ClashLine = {
  readonly field: string;
  readonly label: string;
  readonly before: string | null;
  readonly mine: string;
  readonly theirs: string;
};

type Met = Pick<OpenItem, 'op' | 'input'> & { readonly conflict: OpConflict };

/** The fields for which the person must choose. */
export function clashLines({ op, input, conflict }: Met, names: Names): ClashLine[] {
  return conflict.clashes
    .filter(({ field }) => !isEdit(op.call) || field in input)
    .map(({ field, base, mine, theirs }) => {
      const words = (value: unknown) => valueWords(field, value, names);
      const before = base === undefined ? null : words(base);
      if (op.call === 'consentSend')
        return {
          field,
          label: 'Making it ready for signing',
          before: null,
          mine: 'Make it ready for signing, with what the other person wrote',
          theirs: 'Leave it as the other person has it',
        };
      return {
        field,
        label: fieldLabel(field),
        before,
        mine: words(isEdit(op.call) ? mine : input[field]),
        theirs: words(theirs),
      };
    });
}

/** Changes of the other person to fields that are never merged unseen: theirs stay, and are listed. */
export function takenLines({ op, input, conflict }: Met, names: Names): string[] {
  return conflict.clashes
    .filter(({ field }) => isEdit(op.call) && !(field in input))
    .map(({ field, theirs }) => `${fieldLabel(field)}: ${valueWords(field, theirs, names)}`);
}

/** My changes that conflict with nothing: they are sent as well. */
export function freeLines({ op, conflict }: Met, names: Names): string[] {
  if (!isEdit(op.call)) return [];
  return Object.entries(conflict.mine)
    .filter(([field]) => isShown(field))
    .map(([field, value]) => `${fieldLabel(field)}: ${valueWords(field, value, names)}`);
}

type When = { readonly now: number; readonly zone: string };

const TheirChange = v.object({
  Timeline: v.optional(v.array(TimelineEvent)),
  updatedAt: v.optional(v.string()),
  // of a case's listing
  listedBy: v.nullish(v.string()),
  listedAt: v.nullish(v.string()),
});

/** The author and time of the other side, as far as the server returns them: `Demo Clinician, 14:05`. */
export function theirWords(theirs: OpFields, when: When): string {
  const parsed = v.safeParse(TheirChange, theirs);
  const last = parsed.success ? parsed.output.Timeline?.at(-1) : undefined;
  const { listedBy, listedAt, updatedAt } = parsed.success ? parsed.output : {};
  const name = last?.actor.name ?? listedBy ?? '';
  const who = name === '' ? 'Somebody else' : name;
  const at = last?.at ?? listedAt ?? updatedAt;
  return at === undefined ? who : `${who}, ${momentWords(Date.parse(at), when)}`;
}

/** `You, on this tablet, 13:50`. */
export function myWords({ capturedAt }: Pick<OpenItem['op'], 'capturedAt'>, when: When): string {
  return `You, on this tablet, ${momentWords(Date.parse(capturedAt), when)}`;
}
