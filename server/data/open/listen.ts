import pg from 'pg';
import { backoffDelay } from '#contract/engine/retry.ts';
import { CHANGES } from '#server/data/live/notices.ts';
import type { ChangeListener } from './connection.ts';

/** Times of the listening connection, ms [choice]; tests divide them. */
export type ListenTiming = {
  /** first and longest delay before the connection is opened again */
  readonly first: number;
  readonly max: number;
  /** interval of the question whether the database still answers, and the wait for its answer */
  readonly checkEvery: number;
  readonly answerWithin: number;
};

const TIMING: ListenTiming = { first: 200, max: 10_000, checkEvery: 10_000, answerWithin: 5_000 };

/** A connection that is opened again until it is closed. */
export type Listening = { close(): Promise<void> };

/**
 * Follows the channel of changes on a connection of its own, one for the whole server. A connection that breaks, or whose database
 * does not answer in time (a frozen or a replaced machine breaks nothing), is given up and opened again with back-off and jitter.
 */
export function openListening(url: string, listener: ChangeListener, timing: ListenTiming = TIMING): Listening {
  let current: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;
  let failures = 0;

  const later = (ms: number, run: () => void): void => {
    clearTimeout(timer);
    if (isClosed) return;
    timer = setTimeout(run, ms);
    timer.unref();
  };
  const giveUp = (client: pg.Client): void => {
    if (current !== client) return;
    current = undefined;
    void client.end().catch(ignore);
    if (isClosed) return;
    listener.onDisconnected();
    later(Math.random() * backoffDelay(failures, timing), open);
    failures += 1;
  };
  const check = (client: pg.Client): void => {
    const overTime = setTimeout(() => giveUp(client), timing.answerWithin);
    client
      .query('select 1')
      .then(() => current === client && later(timing.checkEvery, () => check(client)))
      .catch(() => giveUp(client))
      .finally(() => clearTimeout(overTime));
  };
  const begin = async (client: pg.Client): Promise<void> => {
    await client.connect();
    await listenToChanges(client, listener);
    failures = 0;
    later(timing.checkEvery, () => check(client));
  };
  const open = (): void => {
    const client = new pg.Client({
      connectionString: url,
      keepAlive: true,
      connectionTimeoutMillis: timing.answerWithin,
      application_name: 'assent live',
    });
    current = client;
    client.on('error', () => giveUp(client));
    client.on('end', () => giveUp(client));
    begin(client).catch(() => giveUp(client));
  };
  open();
  return {
    close: async () => {
      isClosed = true;
      clearTimeout(timer);
      const client = current;
      current = undefined;
      await client?.end().catch(ignore);
    },
  };
}

/** Makes a connection report the channel of changes. */
export async function listenToChanges(client: pg.ClientBase, listener: ChangeListener): Promise<void> {
  client.on('notification', ({ payload }) => listener.onNotice(payload ?? ''));
  await client.query(`listen ${CHANGES}`);
  listener.onConnected();
}

function ignore(): void {}
