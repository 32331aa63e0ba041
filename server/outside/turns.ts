import { Refused } from '#server/api-error.ts';

/** Sign-ins and other calls of strangers that cost much: a few run at once, some wait, and each network gets its share. */
export type Turns = {
  /**
   * Runs work when it is its turn: networks take turns, and the one with the most waiting loses its last when the room is full.
   *
   * @throws Refused BUSY when there is no room
   */
  run<T>(network: string, work: () => Promise<T>): Promise<T>;
  /** Notes a limit that is spent until a moment, epoch ms. */
  noteSpent(name: string, until: number): void;
  /** The moment until which a limit is spent as far as this server knows, epoch ms; undefined for one that is not. */
  spentUntil(name: string): number | undefined;
  forgetSpent(name: string): void;
  /** Whether a slow turn of a spent limit is free; taking it closes it for a tenth of a second. */
  takeSlow(name: string): boolean;
};

const TURNS_AT_ONCE = 2;
const WAITING_TURNS_MOST = 60;
/** Names remembered; the oldest go first, and are then looked up in the database again. */
const REMEMBERED_NAMES_MOST = 10_000;
/** Between two attempts at a spent limit that are looked at, ms. */
const SLOW_PACE = 100;

/** Times of the clock, epoch ms. */
type Spent = { readonly notedAt: number; readonly until: number };
type Waiting = { start: () => void; refuse: (error: Refused) => void };

/** @param clock - epoch ms */
export function openTurns(clock: () => number): Turns {
  let running = 0;
  const rooms = new Map<string, Waiting[]>();
  const spent = new Map<string, Spent>();
  const slow = new Map<string, number>();

  function wait(network: string): Promise<void> {
    if (waitingIn(rooms) >= WAITING_TURNS_MOST) makeRoom(rooms, network);
    return new Promise((start, refuse) => {
      const own = rooms.get(network) ?? [];
      own.push({ start, refuse });
      rooms.set(network, own);
    });
  }

  function startNext(): void {
    const [next] = rooms;
    if (next === undefined) {
      running -= 1;
      return;
    }
    const [network, waiting] = next;
    rooms.delete(network);
    waiting.shift()?.start();
    // Behind the other networks.
    if (waiting.length > 0) rooms.set(network, waiting);
  }

  return {
    run: async (network, work) => {
      if (running < TURNS_AT_ONCE) running += 1;
      else await wait(network);
      try {
        return await work();
      } finally {
        startNext();
      }
    },
    noteSpent: (name, until) => remember(spent, name, { notedAt: clock(), until }),
    spentUntil: (name) => {
      const now = clock();
      const noted = spent.get(name);
      // Noted by a clock that was ahead: the database has the limit by the clock of today.
      if (noted !== undefined && noted.notedAt <= now && noted.until > now) return noted.until;
      spent.delete(name);
      return undefined;
    },
    forgetSpent: (name) => void spent.delete(name),
    takeSlow: (name) => {
      const wait = (slow.get(name) ?? 0) - clock();
      if (wait > 0 && wait <= SLOW_PACE) return false;
      remember(slow, name, clock() + SLOW_PACE);
      return true;
    },
  };
}

function waitingIn(rooms: ReadonlyMap<string, readonly Waiting[]>): number {
  return [...rooms.values()].reduce((sum, { length }) => sum + length, 0);
}

/** @throws Refused BUSY when no other network has more waiting */
function makeRoom(rooms: ReadonlyMap<string, Waiting[]>, network: string): void {
  const busy = () => new Refused('BUSY', { retryAfter: 2 });
  const longest = [...rooms.values()].reduce<Waiting[]>((most, each) => (each.length > most.length ? each : most), []);
  if (longest.length <= (rooms.get(network)?.length ?? 0) + 1) throw busy();
  longest.pop()?.refuse(busy());
}

function remember<T>(names: Map<string, T>, name: string, value: T): void {
  names.delete(name);
  names.set(name, value);
  const [oldest] = names.keys();
  if (names.size > REMEMBERED_NAMES_MOST && oldest !== undefined) names.delete(oldest);
}
