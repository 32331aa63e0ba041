import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

// The characters that the document's fonts hold. `node scripts/font-coverage.mjs` writes domain/values/font-coverage.ts anew;
// tests/server/outside/pdf/font-coverage.test.ts compares it with the fonts of the server.

const FONTS = [
  '@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf',
  '@expo-google-fonts/vazirmatn/400Regular/Vazirmatn_400Regular.ttf',
  '@expo-google-fonts/noto-sans-arabic/400Regular/NotoSansArabic_400Regular.ttf',
  '@expo-google-fonts/noto-sans-bengali/400Regular/NotoSansBengali_400Regular.ttf',
  '@expo-google-fonts/noto-sans-gurmukhi/400Regular/NotoSansGurmukhi_400Regular.ttf',
  '@expo-google-fonts/noto-sans-gujarati/400Regular/NotoSansGujarati_400Regular.ttf',
  '@expo-google-fonts/noto-sans-tamil/400Regular/NotoSansTamil_400Regular.ttf',
  '@expo-google-fonts/noto-sans-telugu/400Regular/NotoSansTelugu_400Regular.ttf',
  '@expo-google-fonts/noto-sans-malayalam/400Regular/NotoSansMalayalam_400Regular.ttf',
  '@expo-google-fonts/noto-sans-sinhala/400Regular/NotoSansSinhala_400Regular.ttf',
  '@expo-google-fonts/noto-sans-hebrew/400Regular/NotoSansHebrew_400Regular.ttf',
  '@expo-google-fonts/noto-sans-thai/400Regular/NotoSansThai_400Regular.ttf',
  '@expo-google-fonts/noto-sans-ethiopic/400Regular/NotoSansEthiopic_400Regular.ttf',
  '@expo-google-fonts/noto-sans-georgian/400Regular/NotoSansGeorgian_400Regular.ttf',
  '@expo-google-fonts/noto-sans-armenian/400Regular/NotoSansArmenian_400Regular.ttf',
  '@expo-google-fonts/noto-sans-kannada/400Regular/NotoSansKannada_400Regular.ttf',
  '@expo-google-fonts/noto-sans-oriya/400Regular/NotoSansOriya_400Regular.ttf',
  '@expo-google-fonts/noto-sans-khmer/400Regular/NotoSansKhmer_400Regular.ttf',
  '@expo-google-fonts/noto-sans-lao/400Regular/NotoSansLao_400Regular.ttf',
  '@expo-google-fonts/noto-sans-myanmar/400Regular/NotoSansMyanmar_400Regular.ttf',
  '@expo-google-fonts/noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf',
  '@expo-google-fonts/noto-sans-kr/400Regular/NotoSansKR_400Regular.ttf',
  '@expo-google-fonts/noto-emoji/400Regular/NotoEmoji_400Regular.ttf',
];

/**
 * The code points of a font as text: start and end of each range in order, each as its distance from the number before, base 36.
 *
 * @param {Buffer} font
 * @returns {string}
 */
export function coverageOf(font) {
  /** @type {number[]} */
  const ranges = [];
  for (const code of [...codesOf(font)].toSorted((one, other) => one - other)) {
    if (ranges.at(-1) === code - 1) ranges[ranges.length - 1] = code;
    else ranges.push(code, code);
  }
  return ranges.map((code, index) => (code - (ranges[index - 1] ?? 0)).toString(36)).join(',');
}

/** Reads a font's character map: OpenType `cmap`, formats 12 and 4. @param {Buffer} font @returns {Set<number>} */
function codesOf(font) {
  const cmap = tableOffset(font, 'cmap');
  /** @type {Set<number>} */
  let best = new Set();
  for (let index = 0; index < font.readUInt16BE(cmap + 2); index++) {
    const table = cmap + font.readUInt32BE(cmap + 4 + index * 8 + 4);
    const format = font.readUInt16BE(table);
    if (format === 12) return groups(font, table);
    if (format === 4) best = segments(font, table);
  }
  return best;
}

/** @param {Buffer} font @param {string} tag */
function tableOffset(font, tag) {
  for (let entry = 12; entry < 12 + font.readUInt16BE(4) * 16; entry += 16) {
    if (font.toString('latin1', entry, entry + 4) === tag) return font.readUInt32BE(entry + 8);
  }
  throw new Error(`A font of this program has no ${tag} table.`);
}

/** @param {Buffer} font @param {number} table */
function groups(font, table) {
  /** @type {Set<number>} */
  const codes = new Set();
  for (let index = 0; index < font.readUInt32BE(table + 12); index++) {
    const group = table + 16 + index * 12;
    for (let code = font.readUInt32BE(group); code <= font.readUInt32BE(group + 4); code++) codes.add(code);
  }
  return codes;
}

/** @param {Buffer} font @param {number} table */
function segments(font, table) {
  const length = font.readUInt16BE(table + 6);
  /** @type {Set<number>} */
  const codes = new Set();
  for (let index = 0; index < length; index += 2) {
    const end = font.readUInt16BE(table + 14 + index);
    const start = font.readUInt16BE(table + 16 + length + index);
    const delta = font.readUInt16BE(table + 16 + length * 2 + index);
    const position = table + 16 + length * 3 + index;
    const offset = font.readUInt16BE(position);
    for (let code = start; code <= end && code < 0xffff; code++) {
      const listed = offset === 0 ? code : font.readUInt16BE(position + offset + (code - start) * 2);
      const glyph = offset === 0 || listed !== 0 ? (listed + delta) % 0x10000 : 0;
      if (glyph !== 0) codes.add(code);
    }
  }
  return codes;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { resolve } = createRequire(import.meta.url);
  const lines = FONTS.map((name) => `  '${coverageOf(fs.readFileSync(resolve(name)))}',\n`).join('');
  const text = `/** The code points of each font of the document, written by scripts/font-coverage.mjs: the ranges' starts and ends as distances, base 36. */
export const FONT_COVERAGE: readonly string[] = [
${lines}];
`;
  fs.writeFileSync(path.resolve(import.meta.dirname, '../domain/values/font-coverage.ts'), text);
}
