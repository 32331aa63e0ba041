import { callForFile } from '#contract/engine/call.ts';
import { calls } from '#contract/calls.ts';
import type { TestApp } from '#tests/support/server/app.ts';
import type { AnyBundle } from './checkers.ts';

/** Reads the bundles of patients as their reader gets them. */
export function bundleReader(app: Pick<TestApp, 'wire'>, token: string) {
  return async (id: string, documents: 'NONE' | 'DATA' = 'NONE'): Promise<AnyBundle> => {
    const file = await callForFile(calls.patientGetBundle, { id, documents }, app.wire(token));
    return JSON.parse(await file.text());
  };
}

/** The resources of one type, in their order. */
export function resourcesIn(bundle: AnyBundle, type: string): AnyBundle[] {
  return bundle.entry.map(({ resource }: AnyBundle) => resource).filter(({ resourceType }: AnyBundle) => resourceType === type);
}

/** The first resource of one type. */
export function resourceIn(bundle: AnyBundle, type: string): AnyBundle {
  return resourcesIn(bundle, type)[0];
}
