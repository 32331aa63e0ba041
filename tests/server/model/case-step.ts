import type { AsyncCommand } from 'fast-check';
import { expect } from 'vitest';
import { stateInModel, stateOnServer, type Desk } from './case-desk.ts';
import { currentOf, type CaseModel, type ModelSigner, type ModelVersion } from './case-shapes.ts';

/** The version and the signer of a step, by numbers that are drawn before the case is known. */
export type Aim = { version: number; signer: number };

/** The number of a signer whom no form has. */
export const NOBODY = 12;

/** One step of a life: done on the server and in the model, whose states are then the same. */
export class Step implements AsyncCommand<CaseModel, Desk> {
  readonly name: string;
  readonly act: (model: CaseModel, desk: Desk) => Promise<void>;
  constructor(name: string, act: (model: CaseModel, desk: Desk) => Promise<void>) {
    this.name = name;
    this.act = act;
  }
  check(): boolean {
    return true;
  }
  async run(model: CaseModel, desk: Desk): Promise<void> {
    await this.act(model, desk);
    await expectAlike(model, desk, this.name);
  }
  toString(): string {
    return this.name;
  }
}

async function expectAlike(model: CaseModel, desk: Desk, name: string): Promise<void> {
  expect(await stateOnServer(desk), `after ${name}`).toEqual(stateInModel(model, desk.app.clock.now()));
}

/** The version that a step is about: mostly the present one. */
export function versionAt(model: CaseModel, { version }: Pick<Aim, 'version'>): ModelVersion {
  return version < 6 ? currentOf(model) : (model.versions[version % model.versions.length] ?? currentOf(model));
}

/** The signer that a step is about; undefined where the form has none at this place. */
export function signerAt(version: ModelVersion, { signer }: Pick<Aim, 'signer'>): ModelSigner | undefined {
  return signer === NOBODY ? undefined : version.signers[signer % Math.max(version.signers.length, 1)];
}

/** @throws AssertionError unless server and model answer alike */
export function expectSame(what: string, onServer: string | null, inModel: string | null): void {
  expect(onServer, what).toBe(inModel);
}

/** Now by the server's clock, ISO. */
export function nowIn({ app }: Desk): string {
  return new Date(app.clock.now()).toISOString();
}
