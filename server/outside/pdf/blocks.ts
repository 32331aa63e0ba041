import type { LatinNames } from '#domain/values/printable.ts';
import type { PatientLanguage } from '#domain/values/patient-languages.ts';

/** A stretch of text in one style. Line feeds inside `text` are kept as line breaks. */
export type Span = {
  text: string;
  bold?: boolean;
  italic?: boolean;
  underline?: boolean;
  /** Only `https:` and `mailto:` addresses become links; any other is drawn as plain text. */
  link?: string;
  /** of a foreign phrase, for readers that speak the text */
  language?: PatientLanguage;
  /** smaller and grey: a note beside what counts */
  quiet?: boolean;
  /** The words before it in the language named: they stand below, in the direction of their language. */
  translates?: boolean;
};

/** The meaning of an English text above it, in another language and its direction. */
export type Meaning = { language: PatientLanguage; text: string };

/** The meaning of a statement; without `text` nobody has written it. `beside`: which words count, or that there are none, in both languages. */
export type SignedMeaning = { language: PatientLanguage; text?: string; beside: { english: string; text: string } };

/** The meaning of a choice with its answer; without `answer` nobody has written that of the answer. */
export type ChoiceMeaning = { language: PatientLanguage; title: string; answer?: string };

/** A point of a signature pad: both from 0 to 1, `y` downwards; a pad is three times as wide as high. */
export type InkPoint = { x: number; y: number };

export type PdfTone = 'info' | 'ok' | 'warn' | 'stop';

/** The content of the signature box. `spoken` and `paper` have no ink: a text says how the signer agreed. `absent` is no box: a line says why. */
export type SignatureMark =
  | { kind: 'ink'; strokes: readonly (readonly InkPoint[])[] }
  | { kind: 'typed'; text: string }
  | { kind: 'spoken' | 'paper' | 'absent'; words: string }
  | { kind: 'empty'; words?: string };

export type PdfIdentity = {
  kind: 'identity';
  /** Drawn in capitals. */
  lastName: string;
  firstName: string;
  born: string;
  /** Already written 3 3 4; without one the document says that none is recorded. */
  nhsNumber?: string;
  hospitalNumber?: string;
  /** This product's own number of the patient, such as P-000412. */
  recordNumber?: string;
  /** Which consent this is, such as "Version 1, 6 August 2026". */
  consent?: string;
  /** `side` is in words, such as "RIGHT eye"; it is left out where there are no sides. `acronym` stands behind both, such as " (PHACO)"; `note` is short, such as the anaesthetic. */
  procedures: readonly { name: string; side?: string; acronym?: string; note?: string }[];
};

export type SignatureBlock = {
  kind: 'signature';
  /** Such as "Signature 1.1". */
  label: string;
  name: string;
  role: string;
  statement: string;
  meaning?: SignedMeaning;
  method?: string;
  /** Both already written with their time zone. */
  onDevice?: string;
  received?: string;
  /** A sentence about a device whose clock was wrong. */
  clock?: string;
  /** How the signer showed who they are. */
  identity?: string;
  /** The language of the pages that were read, and whether a browser had translated them. */
  language?: string;
  /** The scan of a signature on paper. */
  scan?: string;
  witness?: string;
  /** Grade and registration number, as they were when this was signed. */
  credentials?: string;
  /** The words of a signer who did not agree. */
  note?: string;
  /** SHA-256 of what was signed here, where that is not the form. */
  digest?: string;
  /** Stands on the left of a new row, so that the next one (its witness) stands beside it. */
  startsRow?: boolean;
  mark: SignatureMark;
};

/** The place of a signer on a printed form: boxes for signature, name and date, or words where none is needed. */
export type InkBox = {
  kind: 'inkBox';
  label: string;
  role: string;
  /** Empty where the form does not know it. */
  name: string;
  statement: string;
  meaning?: SignedMeaning;
  words?: string;
  /** Boxes of somebody who attests a mark or spoken words: when, and the sentences of which one is ticked. */
  witness?: { lead: string; sentences: readonly string[] };
};

/** A box to write into. `share` is its part of the row's width (1 when absent). */
export type WriteBox = { label: string; share?: number };

/**
 * A question to answer by hand: boxes to tick, and so many ruled lines (one when both are absent). `meaning`: of the label and of each
 * option in another language.
 */
export type WriteField = {
  label: string;
  options?: readonly string[];
  lines?: number;
  meaning?: { language: PatientLanguage; label: string; options: readonly (string | undefined)[] };
};

/** Blocks to be filled in by hand on paper. */
export type WriteBlock =
  | { kind: 'writeBoxes'; rows: readonly (readonly WriteBox[])[] }
  | { kind: 'writeFields'; rows: readonly WriteField[] }
  /** A place for the patient's label, 70 mm wide and 32 mm high, beside boxes to write into. */
  | { kind: 'labelBoxes'; label: string; rows: readonly (readonly WriteBox[])[] }
  /** Empty lines over the whole width. */
  | { kind: 'writeLines'; lines: number }
  | CodedCase;

/** A case on a sheet that is filled in by hand; without `qr` it has no code, and `code` says why. */
export type CodedCase = {
  kind: 'codedCase';
  code: string;
  /** the text of the QR code */
  qr?: string;
  title: string;
  lines: readonly string[];
  /** lines that must not be missed, such as procedure and side */
  strong: readonly string[];
  options: readonly string[];
  rows: readonly (readonly WriteBox[])[];
};

