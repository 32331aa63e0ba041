import { asSide } from '#domain/base/states.ts';
import { procedureInWords, type ConsentProcedure } from '#domain/consents/consent.ts';
import { isSided } from '#domain/consents/planned-procedure.ts';

/** A procedure that a referrer has in mind, with its name at that time. */
export type ReferredProcedure = { readonly procedureID: string; readonly procedureName: string; readonly side: string | null };

/** The side with which a referred procedure starts on a form: as named, where the library asks for one. */
export function referredSide(
  { side }: Pick<ReferredProcedure, 'side'>,
  { sideRequired }: Pick<ConsentProcedure, 'sideRequired'>,
): ConsentProcedure['side'] {
  const named = asSide(side);
  return sideRequired && isSided(named) ? named : null;
}

/** `Cataract surgery with lens implant, RIGHT side`, as the referrer named it. */
export function referredInWords({ procedureName, side }: ReferredProcedure): string {
  return procedureInWords({ procedureName, side: asSide(side), site: '' });
}
