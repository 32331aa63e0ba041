/** The start data of the worker. */
export type WorkerStart = { readonly dataDir: string };

/** From the server to its database worker. */
export type ToWorker =
  | { readonly kind: 'exchange'; readonly id: number; readonly bytes: Uint8Array }
  | { readonly kind: 'copy'; readonly id: number; readonly folder: string }
  | { readonly kind: 'close' };

/** From the database worker to its server. */
export type FromWorker =
  | { readonly kind: 'open' }
  | { readonly kind: 'refused'; readonly name: string; readonly message: string }
  | { readonly kind: 'answer'; readonly id: number; readonly bytes: Uint8Array }
  | { readonly kind: 'notCopied'; readonly id: number; readonly message: string }
  | { readonly kind: 'broken'; readonly message: string };
