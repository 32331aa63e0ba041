/**
 * No connection became free in time, or too many callers wait already: the caller may try again (503).
 *
 * `code` is PostgreSQL's own for too many connections.
 */
export class DatabaseBusy extends Error {
  override readonly name = 'DatabaseBusy';
  readonly code = '53300';
}

/**
 * The statement or its connection was ended before it finished; nothing of an open transaction was kept.
 *
 * `code` is PostgreSQL's own: 57014 statement over time, 25P03 transaction left idle, 57P01 engine stopped.
 */
export class DatabaseInterrupted extends Error {
  override readonly name = 'DatabaseInterrupted';
  readonly code: '57014' | '25P03' | '57P01';
  constructor(code: '57014' | '25P03' | '57P01', message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** The database cannot be opened; the message is one clear sentence for the person who starts the server. */
export class DatabaseUnusable extends Error {
  override readonly name = 'DatabaseUnusable';
}
