import { settled } from '#store/db/read-row.ts';

/** A database of the browser as it lies on the disk: its version, its tables with their indexes, and every row. */
export type StoredDatabase = {
  readonly name: string;
  readonly version: number;
  readonly tables: readonly {
    readonly name: string;
    readonly keyPath: string | string[] | null;
    readonly autoIncrement: boolean;
    readonly indexes: readonly { name: string; keyPath: string | string[]; unique: boolean; multiEntry: boolean }[];
    readonly rows: readonly unknown[];
  }[];
};

/** Every database of this browser whose name is wanted, row by row. */
export async function storedDatabases(isWanted: (name: string) => boolean): Promise<StoredDatabase[]> {
  const names = (await indexedDB.databases()).flatMap(({ name }) => (name !== undefined && isWanted(name) ? name : []));
  return Promise.all(names.map(read));
}

async function read(name: string): Promise<StoredDatabase> {
  const db = await settled(indexedDB.open(name));
  const tables: StoredDatabase['tables'][number][] = [];
  for (const table of db.objectStoreNames) {
    const store = db.transaction(table).objectStore(table);
    const { keyPath, autoIncrement } = store;
    const indexes = [...store.indexNames].map((each) => {
      const { name: of, keyPath: path, unique, multiEntry } = store.index(each);
      return { name: of, keyPath: path, unique, multiEntry };
    });
    tables.push({ name: table, keyPath, autoIncrement, indexes, rows: await settled(store.getAll()) });
  }
  const { version } = db;
  db.close();
  return { name, version, tables };
}

/** Puts databases into this browser as they were read. */
export async function restoreDatabases(databases: readonly StoredDatabase[]): Promise<void> {
  for (const { name, version, tables } of databases) {
    const opening = indexedDB.open(name, version);
    opening.addEventListener('upgradeneeded', () => {
      for (const { name: table, keyPath, autoIncrement, indexes, rows } of tables) {
        const store = opening.result.createObjectStore(table, { keyPath, autoIncrement });
        for (const { name: of, keyPath: by, unique, multiEntry } of indexes) store.createIndex(of, by, { unique, multiEntry });
        for (const row of rows) store.add(row);
      }
    });
    (await settled(opening)).close();
  }
}
