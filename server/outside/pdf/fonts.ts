import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/** A family of fonts: all its weights hold the same characters. */
type FontFamily = { readonly family: string; readonly regular: string; readonly others: readonly string[] };

/** The families in the order in which a character looks for its glyph; the first holds all that the document says itself. */
const FAMILIES: readonly FontFamily[] = [
  {
    family: 'Noto Sans',
    regular: require.resolve('@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf'),
    others: [
      require.resolve('@expo-google-fonts/noto-sans/400Regular_Italic/NotoSans_400Regular_Italic.ttf'),
      require.resolve('@expo-google-fonts/noto-sans/600SemiBold/NotoSans_600SemiBold.ttf'),
      require.resolve('@expo-google-fonts/noto-sans/700Bold/NotoSans_700Bold.ttf'),
      require.resolve('@expo-google-fonts/noto-sans/700Bold_Italic/NotoSans_700Bold_Italic.ttf'),
    ],
  },
  {
    family: 'Vazirmatn',
    regular: require.resolve('@expo-google-fonts/vazirmatn/400Regular/Vazirmatn_400Regular.ttf'),
    others: [require.resolve('@expo-google-fonts/vazirmatn/700Bold/Vazirmatn_700Bold.ttf')],
  },
  {
    family: 'Noto Sans Arabic',
    regular: require.resolve('@expo-google-fonts/noto-sans-arabic/400Regular/NotoSansArabic_400Regular.ttf'),
    others: [require.resolve('@expo-google-fonts/noto-sans-arabic/700Bold/NotoSansArabic_700Bold.ttf')],
  },
  {
    family: 'Noto Sans Bengali',
    regular: require.resolve('@expo-google-fonts/noto-sans-bengali/400Regular/NotoSansBengali_400Regular.ttf'),
    others: [require.resolve('@expo-google-fonts/noto-sans-bengali/700Bold/NotoSansBengali_700Bold.ttf')],
  },
  {
    family: 'Noto Sans Gurmukhi',
    regular: require.resolve('@expo-google-fonts/noto-sans-gurmukhi/400Regular/NotoSansGurmukhi_400Regular.ttf'),
    others: [require.resolve('@expo-google-fonts/noto-sans-gurmukhi/700Bold/NotoSansGurmukhi_700Bold.ttf')],
  },
  {
    family: 'Noto Sans Gujarati',
    regular: require.resolve('@expo-google-fonts/noto-sans-gujarati/400Regular/NotoSansGujarati_400Regular.ttf'),
    others: [require.resolve('@expo-google-fonts/noto-sans-gujarati/700Bold/NotoSansGujarati_700Bold.ttf')],
  },
  {
    family: 'Noto Sans Tamil',
    regular: require.resolve('@expo-google-fonts/noto-sans-tamil/400Regular/NotoSansTamil_400Regular.ttf'),
    others: [require.resolve('@expo-google-fonts/noto-sans-tamil/700Bold/NotoSansTamil_700Bold.ttf')],
  },
  {
    family: 'Noto Sans Telugu',
    regular: require.resolve('@expo-google-fonts/noto-sans-telugu/400Regular/NotoSansTelugu_400Regular.ttf'),
    others: [require.resolve('@expo-google-fonts/noto-sans-telugu/700Bold/NotoSansTelugu_700Bold.ttf')],
  },
  {
    family: 'Noto Sans Malayalam',
    regular: require.resolve('@expo-google-fonts/noto-sans-malayalam/400Regular/NotoSansMalayalam_400Regular.ttf'),
    others: [require.resolve('@expo-google-fonts/noto-sans-malayalam/700Bold/NotoSansMalayalam_700Bold.ttf')],
  },
  {
    family: 'Noto Sans Sinhala',
    regular: require.resolve('@expo-google-fonts/noto-sans-sinhala/400Regular/NotoSansSinhala_400Regular.ttf'),
    others: [require.resolve('@expo-google-fonts/noto-sans-sinhala/700Bold/NotoSansSinhala_700Bold.ttf')],
  },
  {
    family: 'Noto Sans Hebrew',
    regular: require.resolve('@expo-google-fonts/noto-sans-hebrew/400Regular/NotoSansHebrew_400Regular.ttf'),
    others: [require.resolve('@expo-google-fonts/noto-sans-hebrew/700Bold/NotoSansHebrew_700Bold.ttf')],
  },
  {
    family: 'Noto Sans Thai',
    regular: require.resolve('@expo-google-fonts/noto-sans-thai/400Regular/NotoSansThai_400Regular.ttf'),
    others: [require.resolve('@expo-google-fonts/noto-sans-thai/700Bold/NotoSansThai_700Bold.ttf')],
  },
  {
    family: 'Noto Sans Ethiopic',
    regular: require.resolve('@expo-google-fonts/noto-sans-ethiopic/400Regular/NotoSansEthiopic_400Regular.ttf'),
    others: [require.resolve('@expo-google-fonts/noto-sans-ethiopic/700Bold/NotoSansEthiopic_700Bold.ttf')],
  },
  {
    family: 'Noto Sans Georgian',
    regular: require.resolve('@expo-google-fonts/noto-sans-georgian/400Regular/NotoSansGeorgian_400Regular.ttf'),
    others: [require.resolve('@expo-google-fonts/noto-sans-georgian/700Bold/NotoSansGeorgian_700Bold.ttf')],
  },
  {
    family: 'Noto Sans Armenian',
    regular: require.resolve('@expo-google-fonts/noto-sans-armenian/400Regular/NotoSansArmenian_400Regular.ttf'),
    others: [require.resolve('@expo-google-fonts/noto-sans-armenian/700Bold/NotoSansArmenian_700Bold.ttf')],
  },
  {
    family: 'Noto Sans Kannada',
    regular: require.resolve('@expo-google-fonts/noto-sans-kannada/400Regular/NotoSansKannada_400Regular.ttf'),
    others: [require.resolve('@expo-google-fonts/noto-sans-kannada/700Bold/NotoSansKannada_700Bold.ttf')],
  },
  {
    family: 'Noto Sans Oriya',
    regular: require.resolve('@expo-google-fonts/noto-sans-oriya/400Regular/NotoSansOriya_400Regular.ttf'),
    others: [require.resolve('@expo-google-fonts/noto-sans-oriya/700Bold/NotoSansOriya_700Bold.ttf')],
  },
  {
    family: 'Noto Sans Khmer',
    regular: require.resolve('@expo-google-fonts/noto-sans-khmer/400Regular/NotoSansKhmer_400Regular.ttf'),
    others: [require.resolve('@expo-google-fonts/noto-sans-khmer/700Bold/NotoSansKhmer_700Bold.ttf')],
  },
  {
    family: 'Noto Sans Lao',
    regular: require.resolve('@expo-google-fonts/noto-sans-lao/400Regular/NotoSansLao_400Regular.ttf'),
    others: [require.resolve('@expo-google-fonts/noto-sans-lao/700Bold/NotoSansLao_700Bold.ttf')],
  },
  {
    family: 'Noto Sans Myanmar',
    regular: require.resolve('@expo-google-fonts/noto-sans-myanmar/400Regular/NotoSansMyanmar_400Regular.ttf'),
    others: [require.resolve('@expo-google-fonts/noto-sans-myanmar/700Bold/NotoSansMyanmar_700Bold.ttf')],
  },
  {
    family: 'Noto Sans SC',
    regular: require.resolve('@expo-google-fonts/noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf'),
    others: [require.resolve('@expo-google-fonts/noto-sans-sc/700Bold/NotoSansSC_700Bold.ttf')],
  },
  {
    family: 'Noto Sans KR',
    regular: require.resolve('@expo-google-fonts/noto-sans-kr/400Regular/NotoSansKR_400Regular.ttf'),
    others: [require.resolve('@expo-google-fonts/noto-sans-kr/700Bold/NotoSansKR_700Bold.ttf')],
  },
  {
    family: 'Noto Emoji',
    regular: require.resolve('@expo-google-fonts/noto-emoji/400Regular/NotoEmoji_400Regular.ttf'),
    others: [],
  },
];

/** The family of a word in Arabic letters that {@link ARABIC_FIRST} does not hold whole: it holds every letter of that one too. */
export const ARABIC_WHOLE = 'Noto Sans Arabic';
/** The family in which Arabic is drawn: it has one glyph a letter, dots and all, so that a reader copies the letter. */
export const ARABIC_FIRST = 'Vazirmatn';

export const FONT_FAMILIES: readonly string[] = FAMILIES.map(({ family }) => family);

/** One regular file of each family, in their order: those of domain/values/font-coverage.ts. */
export function regularFontFiles(): string[] {
  return FAMILIES.map(({ regular }) => regular);
}

/** Every font file that a document may use. */
export function fontFiles(): string[] {
  return [...regularFontFiles(), ...FAMILIES.flatMap(({ others }) => others)];
}
