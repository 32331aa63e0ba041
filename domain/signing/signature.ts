import { isSameName } from '#domain/values/same-identity.ts';
import { hasInk } from '#domain/values/ink.ts';
import type { Fault } from '#domain/base/fault.ts';
import type { OpenPointReason } from './open-point-reasons.ts';
import * as v from 'valibot';
import { PATIENT_LANGUAGES } from '#domain/values/patient-languages.ts';
import { SIGNER_ROLES } from '#domain/forms/signer-roles.ts';
import { SIGN_METHODS } from '#domain/base/states.ts';
import { ClockOffset, Digest, IdentityLine, Instant, Prose, SigningOrder, SingleLine, Uuid } from '#domain/values/text.ts';
import { DAY } from '#domain/base/limits.ts';
import { NAME_MOST, RELATION_MOST, NOTE_MOST, LONG_TEXT_MOST } from '#domain/values/text-limits.ts';

/** A drawn signature with less than this is a dot or a slip, not a signature [choice]. */
export const STROKE_POINTS_LEAST = 8;
/** Least total length of ink, in pad widths [choice]. */
export const INK_LEAST = 0.1;
/** Most points that one signature may hold: about five minutes of drawing at 60 Hz [choice]. */
export const STROKE_POINTS_MOST = 20_000;
/** Most strokes that one signature may hold [choice]. */
const STROKES_MOST = 2000;

const unit = (label: string) =>
  v.pipe(
    v.number(`${label} must be a number`),
    v.finite(`${label} must be a number`),
    v.minValue(0, `${label} must be 0 or more`),
    v.maxValue(1, `${label} must be 1 or less`),
  );

/** x and y are 0..1 of the pad's width and height (height = width / 3); t is ms from the first point. */
export const StrokePoint = v.strictObject({
  x: unit('x'),
  y: unit('y'),
  t: v.pipe(
    v.number('t must be a number'),
    v.finite('t must be a number'),
    v.minValue(0, 't must be 0 or more'),
    v.maxValue(DAY, 't is too large'),
  ),
});
export type StrokePoint = v.InferOutput<typeof StrokePoint>;

/** Lines of ink, each a run of points between pen-down and pen-up. */
export const Strokes = v.pipe(
  v.array(v.pipe(v.array(StrokePoint), v.minLength(1, 'A stroke needs a point')), 'The strokes must be a list'),
  v.maxLength(STROKES_MOST, 'There are too many strokes'),
  v.check(
    (strokes) => strokes.reduce((sum, stroke) => sum + stroke.length, 0) <= STROKE_POINTS_MOST,
    'There are too many points',
  ),
);
export type Strokes = v.InferOutput<typeof Strokes>;

/** The pad is three times as wide as high. */
export const PAD_RATIO = 3;

/** Total length of ink in pad widths. */
export function inkLength(strokes: Strokes): number {
  return strokes.reduce(
    (total, stroke) =>
      total +
      stroke.slice(1).reduce((sum, point, at) => {
        const before = stroke[at];
        return before === undefined ? sum : sum + Math.hypot(point.x - before.x, (point.y - before.y) / PAD_RATIO);
      }, 0),
    0,
  );
}

/** Whether there is enough ink to be a signature: a dot, a slip or a blank pad is none. */
export function isInked(strokes: Strokes): boolean {
  return strokes.reduce((sum, stroke) => sum + stroke.length, 0) >= STROKE_POINTS_LEAST && inkLength(strokes) >= INK_LEAST;
}

/** The witness of a mark or of a spoken agreement. */
export const Witness = v.strictObject({
  name: IdentityLine({ label: 'Witness name', least: 1, most: NAME_MOST }),
  role: SingleLine({ label: 'Witness role', least: 1, most: RELATION_MOST }),
  /** the witness's own signature in the same act; without it the witness signs later */
  method: v.optional(v.picklist(['DRAWN', 'TYPED'], 'The witness signs by drawing or typing')),
  strokes: v.optional(Strokes),
  typedName: v.optional(IdentityLine({ label: 'Typed name of the witness', least: 1, most: NAME_MOST })),
  /** whether the witness was asked about a typed name that is not `name`, and said that they sign so; absent where nobody asked */
  nameConfirmed: v.optional(v.boolean('Say whether the witness confirmed the typed name')),
  /** whether the witness is 18 or older; absent where nobody asked */
  adult: v.optional(v.boolean('Say whether the witness is 18 or older')),
});

/** The sentence for a typed name that shows nothing, of somebody who signs or confirms. */
export const WRITE_YOUR_NAME = 'Write your name';