/** A link as a code for a camera, beside how it is opened by it, by its address, or otherwise. */
export type LinkCode = {
  kind: 'linkCode';
  url: string;
  /** the words for somebody who does not see the code */
  alt: string;
  scan: string;
  orType: string;
  spans: readonly Span[];
};

/** The first page of a letter: what the window of an envelope shows, and lines beside it. `language`: of the title, English where absent. */
export type LetterWindow = { to: readonly string[]; beside: readonly string[]; language?: PatientLanguage };

/** The code of each page: `before`, the page, the number of pages and `after` if there is one, with colons between. */
export type PageCodeParts = { before: string; after?: string };

export type Fact = { term: string; value: readonly Span[] };

/** `share` is the column's part of the width (1 when absent). */
export type PdfColumn = { title: string; share?: number; strong?: boolean };

/** A person with what is recorded about them. */
type Card = { title: string; rows: readonly Fact[] };

/** `day` has the zone, such as "6 August 2026, times in BST": it is drawn once for the events of a day that follow each other. */
export type TimelineRow = { day: string; at: string; what: string; who: string; clock?: string };

/**
 * A choice with its answer; a refusal is drawn in red. `title` is empty where the answer names the choice. `later`: by whom and when it was
 * answered again, each with the answer.
 */
export type ChoiceRow = ChoiceLine & { meaning?: ChoiceMeaning; later?: readonly ChoiceLine[] };
export type ChoiceLine = { title: string; answer: string; tone: 'plain' | 'quiet' | 'stop' };

export type PdfBlock =
  /** `level`: that in the file, where the title alone has level 1. `spans` are the words where a part of them is marked. */
  | { kind: 'heading'; level: 2 | 3; text: string; spans?: readonly Span[]; meaning?: Meaning }
  | { kind: 'paragraph'; spans: readonly Span[] }
  /** `nested`: the blocks below the words of each item. */
  | {
      kind: 'list';
      ordered: boolean;
      items: readonly (readonly Span[])[];
      nested?: readonly (readonly PdfBlock[])[];
    }
  | { kind: 'frame'; blocks: readonly PdfBlock[] }
  | { kind: 'rule' }
  /** Blocks in another language than the document, in its direction. */
  | { kind: 'foreign'; language: PatientLanguage; blocks: readonly PdfBlock[] }
  /** `wide`: the terms are questions, and have more room. */
  | { kind: 'facts'; rows: readonly Fact[]; wide?: boolean }
  | { kind: 'table'; columns: readonly PdfColumn[]; rows: readonly (readonly (readonly Span[])[])[] }
  | { kind: 'notice'; tone: PdfTone; title?: string; spans: readonly Span[] }
  | { kind: 'choices'; rows: readonly ChoiceRow[] }
  | LinkCode
  /** People side by side. */
  | { kind: 'cards'; items: readonly Card[] }
  | { kind: 'timeline'; rows: readonly TimelineRow[] }
  /** The numbers by which the content and its timeline are checked, each whole. */
  | { kind: 'digests'; rows: readonly { term: string; text: string }[]; note?: string }
  | PdfIdentity
  | WriteBlock
  | InkBox
  | SignatureBlock;

/** The organisation at the head of a document. `address` may have several lines, `logo` is a PNG. */
export type PdfLetterhead = { name: string; address?: string; logo?: Uint8Array };

/** Everything a drawn document says; equal documents give equal bytes. */
export type PdfDocument = {
  title: string;
  /** In the file, in place of the title: no patient data. */
  fileTitle?: string;
  subject: string;
  language: 'en-GB';
  /** BCP 47 tag: the patient's language, as which letters are marked that several languages share; English where absent. */
  patientLanguage?: string;
  /** Names whose letters no font may have, each as it is written in Latin letters. */
  latinNames?: LatinNames;
  /** Epoch milliseconds; becomes the creation date in the file. */
  createdAt: number;
  /** Of a letter: the title begins below the window. */
  window?: LetterWindow;
  /** Stands above the title; its name is the author in the file. */
  letterhead: PdfLetterhead;
  /** One line under the title, such as the form and its version. */
  subtitle?: string;
  /** The document's state in words, beside the title. */
  state?: { words: string; tone: PdfTone };
  /**
   * `state` stands on each page, such as "WITHDRAWN on 6 August 2026"; without `versionId` the file is of no version, without `verifyUrl`
   * nothing was sealed that could be checked.
   */
  footer: { versionId?: string; verifyUrl?: string; comeBack?: string; pageCode?: PageCodeParts; state?: string };
  /** Of which form each further page is, such as "Consent to treatment · Form 1 · version 1". */
  running?: string;
  /** Fields to fill in by hand at the head of each further page, so that loose pages can be matched. */
  runningFields?: readonly string[];
  /** Such as "PREVIEW" or "WITHDRAWN": across every page. */
  watermark?: string;
  blocks: readonly PdfBlock[];
  /** The pinned record that this document was drawn from, carried inside the file. */
  attachment?: { name: 'content.json'; json: string };
  /** The sealed pages of the form on paper, carried inside the file beside the record. */
  scan?: { name: 'scan.pdf'; bytes: Uint8Array };
  /** JPEGs behind the blocks, each on a page of its own below its title, with what somebody hears who does not see them. */
  pagePictures?: readonly { jpeg: Uint8Array; title: string; alt: string; isWide: boolean }[];
};
