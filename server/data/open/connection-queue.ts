import { AsyncLocalStorage } from 'node:async_hooks';
import { DatabaseBusy } from './errors.ts';

const background = new AsyncLocalStorage<boolean>();

/** Runs work whose queries come last: those of everybody else are served first, however long it waits. */
export function inBackground<T>(work: () => Promise<T>): Promise<T> {
  return background.run(true, work);
}

/** How the connections to a database are used now. */
export type ConnectionUse = { readonly busy: number; readonly waiting: number; readonly most: number };

/** The callers that wait for one of `size` connections; times in ms. */
type Limits = { readonly size: number; readonly waiting: number; readonly waitMs: number };
type Waiting = { readonly start: () => void };

/**
 * Lets so many callers through as there are connections, in the order they came; callers in the background wait behind all others and
 * hold at most half of several connections.
 */
export class ConnectionQueue {
  readonly #limits: Limits;
  readonly #backgroundMost: number;
  readonly #first = new Set<Waiting>();
  readonly #last = new Set<Waiting>();
  #used = 0;
  #usedInBackground = 0;

  constructor(limits: Limits) {
    this.#limits = limits;
    this.#backgroundMost = Math.max(1, Math.floor(limits.size / 2));
  }

  /** Connections in use, callers that wait for one, and the most connections. */
  use(): ConnectionUse {
    return { busy: this.#used, waiting: this.#first.size + this.#last.size, most: this.#limits.size };
  }

  /** Waits for a connection. @returns gives it back @throws DatabaseBusy when too many wait already, or after too long */
  async enter(): Promise<() => void> {
    const isLast = background.getStore() === true;
    if (!this.#hasRoom(isLast) || (isLast ? this.#last : this.#first).size > 0) await this.#wait(isLast);
    else this.#take(isLast);
    let isOpen = true;
    return () => {
      if (!isOpen) return;
      isOpen = false;
      this.#used -= 1;
      if (isLast) this.#usedInBackground -= 1;
      this.#startNext();
    };
  }

  #hasRoom(isLast: boolean): boolean {
    if (this.#used >= this.#limits.size) return false;
    return !isLast || (this.#first.size === 0 && this.#usedInBackground < this.#backgroundMost);
  }

  #take(isLast: boolean): void {
    this.#used += 1;
    if (isLast) this.#usedInBackground += 1;
  }

  #wait(isLast: boolean): Promise<void> {
    const queue = isLast ? this.#last : this.#first;
    if (queue.size >= this.#limits.waiting) throw new DatabaseBusy('Too many requests wait for the database. Please try again.');
    return new Promise((resolve, reject) => {
      const waiting: Waiting = {
        start: () => {
          clearTimeout(timer);
          queue.delete(waiting);
          this.#take(isLast);
          resolve();
        },
      };
      const timer = setTimeout(() => {
        queue.delete(waiting);
        reject(new DatabaseBusy('The database is busy. Please try again.'));
      }, this.#limits.waitMs);
      queue.add(waiting);
    });
  }

  #startNext(): void {
    const [first] = this.#first;
    if (first !== undefined && this.#hasRoom(false)) return first.start();
    const [last] = this.#last;
    if (last !== undefined && this.#hasRoom(true)) last.start();
  }
}
