import type { Verdict } from '#contract/reference.ts';
import type { FileKind, VerdictReason } from '#domain/documents/document-kinds.ts';
import type { StateTone } from '#domain/cases/state-words.ts';

/** A verdict at a glance: its word, what the file is, and its tone. */
export type VerdictWords = {
  readonly tone: StateTone;
  readonly word: string;
  readonly title: string;
  /** a line below the title: that a form which is not in force is real all the same, or how the form of another file is */
  readonly line: string | null;
};

type FormWords = VerdictWords & {
  /** the state of the form as another file's line, which belongs to it */
  readonly ofForm: string;
};

const STATUS_WORDS = {
  IN_FORCE: {
    tone: 'ok',
    word: 'AUTHENTIC',
    title: 'This form is real and in force',
    line: null,
    ofForm: 'The form that it belongs to is in force.',
  },
  SUPERSEDED: {
    tone: 'warn',
    word: 'REPLACED',
    title: 'A newer form has replaced this one',
    line: 'The document is real.',
    ofForm: 'A newer form has replaced the one that it belongs to.',
  },
  WITHDRAWN: {
    tone: 'stop',
    word: 'WITHDRAWN',
    title: 'The consent has been withdrawn',
    line: 'The document is real.',
    ofForm: 'The consent that it belongs to has been withdrawn.',
  },
  VOIDED: {
    tone: 'stop',
    word: 'VOID',
    title: 'This form was recorded in error',
    line: 'The document is real. It does not count.',
    ofForm: 'The form that it belongs to was recorded in error. It does not count.',
  },
  REFUSED: {
    tone: 'stop',
    word: 'REFUSED',
    title: 'This is a refusal of treatment, and no consent',
    line: 'The document is real.',
    ofForm: 'The form that it belongs to was refused. There is no consent by it.',
  },
} as const satisfies Record<string, FormWords>;

/** A form in force whose case has ended. */
const ENDED_WORDS = {
  DONE: {
    tone: 'ok',
    word: 'AUTHENTIC',
    title: 'This form is real and has served its purpose',
    line: 'The operation was recorded as done.',
    ofForm: 'The form that it belongs to has served its purpose.',
  },
  CLOSED: {
    tone: 'warn',
    word: 'NOT IN USE',
    title: 'This treatment is not going ahead',
    line: 'The document is real. Nothing is done by it.',
    ofForm: 'The treatment of the form that it belongs to is not going ahead.',
  },
} as const satisfies Record<string, FormWords>;

/** A form whose consent was taken back after its operation was recorded as done, until somebody has settled whether it was. */
const TAKEN_BACK: FormWords = {
  tone: 'stop',
  word: 'TAKEN BACK',
  title: 'This consent was taken back after the operation was recorded as done',
  line: 'The document is real. Whether the operation was done is not settled yet.',
  ofForm:
    'The consent that it belongs to was taken back after the operation was recorded as done. Whether it was done is not settled yet.',
};

/** A form in force that has grown old. */
const CONFIRM_WORDS = {
  DUE: {
    tone: 'warn',
    word: 'AUTHENTIC',
    title: 'This form is real and in force',
    line: 'It has to be confirmed on the day.',
    ofForm: 'The form that it belongs to is in force. It has to be confirmed on the day.',
  },
  LAPSED: {
    tone: 'stop',
    word: 'LAPSED',
    title: 'This consent has lapsed',
    line: 'The document is real. A new form is needed.',
    ofForm: 'The consent that it belongs to has lapsed. A new form is needed.',
  },
} as const satisfies Record<string, FormWords>;

const NOT_KNOWN: FormWords = {
  tone: 'warn',
  word: 'AUTHENTIC',
  title: 'This form is real; whether it is in force is not known',
  line: null,
  ofForm: 'The form that it belongs to is not in force.',
};

