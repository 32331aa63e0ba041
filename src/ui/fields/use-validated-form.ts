import { useForm, type FormErrors } from '@mantine/form';
import { useState, type FocusEvent, type FormEvent } from 'react';
import type { FieldProblem } from './ErrorSummary.tsx';
import { fieldChange } from './field-change.ts';
import { checksAfterChange, checksAfterLeaving, NO_CHECKS, problemAt } from './field-checks.ts';

type FormOptions<Values> = {
  readonly initialValues: Values;
  /** Returns all problems, in the order of the fields; each problem's `field` is the id of its control. */
  readonly validate: (values: Values) => readonly FieldProblem[];
  /** Prefix of a field's name in the id of its control: `list-`. */
  readonly idPrefix?: string;
};

/**
 * A form that is validated on submit, by its own rules first and by the server next. A field's problem goes when the field is
 * changed, and a changed field is checked again when it is left.
 */
export type ValidatedForm<Values> = {
  readonly values: Values;
  /** For ErrorSummary: of the last try, in the order in which they were found; those that were mended since are marked. */
  readonly problems: readonly FieldProblem[];
  /** The props of one field's control. */
  readonly at: <F extends keyof Values & string>(
    field: F,
  ) => {
    readonly id: string;
    readonly value: Values[F];
    readonly error: string | undefined;
    readonly onChange: (value: Values[F]) => void;
    readonly onBlur: (event: FocusEvent<HTMLElement>) => void;
  };
  readonly change: (part: Partial<Values>) => void;
  /** Replaces the shown problems by the server's. */
  readonly setProblems: (problems: readonly FieldProblem[]) => void;
  /** @param send - called with values that have no problem */
  readonly onSubmit: (send: (values: Values) => void) => (event?: FormEvent<HTMLFormElement>) => void;
  readonly hasChanges: () => boolean;
  /** Resets to the initial values, without problems. */
  readonly reset: () => void;
};

/** Values, changes and problems of a form, over @mantine/form. */
export function useValidatedForm<Values extends object>(options: FormOptions<Values>): ValidatedForm<Values> {
  const { initialValues, validate, idPrefix = '' } = options;
  const form = useForm<Values>({
    mode: 'controlled',
    initialValues,
    // The summary keeps every problem until the next try: it must not move the form under somebody who types.
    clearInputErrorOnChange: false,
    validate: (values) => errorsOf(validate(values)),
  });
  const [checks, setChecks] = useState(NO_CHECKS);
  // The server's problems are not found again by the form's own rules.
  const [isOwn, setOwn] = useState(true);
  const submitted = problemsOf(form.errors);
  const problems = submitted.map((each) => ({ ...each, isMended: each.field !== undefined && checks.mended.has(each.field) }));
  const idOf = (field: string) => `${idPrefix}${field}`;
  const change = (part: Partial<Values>) => {
    form.setValues(part);
    setChecks((before) => checksAfterChange(before, Object.keys(part).map(idOf)));
  };
  const leave = (field: keyof Values & string, { relatedTarget }: FocusEvent<HTMLElement>) => {
    // A button that is being pressed must not move away from under the finger; most validate the form themselves.
    if (relatedTarget instanceof HTMLButtonElement) return;
    const now = validate(form.values);
    setChecks((before) => checksAfterLeaving(before, { field: idOf(field), submitted, now }, isOwn));
  };
  const startOver = (areOwn: boolean) => {
    setChecks(NO_CHECKS);
    setOwn(areOwn);
  };
  return {
    values: form.values,
    problems,
    at: (field) => ({
      id: idOf(field),
      value: form.values[field],
      error: problemAt(idOf(field), submitted, checks),
      onChange: (value) => change(fieldChange(field, value)),
      onBlur: (event) => leave(field, event),
    }),
    change,
    setProblems: (found) => {
      startOver(false);
      form.setErrors(errorsOf(found));
    },
    onSubmit: (send) => (event) => {
      startOver(true);
      form.onSubmit((values) => send(values))(event);
    },
    hasChanges: () => form.isDirty(),
    reset: () => {
      startOver(true);
      form.reset();
    },
  };
}

/** The key of problems that concern no field. */
const NO_FIELD = '';

/** Each key holds a list: a field may have several problems, and the summary names them all. */
function errorsOf(problems: readonly FieldProblem[]): FormErrors {
  const errors: Record<string, string[]> = {};
  for (const { field = NO_FIELD, message } of problems) errors[field] = [...(errors[field] ?? []), message];
  return errors;
}

function problemsOf(errors: FormErrors): FieldProblem[] {
  return Object.entries(errors).flatMap(([field, messages]) =>
    // Only errorsOf writes them.
    (messages as readonly string[]).map((message) => ({ field: field === NO_FIELD ? undefined : field, message })),
  );
}
