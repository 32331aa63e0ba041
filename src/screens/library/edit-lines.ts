import { newId } from '#src/device/new-id.ts';
import { fieldChange } from '#src/ui/fields/field-change.ts';
import type { ProcedureForm } from './procedure-form.ts';

/** The part of an editor that its fields need. */
export type FormEditing<F = ProcedureForm> = {
  readonly form: F;
  readonly change: (part: Partial<F>) => void;
  /** The problem of the control with this id. */
  readonly errorAt: (id: string) => string | undefined;
};

type TextField = {
  [K in keyof ProcedureForm]: ProcedureForm[K] extends string ? (string extends ProcedureForm[K] ? K : never) : never;
}[keyof ProcedureForm];

/** The props of a control for one text of the form. */
export function textControlAt({ form, change, errorAt }: FormEditing, field: TextField) {
  return { id: field, value: form[field], onChange: (value: string) => change({ [field]: value }), error: errorAt(field) };
}

type ListField<F> = { [K in keyof F]: F[K] extends { key: string }[] ? K : never }[keyof F] & string;
type LineOf<F, K extends ListField<F>> = F[K] extends (infer L extends { key: string })[] ? L : never;

/** The edits of one list of the form. */
export function linesAt<F, K extends ListField<F>>({ form, change, errorAt }: FormEditing<F>, field: K) {
  // The field is one whose value is a list of such lines.
  const lines = form[field] as LineOf<F, K>[];
  const put = (next: LineOf<F, K>[]) => change(fieldChange(field, next as F[K]));
  const edit = (at: number, edited: (line: LineOf<F, K>) => LineOf<F, K>) =>
    put(lines.map((line, nth) => (nth === at ? edited(line) : line)));
  return {
    lines,
    set: (at: number, part: Partial<LineOf<F, K>>) => edit(at, (line) => ({ ...line, ...part })),
    /** @returns the key of the new line */
    add: (line: Omit<LineOf<F, K>, 'key'>): string => {
      const key = newId();
      put([...lines, { ...line, key } as LineOf<F, K>]);
      return key;
    },
    remove: (at: number) => put(lines.filter((_, nth) => nth !== at)),
    /** Exchanges a line with the one before it. */
    raise: (at: number) =>
      put(lines.flatMap((line, nth) => (nth === at - 1 ? [lines[at] ?? line] : nth === at ? [lines[at - 1] ?? line] : [line]))),
    /** The props of a control for one text of a line. */
    textAt: (at: number, part: keyof LineOf<F, K> & string) => ({
      id: `${field}.${at}.${part}`,
      // Only texts of a line are edited by such a control.
      value: String(lines[at]?.[part] ?? ''),
      onChange: (value: string) => edit(at, (line) => ({ ...line, [part]: value })),
      error: errorAt(`${field}.${at}.${part}`),
    }),
  };
}
