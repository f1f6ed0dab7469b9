import type { DialectId } from '../../core/dialect-ids.generated.ts';
import { isArray, isObject, type JsonObject, type JsonValue } from '../../core/json.ts';
import { escapePointer } from '../grammar/pointer.ts';
import { createDriftTree, type DriftNode, driftLeaf, type NodeBelow } from './drift-tree.ts';
import {
  mapPayloads,
  type PerPayload,
  packagedSchemas,
  payloadReferences,
  type SchemaFiles,
  schemaDocuments,
} from './schema-files.ts';

/**
 * How a valid payload differs from what the contract knows. `unknown-field`: a field that it does not name.
 * `unknown-value`: a value outside an open enumeration, or an unknown type of a union. `advisory-missing`: a field that
 * the published types require but that servers are known to omit.
 */
export const driftKinds = ['unknown-field', 'unknown-value', 'advisory-missing'] as const;

type DriftKind = (typeof driftKinds)[number];

export interface Drift {
  /** JSON pointer into the payload: field names and array positions, never a value. */
  readonly path: string;
  readonly kind: DriftKind;
}

/** Looks for drift in one parsed payload; at most `mostDrifts` are reported. Does not throw. */
export type DriftFinder = (value: JsonValue) => readonly Drift[];

/** The drift finders of one dialect, keyed as its schemas are. */
export type DriftSet = PerPayload<DriftFinder>;

/** A payload that is mostly foreign is told apart by the first few differences; the rest would only cost memory. */
export const mostDrifts = 100;

const noDrift: readonly Drift[] = Object.freeze([]);

const compiled = new Map<DialectId, DriftSet>();

/**
 * The drift finders of a dialect, derived from its schemas once per process.
 * @throws HarnessFault when a schema is missing or malformed
 */
export function compileDrift(dialect: DialectId): DriftSet {
  const known = compiled.get(dialect);
  if (known !== undefined) {
    return known;
  }
  const set = createDriftSet(packagedSchemas(dialect));
  compiled.set(dialect, set);
  return set;
}

/** Derives drift finders from schema documents that are already read. */
export function createDriftSet(files: SchemaFiles): DriftSet {
  const tree = createDriftTree(schemaDocuments(files));
  return mapPayloads(payloadReferences(files), (reference): DriftFinder => {
    const node = tree.node(reference);
    return (value) => walk(node, value) ?? noDrift;
  });
}

/** Paths are put together on the way back, so a payload without drift costs no allocation. */
function walk(node: DriftNode, value: JsonValue | undefined): Drift[] | undefined {
  if (typeof value === 'string') {
    return node.values !== undefined && !node.values.has(value) ? [{ path: '', kind: 'unknown-value' }] : undefined;
  }
  if (typeof value !== 'object' || value === null) {
    return undefined;
  }
  if (isObject(value)) {
    return walkObject(node, value);
  }
  return isArray(value) && node.items !== undefined ? walkArray(node.items, value) : undefined;
}

function walkArray(items: DriftNode, value: readonly JsonValue[]): Drift[] | undefined {
  let found: Drift[] | undefined;
  for (const [index, item] of value.entries()) {
    found = below(found, String(index), walk(items, item));
    if (isFull(found)) {
      break;
    }
  }
  return found;
}

function walkObject(node: DriftNode, value: JsonObject): Drift[] | undefined {
  const { union } = node;
  if (union !== undefined) {
    const tag = value[union.tag];
    const alternative = typeof tag === 'string' ? union.alternatives.get(tag) : undefined;
    if (alternative !== undefined) {
      return walkObject(alternative, value);
    }
    return typeof tag === 'string' ? [{ path: `/${union.tag}`, kind: 'unknown-value' }] : undefined;
  }
  return hasShape(value, node.seen.keys) ? walkBelow(node.seen.below, value) : walkFields(node, value);
}

/** Events of a stream are alike: the fields of one that had no drift of its own need no second look-up. */
function hasShape(value: JsonObject, keys: readonly string[]): boolean {
  let position = 0;
  for (const key in value) {
    if (keys[position] !== key) {
      return false;
    }
    position += 1;
  }
  return position === keys.length && position > 0;
}

function walkBelow(inner: readonly NodeBelow[], value: JsonObject): Drift[] | undefined {
  let found: Drift[] | undefined;
  for (const { key, node } of inner) {
    found = below(found, key, walk(node, value[key]));
  }
  return found;
}

function walkFields(node: DriftNode, value: JsonObject): Drift[] | undefined {
  let found: Drift[] | undefined;
  let own = 0;
  const inner: NodeBelow[] = [];
  const { fields, rest } = node;
  if (fields !== undefined || rest !== undefined) {
    for (const key in value) {
      const field = fields?.get(key) ?? rest;
      if (field === undefined) {
        own += 1;
        found = add(found, key, 'unknown-field');
      } else if (field !== driftLeaf) {
        inner.push({ key, node: field });
        found = below(found, key, walk(field, value[key]));
      }
      if (isFull(found)) {
        return found;
      }
    }
  }
  for (const key of node.advisory) {
    if (value[key] === undefined) {
      own += 1;
      found = add(found, key, 'advisory-missing');
    }
  }
  if (own === 0) {
    node.seen.keys = Object.keys(value);
    node.seen.below = inner;
  }
  return found;
}

function add(found: Drift[] | undefined, key: string, kind: DriftKind): Drift[] {
  const drift: Drift = { path: `/${escapePointer(key)}`, kind };
  if (found === undefined) {
    return [drift];
  }
  found.push(drift);
  return found;
}

function below(found: Drift[] | undefined, key: string, inner: readonly Drift[] | undefined): Drift[] | undefined {
  if (inner === undefined) {
    return found;
  }
  const token = escapePointer(key);
  const moved = inner.map(({ path, kind }): Drift => ({ path: `/${token}${path}`, kind }));
  return found === undefined ? moved : [...found, ...moved].slice(0, mostDrifts);
}

function isFull(found: Drift[] | undefined): boolean {
  return found !== undefined && found.length >= mostDrifts;
}