/** A signature on the wire. {@link signatureFaults} checks it against its method. */
export const SignatureFields = {
  consentID: Uuid,
  role: v.picklist(SIGNER_ROLES, `The Role must be one of ${SIGNER_ROLES.join(', ')}`),
  /** the signer's place, where several have the role */
  signing_order: v.optional(SigningOrder),
  name: IdentityLine({ label: 'Name', least: 1, most: NAME_MOST }),
  method: v.picklist(SIGN_METHODS, `The Method must be one of ${SIGN_METHODS.join(', ')}`),
  strokes: v.optional(Strokes),
  typedName: v.optional(IdentityLine({ label: 'Typed name', least: 1, most: NAME_MOST, missing: WRITE_YOUR_NAME })),
  /** whether the signer was asked about a typed name that is not the form's, and said that they sign so; absent where nobody asked */
  nameConfirmed: v.optional(v.boolean('Say whether the signer confirmed the typed name')),
  statement: Prose({ label: 'Statement', least: 1, most: LONG_TEXT_MOST }),
  contentDigest: Digest,
  capturedAt: Instant,
  clockOffset: v.optional(ClockOffset),
  witness: v.optional(Witness),
  /** of a witness who signs by themself: whether they are 18 or older; absent where nobody asked */
  adult: v.optional(v.boolean('Say whether you are 18 or older')),
  comments: v.optional(Prose({ label: 'Comments', most: NOTE_MOST })),
  handoverId: v.optional(Uuid),
  /** the language in which the pages were shown at the moment of signing; absent for English */
  readIn: v.optional(v.picklist(PATIENT_LANGUAGES)),
  /** whether the signer went on with pages that the browser had translated; absent where none was noticed */
  machineTranslated: v.optional(v.boolean('Say whether the browser had translated the pages')),
};
export const SignatureInput = v.strictObject(SignatureFields);
export type SignatureInput = v.InferOutput<typeof SignatureInput>;

/**
 * The evidence of a signature with ink: `signedOn` is the plain date on the paper, `signedAt` the time of day beside it, where one is
 * written there, and `sha256` that of the scan.
 */
export type PaperEvidence = {
  readonly signedOn: string;
  readonly signedAt?: string;
  readonly sha256: string;
  /** the user who checked the scan, and the time, ISO */
  readonly checkedBy: string;
  readonly checkedAt: string;
  /** whether it is a blank form that was filled in by hand before this version was written */
  readonly isBlank?: true;
};

/** A signature as its call carries it, with two lists of the clinician, which are absent in calls of builds before. */
export type SignatureCall = SignatureInput & {
  readonly openPoints?: readonly OpenPointReason[] | undefined;
  /** digests of the answers after a signature that the page showed */
  readonly answersSeen?: readonly string[] | undefined;
};

/** A signature as it is stored. */
export type StoredSignatureInput = SignatureCall & { readonly paper?: PaperEvidence };

export type SignatureFault = Fault;

/** Whether a typed signature is another name than the form has for its signer: the page asks once, and the evidence says so. */
export function isUnlikeName({ method, typedName = '' }: Pick<SignatureInput, 'method' | 'typedName'>, name: string): boolean {
  return method === 'TYPED' && !isSameName(typedName, name);
}

/** For an event: whether somebody was asked about a typed name that is not theirs, and said that they sign so. */
export function nameConfirmation({ nameConfirmed }: { readonly nameConfirmed?: boolean | undefined }): 'Yes' | 'Nobody asked' {
  return nameConfirmed === true ? 'Yes' : 'Nobody asked';
}

/** The faults of a signature: too little ink, no typed name, no witness. Empty when it is complete. */
export function signatureFaults({
  method,
  strokes,
  typedName,
  witness,
}: Pick<SignatureInput, 'method' | 'strokes' | 'typedName' | 'witness'>): SignatureFault[] {
  if (method === 'DRAWN' || method === 'MARK_WITNESSED') {
    const least = method === 'DRAWN' ? isInked(strokes ?? []) : (strokes ?? []).length > 0;
    const faults: SignatureFault[] = least
      ? []
      : [
          {
            path: 'strokes',
            message:
              method === 'DRAWN'
                ? 'Please sign in the box: there is too little ink to be a signature'
                : 'Please make a mark in the box',
          },
        ];
    return method === 'MARK_WITNESSED' ? [...faults, ...witnessFaults(witness)] : faults;
  }
  if (method === 'TYPED') return hasInk(typedName ?? '') ? [] : [{ path: 'typedName', message: WRITE_YOUR_NAME }];
  if (method === 'VERBAL_WITNESSED') return witnessFaults(witness);
  return [{ path: 'method', message: 'A paper signature is kept by uploading the signed form' }];
}

function witnessFaults(witness: SignatureInput['witness']): SignatureFault[] {
  if (witness === undefined) return [{ path: 'witness', message: 'Please give the name and role of the witness' }];
  if (witness.method === 'DRAWN' && !isInked(witness.strokes ?? []))
    return [{ path: 'witness.strokes', message: 'The witness signs in the box: there is too little ink to be a signature' }];
  if (witness.method === 'TYPED' && !hasInk(witness.typedName ?? ''))
    return [{ path: 'witness.typedName', message: 'Please type the name of the witness' }];
  return [];
}
