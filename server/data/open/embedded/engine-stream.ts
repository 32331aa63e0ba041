import { Duplex } from 'node:stream';
import type { DatabaseLimits } from '#server/data/open/dialect.ts';
import { DatabaseInterrupted } from '#server/data/open/errors.ts';

/** A PostgreSQL that takes one batch of wire messages and returns all its answers. */
export type Engine = {
  /** Resolves when the engine can take messages; an engine that died is opened again here. */
  open(): Promise<void>;
  /** @throws DatabaseInterrupted when the engine died, or was ended because `limitMs` passed */
  exchange(request: Uint8Array, limitMs: number): Promise<Uint8Array>;
};

const terminate = 0x58;
const batchEnds = new Set([...'QSX'].map((letter) => letter.charCodeAt(0)));
/** AuthenticationOk and ReadyForQuery: the engine is inside this process, so nobody has to prove who they are. */
const welcome = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0, 0x5a, 0, 0, 0, 5, 0x49]);
/** Clears the state of an earlier session. */
const freshSession = Buffer.concat([simpleQuery('rollback'), simpleQuery('discard all')]);

/**
 * The socket that pg's client believes it speaks through.
 *
 * It also keeps the time limits: PostgreSQL's own rest on signals, which the embedded engine has not; set there, they would stop it.
 */
export class EngineStream extends Duplex {
  readonly #engine: Engine;
  readonly #limits: DatabaseLimits;
  #greeted = false;
  #pending: Buffer[] = [];
  #idleInTransaction: NodeJS.Timeout | undefined;

  constructor(engine: Engine, limits: DatabaseLimits) {
    super();
    this.#engine = engine;
    this.#limits = limits;
  }

  /** Opens the engine and clears the session, as a new connection to a server would find it. */
  connect(): void {
    void this.#begin();
  }

  // Methods that pg calls on a real socket.
  setNoDelay(): void {}
  setKeepAlive(): void {}
  ref(): void {}
  unref(): void {}

  override _read(): void {}

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    if (!this.#greeted) {
      this.#greeted = true;
      this.push(welcome);
      return done();
    }
    this.#pending.push(chunk);
    const last = lastMessage(chunk);
    if (last === terminate) this.push(null);
    // Half a batch would leave the engine waiting for the rest with nobody to send it.
    if (last === undefined || last === terminate || !batchEnds.has(last)) return done();
    const request = Buffer.concat(this.#pending);
    this.#pending = [];
    void this.#answer(request, done);
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    clearTimeout(this.#idleInTransaction);
    done(error);
  }

  async #begin(): Promise<void> {
    try {
      await this.#engine.open();
      await this.#engine.exchange(freshSession, this.#limits.statementMs);
      this.emit('connect');
    } catch (error) {
      this.destroy(asError(error));
    }
  }

  async #answer(request: Buffer, done: (error?: Error) => void): Promise<void> {
    try {
      await this.#exchange(request);
      done();
    } catch (error) {
      done(asError(error));
    }
  }

  async #exchange(request: Buffer): Promise<void> {
    clearTimeout(this.#idleInTransaction);
    const reply = Buffer.from(await this.#engine.exchange(request, this.#limits.statementMs));
    if (reply.at(-6) !== 0x5a) throw new DatabaseInterrupted('57P01', 'The database stopped in the middle of an answer.');
    if (reply.at(-1) !== 0x49) this.#watchTransaction();
    this.push(reply);
  }

  #watchTransaction(): void {
    const { idleInTransactionMs } = this.#limits;
    this.#idleInTransaction = setTimeout(
      () => this.destroy(new DatabaseInterrupted('25P03', 'A transaction was left idle and has been rolled back.')),
      idleInTransactionMs,
    );
    this.#idleInTransaction.unref();
  }
}

/** The type of the last message when `chunk` ends with a whole one; pg writes each message in one piece. */
function lastMessage(chunk: Buffer): number | undefined {
  let start = 0;
  let type: number | undefined;
  while (start + 5 <= chunk.length) {
    type = chunk[start];
    start += 1 + chunk.readUInt32BE(start + 1);
  }
  return start === chunk.length ? type : undefined;
}

function simpleQuery(text: string): Buffer {
  const body = Buffer.from(`${text}\0`);
  const head = Buffer.alloc(5);
  head.write('Q');
  head.writeUInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

function asError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error(String(reason));
}