/** The titles of authentic files other than the sealed form. */
const FILE_TITLES: Partial<Record<FileKind, string>> = {
  VIEW: 'This is a viewing copy, and not the sealed form',
  CONFIRMATION: 'This is a real confirmation on the day',
  OUTCOME: 'This is a real record of how a disagreement was settled',
  SCAN_CHECKED: 'These are the real pages of a form on paper, as they were checked',
  REFUSAL: STATUS_WORDS.REFUSED.title,
  TIMESTAMPED: 'This is a real time stamp of a sealed form',
  AUDIT: 'This is a real list of what happened to a form',
};

/** The words for unsealed files that this product made or stores. */
const UNSEALED_WORDS: Partial<Record<FileKind, VerdictWords>> = {
  PRE_SIGNED: {
    tone: 'warn',
    word: 'NOT SIGNED',
    title: 'This is our form, unsigned',
    line: 'It does not show that anybody has agreed.',
  },
  PAPER: {
    tone: 'warn',
    word: 'NOT SIGNED',
    title: 'This is our form to print, unsigned',
    line: 'It does not show that anybody has agreed.',
  },
  SCAN: { tone: 'warn', word: 'NOT SEALED', title: 'This is a scan of a form', line: 'Compare it with the paper itself.' },
  READING: {
    tone: 'warn',
    word: 'NOT SEALED',
    title: 'This is a copy of our form, to read',
    line: 'It does not show that anybody has agreed.',
  },
};

const UNKNOWN = { tone: 'warn', word: 'UNKNOWN', line: null } as const;
const ALTERED = { tone: 'stop', word: 'ALTERED', title: 'This file is not what was sealed', line: null } as const;

/** The words for a file that was not found, by why. */
const UNFOUND_WORDS: Partial<Record<VerdictReason, VerdictWords>> = {
  DELETED: { ...UNKNOWN, title: 'This file was sealed here, and its record was deleted' },
  NOT_IN_RECORDS: { ...UNKNOWN, title: 'This file carries our seal, and is not in our records' },
  OTHER_SEAL: { ...UNKNOWN, title: 'This file was sealed by somebody else' },
  NO_SEAL: { ...UNKNOWN, title: 'This file is not sealed here' },
};

type Judged = Pick<Verdict, 'state' | 'status' | 'confirmState' | 'ended' | 'isTakenBack' | 'file'> &
  Partial<Pick<Verdict, 'reason'>>;

/**
 * The words for a verdict: ALTERED, UNKNOWN and why, else the kind of the file and the state of its form. AUTHENTIC is the word only
 * for a form in force.
 */
export function verdictWords(verdict: Judged): VerdictWords {
  const { state, file, reason = null } = verdict;
  if (state === 'ALTERED') return ALTERED;
  const unsealed = file === null ? undefined : UNSEALED_WORDS[file];
  const unfound = reason === null ? undefined : UNFOUND_WORDS[reason];
  if (state === 'UNKNOWN') return unsealed ?? unfound ?? { ...UNKNOWN, title: 'This form is not known here' };
  // A refusal is in force never, whatever its form is.
  const isRefusal = file === 'REFUSAL' && verdict.status !== 'VOIDED';
  const { ofForm, ...form } = isRefusal ? STATUS_WORDS.REFUSED : formWords(verdict);
  const title = file === null ? undefined : FILE_TITLES[file];
  return title === undefined ? form : { ...form, title, line: ofForm };
}

function formWords({ status, confirmState, ended, isTakenBack }: Omit<Judged, 'state' | 'file'>): FormWords {
  if (status === null) return NOT_KNOWN;
  if (isTakenBack === true) return TAKEN_BACK;
  if (ended !== undefined) return ENDED_WORDS[ended];
  return confirmState === 'DUE' || confirmState === 'LAPSED' ? CONFIRM_WORDS[confirmState] : STATUS_WORDS[status];
}

/** A code as printed under a form's QR code, normalised from any input: no spaces, capital letters. */
export function tidyCode(text: string): string {
  return text.replaceAll(/\s/g, '').toUpperCase();
}
