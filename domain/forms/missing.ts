import type { Fault } from '#domain/base/fault.ts';
import type { BuilderStep } from './form-steps.ts';

/** One fault that keeps a draft from being sent, and the step where it is corrected. */
export type Missing = Fault & { step: BuilderStep };
