/** Sentences that people can meet, by room and file, made from the code below `root`. */
export function collectWords(root: string): readonly {
  readonly title: string;
  readonly files: readonly { readonly file: string; readonly words: readonly string[] }[];
}[];
