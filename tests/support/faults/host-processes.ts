import { spawn, type ChildProcess } from 'node:child_process';
import fs from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

/** The processes that stand for one machine: some programs, and all that they started. */
export type Host = {
  readonly start: (program: Program) => ChildProcess;
  /** Kills all its processes at once, as a power cut does. */
  kill(): Promise<void>;
  freeze(): void;
  thaw(): void;
  /** The last that a program wrote. */
  said(): string;
};

/** `identity` is user and group, where another than the test's own is needed. */
export type Program = {
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  readonly identity?: { uid: number; gid: number } | undefined;
};

// Whatever ends the tests ends the machines.
const running = new Set<() => void>();
const killEverything = (): void => running.forEach((kill) => kill());
for (const end of ['exit', 'SIGTERM'] as const) process.once(end, killEverything);

/** @param pidFiles - name processes that left their parents, as PostgreSQL does under Patroni */
export function newHost(pidFiles: readonly string[] = []): Host {
  const own = new Set<ChildProcess>();
  let said = '';
  const pids = (): number[] => {
    const roots = [...own].map(({ pid }) => pid).concat(pidFiles.map(pidIn));
    return withDescendants(roots.filter((pid) => pid !== undefined));
  };
  const killAll = (): void => {
    // Stopped first: nothing starts anew while the list is read.
    send(pids(), 'SIGSTOP');
    send(pids(), 'SIGKILL');
  };
  running.add(killAll);
  return {
    start: ({ command, args, env = {}, cwd = '/tmp', identity }) => {
      const child = spawn(command, args, {
        ...identity,
        cwd,
        env: { PATH: process.env['PATH'], LANG: 'C.UTF-8', ...env },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      const hear = (piece: Buffer): void => void (said = (said + piece.toString()).slice(-6_000));
      child.stdout.on('data', hear);
      child.stderr.on('data', hear);
      child.once('exit', () => own.delete(child));
      own.add(child);
      return child;
    },
    kill: async () => {
      killAll();
      for (let tries = 0; tries < 200 && pids().length > 0; tries += 1) await wait(20);
    },
    freeze: () => send(pids(), 'SIGSTOP'),
    thaw: () => send(pids(), 'SIGCONT'),
    said: () => said,
  };
}

/** The process that a file names, while it runs. */
function pidIn(file: string): number | undefined {
  const pid = fs.existsSync(file) ? Number(fs.readFileSync(file, 'utf8').split('\n')[0]) : Number.NaN;
  // The number of a file that a kill left behind may be another's by now.
  return Number.isInteger(pid) && pid > 1 && commandOf(pid).includes('postgres') ? pid : undefined;
}

function commandOf(pid: number): string {
  try {
    return fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}

function withDescendants(roots: readonly number[]): number[] {
  const parents = new Map<number, number>();
  for (const name of fs.readdirSync('/proc')) {
    const parent = /^\d+$/.test(name) ? parentOf(name) : undefined;
    if (parent !== undefined) parents.set(Number(name), parent);
  }
  const found = new Set(roots.filter((pid) => parents.has(pid)));
  for (let before = -1; before !== found.size;) {
    before = found.size;
    for (const [pid, parent] of parents) if (found.has(parent)) found.add(pid);
  }
  return [...found];
}

/** The parent of a running process; undefined for one that has ended or waits to be buried. */
function parentOf(name: string): number | undefined {
  try {
    const [, state, parent] = /\) (\S) (\d+)/.exec(fs.readFileSync(`/proc/${name}/stat`, 'utf8')) ?? [];
    return state === 'Z' ? undefined : Number(parent);
  } catch {
    return undefined;
  }
}

function send(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch {
      // It has ended meanwhile.
    }
  }
}
