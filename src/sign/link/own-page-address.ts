import { OWN_PAGE_PATH } from '#domain/signing/own-page.ts';
import { Uuid } from '#domain/values/text.ts';
import * as v from 'valibot';

/** The name in the address of the page for everybody under which the organisation stands, as of the other public pages. */
const ORGANISATION = 'o';

/** The address at which somebody asks for their own page. @param organisation - whose telephone it shows; absent: that of this device */
export function ownPageHref(organisation: string | undefined): string {
  return organisation === undefined ? OWN_PAGE_PATH : `${OWN_PAGE_PATH}?${ORGANISATION}=${organisation}`;
}

/** The organisation in the address of that page; undefined without one. */
export function organisationInAddress(search: string): string | undefined {
  const found = v.safeParse(Uuid, new URLSearchParams(search).get(ORGANISATION));
  return found.success ? found.output : undefined;
}
