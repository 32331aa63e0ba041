import { vi } from 'vitest';

/** Every name that an error of a browser has, but for errors that are of no standard. @see WebIDL, "Base DOMException error names" */
export const ERROR_NAMES = [
  'IndexSizeError',
  'HierarchyRequestError',
  'WrongDocumentError',
  'InvalidCharacterError',
  'NoModificationAllowedError',
  'NotFoundError',
  'NotSupportedError',
  'InUseAttributeError',
  'InvalidStateError',
  'SyntaxError',
  'InvalidModificationError',
  'NamespaceError',
  'InvalidAccessError',
  'TypeMismatchError',
  'SecurityError',
  'NetworkError',
  'AbortError',
  'URLMismatchError',
  'QuotaExceededError',
  'TimeoutError',
  'InvalidNodeTypeError',
  'DataCloneError',
  'EncodingError',
  'NotReadableError',
  'UnknownError',
  'ConstraintError',
  'DataError',
  'TransactionInactiveError',
  'ReadOnlyError',
  'VersionError',
  'OperationError',
  'NotAllowedError',
  'OptOutError',
] as const;

/** Those after which a connection answers nothing any more. */
export const DEAD_NAMES: readonly string[] = ['UnknownError', 'InvalidStateError'];

/** `count`: how often it has failed; `times`: how often it does in all. */
type Failing = { count: number; times: number };

/** Lets a method of the browser's database fail so many times, as a lost connection does; until the mocks of the test are restored. */
export function failing(owner: object, method: string, name: string, times: number, message = 'Connection is gone'): Failing {
  const real: unknown = Reflect.get(owner, method);
  if (typeof real !== 'function') throw new Error(`no ${method}`);
  const state = { count: 0, times };
  vi.spyOn(owner as Record<string, () => unknown>, method).mockImplementation(function failSome(
    this: unknown,
    ...input: unknown[]
  ) {
    if (state.count < state.times) {
      state.count += 1;
      throw new DOMException(message, name);
    }
    return Reflect.apply(real, this, input);
  });
  return state;
}

/** Lets the end of transactions fail so many times, none at first: all was done, and nothing is kept. */
export function failingCommit(name: string): Failing {
  const state = { count: 0, times: 0 };
  const real = IDBTransaction.prototype.dispatchEvent;
  type Ending = IDBTransaction & { error: DOMException; _rollbackLog: (() => void)[] };
  vi.spyOn(IDBTransaction.prototype, 'dispatchEvent').mockImplementation(function failSome(this: Ending, event: Event) {
    if (event.type !== 'complete' || state.count >= state.times) return Reflect.apply(real, this, [event]);
    state.count += 1;
    for (const undo of this._rollbackLog.toReversed()) undo();
    this.error = new DOMException('Connection is gone', name);
    return Reflect.apply(real, this, [Reflect.construct(event.constructor, ['abort', { bubbles: true }])]);
  });
  return state;
}
