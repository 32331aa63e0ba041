import fs from 'node:fs';
import path from 'node:path';

/** A page of prose by its path from the root of the project. */
export type Page = { readonly file: string; readonly text: string };

/** Endings of files that the project holds; other words with a full stop are no files. */
const FILE = /\.(?:tsx?|mjs|css|json|md|typ|sql|csv|html|ya?ml|webmanifest)$/;
/** Names of files and folders: paths, and single names with an ending. */
const NAMES = /[\w@*<>{}-][\w@.*<>{},-]*(?:\/[\w.*<>{},-]+)+|[\w-]+(?:\.[\w-]+)*\.[a-z]{2,12}\b/g;

/**
 * An index of a project's files for names that may be shortened: `patients/NewPatient`, `serve.ts`, `tests/journeys/main-job`.
 *
 * @param files - all of it, by paths from the root
 */
export function namesOf(files: readonly string[]) {
  const known = new Set<string>();
  const folders = new Set<string>();
  for (const file of files) {
    const parts = file.split('/');
    for (let end = 1; end <= parts.length; end += 1)
      for (let start = 0; start < end; start += 1) {
        const name = parts.slice(start, end).join('/');
        known.add(name).add(name.replace(/(?:\.test)?\.(?:tsx?|mjs)$/, ''));
        if (end < parts.length) folders.add(parts[end - 1] ?? '');
      }
  }
  /** Whether a name could be one of a file or folder: it has an ending, or begins with the name of a folder. */
  const isName = (name: string) => FILE.test(name) || (name.includes('/') && folders.has(name.split('/')[0] ?? ''));
  const isKnown = (name: string) => {
    if (!/[<*{]/.test(name)) return known.has(name);
    const signs = name.replaceAll(/<[^>]*>/g, '*').replaceAll(/[.+?^$()|[\]\\]/g, String.raw`\$&`);
    const pattern = signs
      .replaceAll('*', '[^/]*')
      .replaceAll(/\{([^}]*)\}/g, (_, all: string) => `(?:${all.replaceAll(',', '|')})`);
    return [...known].some((each) => new RegExp(`^${pattern}$`).test(each));
  };
  return { isName, isKnown };
}

/** Names in a text that look like paths or files, each once. */
export function namedIn(text: string): readonly string[] {
  const prose = text.replaceAll(/\b\w+:\/\/\S+/g, ' ');
  const found = [...prose.matchAll(NAMES)].map(([name]) => name.replace(/[.,]+$/, '').replace(/^(?:\.{1,2}\/)+/, ''));
  return [...new Set(found)];
}

/** Targets of links in Markdown that lead to another file of the project, as paths from its root. */
export function linksOf({ file, text }: Page): readonly string[] {
  const targets = [...text.matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)].map(([, target = '']) => target);
  return targets.filter((target) => !/^\w+:/.test(target)).map((target) => path.posix.join(path.posix.dirname(file), target));
}

/** Folders and files in the columns of tables whose heading is the path of a folder: `src/` with `ui/theme` is `src/ui/theme`. */
export function placesInTables(text: string): readonly string[] {
  let roots: readonly string[] = [];
  return text.split('\n').flatMap((line, at, lines) => {
    if (!line.startsWith('|')) return [];
    const cells = line.split('|').slice(1, -1);
    if (lines[at + 1]?.startsWith('|---') === true) {
      roots = cells.map((cell) => /^ `([\w/-]+\/)` $/.exec(cell)?.[1] ?? '');
      return [];
    }
    return cells.flatMap((cell, column) => {
      const root = roots[column] ?? '';
      return root === '' ? [] : [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => `${root}${name}`);
    });
  });
}

/** Every folder below some rooms. */
export function foldersOf(rooms: readonly string[], root: string): readonly string[] {
  return rooms.flatMap((room) =>
    fs
      .readdirSync(path.join(root, room), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name))),
  );
}
