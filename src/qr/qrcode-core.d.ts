/** The drawing of codes without the library's renderers. The types of its whole package bring the types of a server along. */
declare module 'qrcode/lib/core/qrcode.js' {
  type Options = { readonly errorCorrectionLevel: 'L' | 'M' | 'Q' | 'H' };
  /** `data`: 1 for each dark module, row by row. @throws Error for a text that no code holds */
  export function create(text: string, options: Options): { modules: { size: number; data: Uint8Array } };
}
