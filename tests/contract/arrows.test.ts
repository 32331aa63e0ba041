import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

// The rooms' own tsconfig files over a tree of one tiny file a room: what compiles there compiles in the house.
const project = path.resolve(import.meta.dirname, '../..');
const ROOMS = ['domain', 'contract', 'store', 'src', 'sw', 'server'] as const;
type Room = (typeof ROOMS)[number];

const MAY: Record<Room, readonly Room[]> = {
  domain: [],
  contract: ['domain'],
  store: ['domain', 'contract'],
  src: ['domain', 'contract', 'store'],
  // References are transitive: a room may import what its references may.
  sw: ['domain', 'contract', 'store'],
  server: ['domain', 'contract'],
};

let tree: string;
let said: string;

beforeAll(() => {
  tree = mkdtempSync(path.join(tmpdir(), 'assent-arrows-'));
  for (const file of ['package.json', 'tsconfig.base.json']) cpSync(path.join(project, file), path.join(tree, file));
  // Only the types that the rooms name, so that nothing is written into the house's own folder of packages.
  mkdirSync(path.join(tree, 'node_modules/@types'), { recursive: true });
  for (const name of ['@types/node', 'undici-types', 'vite'])
    symlinkSync(path.join(project, 'node_modules', name), path.join(tree, 'node_modules', name));
  for (const room of ROOMS) {
    mkdirSync(path.join(tree, room));
    cpSync(path.join(project, room, 'tsconfig.json'), path.join(tree, room, 'tsconfig.json'));
    writeFileSync(path.join(tree, room, 'thing.ts'), `export const ${room}Thing: string = '${room}';\n`);
    for (const other of ROOMS.filter((each) => each !== room))
      writeFileSync(
        path.join(tree, room, `from-${other}.ts`),
        `import { ${other}Thing } from '#${other}/thing.ts';\nexport const seen: string = ${other}Thing;\n`,
      );
  }
  // One build of all rooms: what a room may not import is an error of its own, whatever the rooms below have of theirs.
  const compiler = path.join(project, 'node_modules/typescript/bin/tsc');
  said = spawnSync(process.execPath, [compiler, '-b', ...ROOMS], { cwd: tree, encoding: 'utf8' }).stdout;
});

afterAll(() => rmSync(tree, { recursive: true, force: true }));

test.each(ROOMS)('%s compiles with the imports it may have, and with no other', (room) => {
  const others = ROOMS.filter((each) => each !== room);
  const refused = others.filter((other) => new RegExp(`${room}/from-${other}\\.ts.*error TS6307`).test(said));
  expect(refused, said).toEqual(others.filter((other) => !MAY[room].includes(other)));
});
