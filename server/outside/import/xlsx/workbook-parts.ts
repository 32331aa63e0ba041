import { IMPORT_COLUMNS_MOST, IMPORT_ROWS_MOST } from '#domain/imports/import-refusals.ts';
import { RefusedImport } from '#server/outside/import/refused-import.ts';
import { readFormats } from './number-format.ts';
import { isOn, walkXml } from './walk-xml.ts';

type Files = ReadonlyMap<string, Buffer>;
type WorkbookSheet = { readonly name: string; readonly path: string; readonly isShown: boolean };

/** A workbook but for its cells. */
export type WorkbookParts = {
  /** those with cells, in their order */
  readonly sheets: readonly WorkbookSheet[];
  /** whether its days are counted from 1904 */
  readonly is1904: boolean;
  /** the texts that its cells share */
  readonly texts: readonly string[];
  /** the number format of each style of a cell */
  readonly formats: readonly string[];
};

/** Texts that a workbook shares among its cells: a full sheet of different ones. */
const SHARED_MOST = IMPORT_COLUMNS_MOST * (IMPORT_ROWS_MOST + 1);

/** @throws RefusedImport */
export function readWorkbookParts(files: Files): WorkbookParts {
  const path = targetsOf(files, '')[0]?.path;
  const part = path === undefined ? undefined : files.get(path);
  if (path === undefined || part === undefined) throw new RefusedImport('DAMAGED');
  const targets = targetsOf(files, path);
  const partOf = (kind: string) => files.get(targets.find((each) => each.kind === kind)?.path ?? '');
  const sheets: WorkbookSheet[] = [];
  let is1904 = false;
  walkXml(part, {
    open(tag, attributes) {
      if (tag === 'workbookPr') is1904 = isOn(attributes['date1904']);
      if (tag !== 'sheet') return;
      const [, id] = Object.entries(attributes).find(([name]) => name.endsWith(':id')) ?? [];
      const target = targets.find((each) => each.id === id);
      const { name, state = 'visible' } = attributes;
      // Sheets of charts alone have no cells.
      if (name !== undefined && target?.kind === 'worksheet')
        sheets.push({ name, path: target.path, isShown: state === 'visible' });
    },
  });
  return { sheets, is1904, texts: readTexts(partOf('sharedStrings')), formats: readFormats(partOf('styles')) };
}

type Target = { readonly id: string; readonly kind: string; readonly path: string };

/** The parts that a part refers to; of the archive itself the workbook alone. @param path - '' for the archive */
function targetsOf(files: Files, path: string): Target[] {
  const folder = path.split('/').slice(0, -1);
  const file = path.split('/').at(-1) ?? '';
  const relations = files.get([...folder, '_rels', `${file}.rels`].join('/'));
  const targets: Target[] = [];
  walkXml(relations ?? Buffer.alloc(0), {
    open(tag, { Id: id = '', Type: type = '', Target: target = '' }) {
      if (tag === 'Relationship') targets.push({ id, kind: type.split('/').at(-1) ?? '', path: resolvePath(folder, target) });
    },
  });
  return path === '' ? targets.filter(({ kind }) => kind === 'officeDocument') : targets;
}

function resolvePath(folder: readonly string[], target: string): string {
  const parts = target.startsWith('/') ? [] : [...folder];
  for (const part of target.split('/'))
    if (part === '..') parts.pop();
    else if (part !== '.' && part !== '') parts.push(part);
  return parts.join('/');
}

/** @throws RefusedImport TEXT as soon as they are too many */
function readTexts(part: Buffer | undefined): string[] {
  const texts: string[] = [];
  const text = textCollector();
  walkXml(part ?? Buffer.alloc(0), {
    open(tag) {
      if (tag === 'si' && texts.length >= SHARED_MOST) throw new RefusedImport('TEXT');
      text.open(tag);
    },
    text: (characters) => text.add(characters),
    close(tag) {
      text.close(tag);
      if (tag === 'si') texts.push(text.take());
    },
  });
  return texts;
}

/** Collects the text of a cell, or of a shared one, with all its runs; how it is pronounced is no part of it. */
export function textCollector() {
  let collected = '';
  let isText = false;
  let isSpoken = false;
  return {
    open: (tag: string) => {
      if (tag === 't') isText = true;
      if (tag === 'rPh') isSpoken = true;
    },
    add: (characters: string) => {
      if (isText && !isSpoken) collected += characters;
    },
    close: (tag: string) => {
      if (tag === 't') isText = false;
      if (tag === 'rPh') isSpoken = false;
    },
    take: (): string => {
      const text = unescaped(collected);
      collected = '';
      return text;
    },
  };
}

/** `_x000D_` stands for a character that XML cannot hold. */
export function unescaped(text: string): string {
  return text.replaceAll(/_x([0-9A-Fa-f]{4})_/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}
