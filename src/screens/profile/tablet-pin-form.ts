import { ENTER_PASSWORD } from '#domain/accounts/password.ts';
import { NewTabletPin } from '#domain/accounts/tablet-pin.ts';
import * as v from 'valibot';

/** A new tablet PIN as form input. */
export type TabletPinForm = { readonly password: string; readonly tabletPin: string; readonly confirmPin: string };
export type TabletPinField = keyof TabletPinForm;

export const EMPTY_PIN: TabletPinForm = { password: '', tabletPin: '', confirmPin: '' };

/** Every problem, one sentence for each field. */
export function tabletPinProblems({ password, tabletPin, confirmPin }: TabletPinForm) {
  const chosen = v.safeParse(NewTabletPin, tabletPin, { abortPipeEarly: true });
  const messages: readonly (readonly [TabletPinField, string | undefined])[] = [
    ['password', password === '' ? ENTER_PASSWORD : undefined],
    ['tabletPin', chosen.issues?.[0].message],
    ['confirmPin', confirmPin === tabletPin ? undefined : 'The two PINs must be the same'],
  ];
  return messages.flatMap(([field, message]) => (message === undefined ? [] : [{ field, message }]));
}

/** The field for a path of the API; undefined for one that no field shows. */
export function tabletPinFieldOf(path: string): TabletPinField | undefined {
  return path === 'password' || path === 'tabletPin' ? path : undefined;
}
