export type PdfTools = { pdfsig?: string; pdftotext?: string; pdftoppm?: string; pdfdetach?: string; qpdf?: string };

/** Paths of programs; `postgresBin` is the folder of initdb and postgres, 15 or newer; `missing` names what was not found. */
export type Tools = {
  chromium?: string;
  headlessShell?: string;
  postgresBin?: string;
  openssl?: string;
  pdf: PdfTools;
  missing: string[];
};

/** Looks for the tools and installs nothing. */
export function findTools(): Tools;

/** Finds the tools, installs what is missing where it can, and with `ci` throws when anything is still missing. */
export function ensureTools(options?: { ci?: boolean }): Promise<Tools>;
