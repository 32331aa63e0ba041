import * as v from 'valibot';
import { capitalised } from '#domain/base/capitalised.ts';
import { numberWord } from '#domain/base/duration-words.ts';
import { asSide } from '#domain/base/states.ts';
import { listedProcedureWords, listedSideWords } from '#domain/cases/state-words.ts';
import { sideInWords } from '#domain/consents/consent.ts';
import { dayAndMonth, longDate } from '#domain/values/plain-date.ts';
import { identityKey } from '#domain/values/search-text.ts';

/** The record of one account that several consents of one patient for one day are all meant. */
export const BothMeant = v.object({
  userID: v.string(),
  name: v.string(),
  /** ISO, and the plain date of it where the organisation is */
  at: v.string(),
  day: v.string(),
  reason: v.string(),
  /** the other versions that were in force: another version begins anew */
  consentIDs: v.array(v.string()),
});
export type BothMeant = v.InferOutput<typeof BothMeant>;

/** A procedure of a consent, as far as it tells whether two consents are of one operation. */
const SameDayProcedure = v.object({
  procedureID: v.nullable(v.string()),
  /** of the library; absent where they are not known */
  codes: v.optional(v.array(v.string())),
  procedureName: v.string(),
  side: v.nullable(v.string()),
  site: v.string(),
});
type SameDayProcedure = v.InferOutput<typeof SameDayProcedure>;

/** A consent in force that is listed for a day, as it stands beside others of the same patient and day. */
export const SameDayConsent = v.object({
  recordID: v.string(),
  /** the version in force */
  consentID: v.string(),
  procedures: v.array(SameDayProcedure),
  bothMeant: v.array(BothMeant),
});
export type SameDayConsent = v.InferOutput<typeof SameDayConsent>;

/**
 * How far a consent agrees with others of the same patient and day. `OPEN`: there are several of one operation, and nobody has said that
 * all are meant; `words` say it beside a light, `others` are the other ones.
 */
export type SameDayState =
  | { readonly state: 'ALONE' }
  | { readonly state: 'OPEN' | 'MEANT'; readonly words: string; readonly others: readonly SameDayConsent[] };

/** The day of the list, and today: plain dates. */
type Days = { readonly listedOn: string; readonly today: string };

/**
 * Compares a consent with all that are in force for the same patient on the same day. Two of one operation are two truths, whether their
 * sides differ or are the same: the operation is done once. Lights, lists, cases and confirmations, on the server and on the tablet, all
 * ask this function.
 *
 * @param consents - all of the patient for the day, this one too; empty where it is on no list or not in force
 */
export function sameDayOf(recordID: string, consents: readonly SameDayConsent[], days: Days): SameDayState {
  const own = consents.find((each) => each.recordID === recordID);
  if (own === undefined) return { state: 'ALONE' };
  const others = consents.filter((each) => each !== own && sharedProcedures(own, each).length > 0);
  if (others.length === 0) return { state: 'ALONE' };
  const records = others.map((other) => meantOf(own, other));
  const last = records
    .flatMap((each) => each ?? [])
    .toSorted((one, other) => (one.at < other.at ? -1 : 1))
    .at(-1);
  const isMeant = last !== undefined && records.every((each) => each !== undefined);
  const many = `${capitalised(numberWord(others.length + 1))} consents ${dayWords(days)}`;
  if (isMeant) {
    const all = others.length === 1 ? 'both' : 'all';
    return { state: 'MEANT', words: `${many}, ${all} meant: checked by ${last.name}, ${longDate(last.day)}`, others };
  }
  return { state: 'OPEN', words: `${many}${operationWords(own, others)}. Check which is right`, others };
}

/** The operations of a consent in words: `Hernia repair, LEFT side`. */
export function sameDayOperations({ procedures }: Pick<SameDayConsent, 'procedures'>): string {
  return procedures.map(listedProcedureWords).join('; ');
}

/** Two copies of the consents of one day as one: of each case the first one's. @param other - may know of cases that the first does not */
export function unitedSameDay(one: readonly SameDayConsent[], other: readonly SameDayConsent[]): SameDayConsent[] {
  return [...one, ...other.filter(({ recordID }) => !one.some((each) => each.recordID === recordID))];
}

/** The record that two consents are both meant, made on either; undefined without one. */
function meantOf(own: SameDayConsent, other: SameDayConsent): BothMeant | undefined {
  const ofOwn = own.bothMeant.findLast(({ consentIDs }) => consentIDs.includes(other.consentID));
  return ofOwn ?? other.bothMeant.findLast(({ consentIDs }) => consentIDs.includes(own.consentID));
}

/** The procedures of one consent that another has as well. */
function sharedProcedures(own: SameDayConsent, other: SameDayConsent): SameDayProcedure[] {
  return own.procedures.filter((one) => other.procedures.some((each) => isSameProcedure(one, each)));
}

/** The same entry of the library, else a code that says the same operation, else the same name. */
function isSameProcedure(one: SameDayProcedure, other: SameDayProcedure): boolean {
  if (one.procedureID !== null && one.procedureID === other.procedureID) return true;
  if (operationCodes(one).some((code) => operationCodes(other).includes(code))) return true;
  const key = identityKey(one.procedureName);
  return key !== '' && key === identityKey(other.procedureName);
}

/** Codes that name an operation: those of the chapters Y and Z of OPCS-4 say how and where, and stand beside many others. */
function operationCodes({ codes = [] }: SameDayProcedure): string[] {
  return codes.filter((code) => !/^[YZ]\d/.test(code));
}

/** `: LEFT and RIGHT`, the same on each of the rows; with the operation where one of the forms has several. */
function operationWords(own: SameDayConsent, others: readonly SameDayConsent[]): string {
  const all = [own, ...others];
  const shared = all.map((each) => all.flatMap((other) => (other === each ? [] : sharedProcedures(each, other))));
  const name = all.some(({ procedures }) => procedures.length > 1) ? ` for ${shared[0]?.[0]?.procedureName ?? ''}` : '';
  const sides = shared.map((procedures) => sideWordsOf(procedures, sideOf));
  // Equal sides may be of two sites: two fingers of one hand.
  const words = new Set(sides).size > 1 ? sides : shared.map((procedures) => sideWordsOf(procedures, siteOf));
  return `${name}: ${new Intl.ListFormat('en-GB').format(words.toSorted())}`;
}

function sideWordsOf(procedures: readonly SameDayProcedure[], wordsOf: (procedure: SameDayProcedure) => string): string {
  const words = new Set(procedures.map(wordsOf).map((each) => (each === '' ? 'no side' : each)));
  return [...words].toSorted().join(' + ');
}

function sideOf({ side }: SameDayProcedure): string {
  return sideInWords(asSide(side));
}

function siteOf(procedure: SameDayProcedure): string {
  return procedure.site === '' ? sideOf(procedure) : listedSideWords(procedure);
}

function dayWords({ listedOn, today }: Days): string {
  return listedOn === today ? 'today' : `on ${dayAndMonth(listedOn)}`;
}
