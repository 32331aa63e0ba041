type Round = {
  readonly name: string;
  readonly projects: readonly string[];
  readonly files?: readonly string[];
  readonly isSmoke?: boolean;
  readonly env?: Readonly<Record<string, string>>;
  readonly node?: string;
};

/** The files with a browser that run whole on each push. */
export const PUSH_FILES: readonly string[];
/** The parallel lanes of each push, each with its rounds. */
export const PUSH: readonly (readonly Round[])[];
/** The parts of `npm run test:full` by name. */
export const PARTS: Readonly<Record<string, { readonly proves: string; readonly rounds: readonly Round[] }>>;
