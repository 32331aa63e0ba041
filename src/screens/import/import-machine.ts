import { newId } from '#src/device/new-id.ts';
import { onSessionEnd } from '#src/session/session.ts';
import { createImportStore, NO_IMPORT } from './import-state.ts';
import { isToLookAt, type ImportLine } from './lines.ts';
import { createMending } from './mend-rows.ts';
import type { ReadOptions, RowType } from './row-type.ts';
import { createSending } from './write-rows.ts';

/** One kind of import with its state, and all that a person may do with it. */
export type Import<F extends string, L extends ImportLine<F>> = ReturnType<typeof createImport<F, L>>;

/** The one open import of a kind: it outlives leaving the screen, and no session. */
export function createImport<F extends string, L extends ImportLine<F>>(type: RowType<F, L>) {
  const state = createImportStore<F, L>(type);
  const { store, show } = state;
  const { getState, setState } = store;

  /** Reads a file, or the open one again with another mapping or sheet: what was mended in its rows is lost then. */
  const read = async (file: File, options: ReadOptions = {}) => {
    if (getState().step === 'WRITING') return;
    const key = newId();
    setState({ step: 'READING', key, failure: null });
    try {
      const { source, lines } = await type.read(file, { ...options, key });
      // Another file was chosen meanwhile, or the session has ended.
      if (getState().key !== key) return;
      const sheet = options.sheet ?? source.file.sheets?.[0] ?? null;
      setState({ ...NO_IMPORT, step: 'ROWS', open: { id: key, file, sheet, confirmed: options.confirmed ?? [], source, lines } });
      show(lines.some((line) => isToLookAt(type, line)) ? 'LOOK' : 'ALL');
    } catch (error) {
      if (getState().key !== key) return;
      setState(({ open }) => ({
        step: open === null ? 'FILE' : 'ROWS',
        key: null,
        failure: { of: 'READ', error, file, options },
      }));
    }
  };

  onSessionEnd(() => setState(NO_IMPORT));
  return {
    type,
    store,
    read,
    /** Forgets the open file, but not while its rows are written. */
    close: () => {
      if (getState().step !== 'WRITING') setState(NO_IMPORT);
    },
    show,
    turnTo: (page: number) => setState(({ listed }) => ({ listed: { ...listed, page } })),
    ...createMending(type, state),
    send: createSending(type, state),
  };
}
