import { useForm, type FormErrors } from '@mantine/form';
import type { FormEvent } from 'react';
import type { FieldProblem } from './ErrorSummary.tsx';

type FormOptions<Values> = {
  readonly initialValues: Values;
  /** Returns all problems, in the order of the fields; each problem's `field` is the id of its control. */
  readonly validate: (values: Values) => readonly FieldProblem[];
  /** Prefix of a field's name in the id of its control: `list-`. */
  readonly idPrefix?: string;
};

/** A form that is validated on submit, by its own rules first and by the server next. */
export type ValidatedForm<Values> = {
  readonly values: Values;
  /** For ErrorSummary, in the order in which they were found. */
  readonly problems: readonly FieldProblem[];
  /** The props of one field's control. */
  readonly at: <F extends keyof Values & string>(
    field: F,
  ) => {
    readonly id: string;
    readonly value: Values[F];
    readonly error: string | undefined;
    readonly onChange: (value: Values[F]) => void;
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
    // A problem stays until the next try: the summary that names it must not change under somebody who types.
    clearInputErrorOnChange: false,
    validate: (values) => errorsOf(validate(values)),
  });
  const problems = problemsOf(form.errors);
  const change = (part: Partial<Values>) => form.setValues(part);
  return {
    values: form.values,
    problems,
    at: (field) => ({
      id: `${idPrefix}${field}`,
      value: form.values[field],
      error: problems.find((problem) => problem.field === `${idPrefix}${field}`)?.message,
      // A computed key widens to any string; it is a field of these values.
      onChange: (value) => change({ [field]: value } as unknown as Partial<Values>),
    }),
    change,
    setProblems: (found) => form.setErrors(errorsOf(found)),
    onSubmit: (send) => form.onSubmit((values) => send(values)),
    hasChanges: () => form.isDirty(),
    reset: () => form.reset(),
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
