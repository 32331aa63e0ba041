/** The list of all sentences that people can meet, as Markdown, made from the code below `root`. */
export function listWords(root: string): string;
