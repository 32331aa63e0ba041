import { newId } from '#src/device/new-id.ts';
import { CallFailed } from '#contract/engine/call.ts';
import type { RowNote } from '#domain/imports/import-table.ts';
import { rememberAttempts } from '#src/session/idempotency-key.ts';
import { SignInNeeded } from '#src/session/sign-in-needed.ts';
import type { ImportStore } from './import-state.ts';
import { isReady, type ImportLine, type Made } from './lines.ts';
import { withOpenFields } from './mend-rows.ts';
import type { RowType } from './row-type.ts';

/** The act that writes the rows that are ready, all or none. It continues when the person leaves the screen. */
export function createSending<F extends string, L extends ImportLine<F>>(
  type: RowType<F, L>,
  { store: { getState, setState, subscribe }, changeLines, editable, show }: ImportStore<F, L>,
) {
  // The bodies hold a file of patients: they go with it, and once they were written.
  let attempts = rememberAttempts(newId);
  subscribe(({ open }, before) => {
    if (open?.id !== before.open?.id) attempts = rememberAttempts(newId);
  });
  /** @returns whether they were written */
  return async (): Promise<boolean> => {
    const open = editable();
    if (open === null) return false;
    const ready = open.lines.filter((line) => isReady(type, line));
    const isOpen = () => getState().open?.id === open.id;
    setState({ step: 'WRITING', sent: ready.map(({ row }) => row), failure: null, outcome: null });
    const keyFor = (call: string, body: unknown) => {
      // The session has ended: a further call would be made in the name of whoever signs in next.
      if (!isOpen()) throw new SignInNeeded();
      const { key } = attempts(call, body, () => null);
      setState({ key });
      return key;
    };
    let created = 0;
    const onMade = (made: ReadonlyMap<number, Made>) => {
      created += ready.filter(({ row }) => made.has(row)).length;
      changeLines(open.id, (lines) => lines.map((line) => ({ ...line, made: made.get(line.row) ?? line.made })));
    };
    try {
      const notices = await type.write(open, ready, { keyFor, onMade });
      attempts = rememberAttempts(newId);
      if (isOpen()) setState({ step: 'ROWS', sent: [], key: null, outcome: { created, notices } });
      return true;
    } catch (error) {
      if (!isOpen()) return false;
      setState({ step: 'ROWS', sent: [], key: null, failure: { of: 'WRITE', error } });
      const refused = refusalsOf(type, ready, error);
      changeLines(open.id, (lines) => lines.map((line) => withRefusal(type, line, refused.get(line.row))));
      // Refused rows were ready, so that the list may show another group.
      if (refused.size > 0) show('LOOK');
      return false;
    }
  };
}

/** The sentences of the server by row, each at its field. */
function refusalsOf<F extends string, L extends ImportLine<F>>(
  type: RowType<F, L>,
  sent: readonly L[],
  error: unknown,
): ReadonlyMap<number, readonly RowNote[]> {
  const refused = new Map<number, readonly RowNote[]>();
  for (const { path, message } of error instanceof CallFailed ? error.fields : []) {
    const found = type.refusedAt(path, sent);
    if (found !== null) refused.set(found.row, [...(refused.get(found.row) ?? []), { path: found.field, message }]);
  }
  return refused;
}

function withRefusal<F extends string, L extends ImportLine<F>>(
  type: RowType<F, L>,
  line: L,
  errors: readonly RowNote[] | undefined,
): L {
  return errors === undefined ? line : withOpenFields(type, { ...line, errors, isUnchecked: false });
}
