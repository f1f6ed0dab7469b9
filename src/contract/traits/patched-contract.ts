import { isArray, isObject, type JsonValue, toJson } from '../../core/json.ts';
import type { ContractFormat, TraitFormat } from '../contract-format.ts';
import { mergePatch } from './merge-patch.ts';

/**
 * A contract as it holds for a server with these traits. `allow` is not applied here: it silences issues while a stream
 * is read. The result is a contract value again and has to pass the meta schema like one from a file.
 */
export function patchedContract(contract: ContractFormat, names: readonly string[]): JsonValue | undefined {
  const traits = names.flatMap((name): readonly TraitFormat[] => {
    const trait = contract.traits[name];
    return trait === undefined ? [] : [trait];
  });
  if (traits.every(({ patch, more, inner, eof, varies }) => (patch ?? more ?? inner ?? eof ?? varies) === undefined)) {
    return undefined;
  }
  let value: JsonValue = toJson(contract);
  for (const trait of traits) {
    value = applyTrait(value, trait);
  }
  return value;
}

function applyTrait(contract: JsonValue, trait: TraitFormat): JsonValue {
  if (!isObject(contract)) {
    return contract;
  }
  const { patch, more, inner, eof, varies } = trait;
  const rules = isObject(contract['rules']) ? contract['rules'] : {};
  return {
    ...contract,
    wire: mergePatch(contract['wire'], patch?.wire ?? {}),
    ...(patch?.start === undefined ? {} : { start: patch.start }),
    ...(patch?.sequence === undefined ? {} : { sequence: mergePatch(contract['sequence'], patch.sequence) }),
    scopes: mergePatch(contract['scopes'], toJson(patch?.scopes ?? {})),
    rules: Object.fromEntries(
      [...new Set([...Object.keys(rules), ...Object.keys(more ?? {})])].map((event) => [
        event,
        [
          ...toList(rules[event]).map((rule) => patchRule(rule, patch?.rules ?? {}, inner ?? {})),
          ...toList(toJson(more?.[event] ?? [])),
        ],
      ]),
    ),
    constant: toList(contract['constant']).filter(
      (pointer) => typeof pointer !== 'string' || varies?.includes(pointer) !== true,
    ),
    eof: [...toList(toJson(eof ?? [])), ...toList(contract['eof'])],
  };
}

/** Patches a rule, and the rules inside it, by id. */
function patchRule(
  rule: JsonValue,
  patches: Readonly<Record<string, JsonValue>>,
  additions: NonNullable<TraitFormat['inner']>,
): JsonValue {
  if (!isObject(rule)) {
    return rule;
  }
  const id = typeof rule['id'] === 'string' ? rule['id'] : '';
  const patched = Object.hasOwn(patches, id) ? mergePatch(rule, patches[id] ?? null) : rule;
  if (!isObject(patched)) {
    return patched;
  }
  const added = toList(toJson(Object.hasOwn(additions, id) ? (additions[id] ?? []) : []));
  const own = toList(patched['then']).map((inner) => patchRule(inner, patches, additions));
  return added.length + own.length === 0 ? patched : { ...patched, then: [...added, ...own] };
}

function toList(value: JsonValue | undefined): readonly JsonValue[] {
  return isArray(value) ? value : [];
}
