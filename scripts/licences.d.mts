type Locked = {
  readonly license?: string;
  readonly version?: string;
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
};
type Package = { readonly name: string; readonly version: string; readonly licence: string | undefined };

/** The packages that the product runs or is built with on a server, from the `packages` of a lock, in the order of their names. */
export function packagesOf(packages: Readonly<Record<string, Locked>>): Package[];
/** A sentence for each package whose licence is unknown or asks for more than a notice. */
export function refusedLicences(packages: readonly Package[]): string[];
/** The packages of this project's lock. */
export function ownPackages(): Package[];
