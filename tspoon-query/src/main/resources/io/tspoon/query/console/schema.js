/* SPDX-License-Identifier: Apache-2.0 */
import { parse } from './api.js';

const DEEPEST = 3;

/** A type in a few words. */
export function typeName(schema) {
  if (schema?.enum) return schema.enum.join(' | ');
  if (schema?.format) return schema.format;
  if (schema?.prefixItems) return `(${schema.prefixItems.map(typeName).join(', ')})`;
  if (schema?.properties) {
    const fields = Object.entries(schema.properties).map(([name, field]) => `${name}: ${typeName(field)}`);
    return `{ ${fields.join(', ')} }`;
  }
  if (schema?.items) return `${typeName(schema.items)}[]`;
  return [schema?.type ?? 'any'].flat().join(' | ');
}

/** What filters and sums can be about: JSON pointers with their schemas. */
export function parts(state) {
  return [...walk('/key', state.keySchema, 0), ...walk('/value', state.valueSchema, 0)];
}

/** The part that questions are most often about: the value, or its first field. */
export function usualPart(state) {
  const values = parts(state).filter(({ pointer }) => pointer.startsWith('/value'));
  return (values.find(({ schema }) => !schema?.properties && !schema?.prefixItems) ?? values[0]).pointer;
}

function* walk(pointer, schema, depth) {
  yield { pointer, schema };
  if (depth === DEEPEST || !schema) return;
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    yield* walk(`${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`, field, depth + 1);
  }
  for (const [index, item] of (schema.prefixItems ?? []).entries()) {
    yield* walk(`${pointer}/${index}`, item, depth + 1);
  }
}

/** What a request may look like, to be changed by whoever sends it. */
export function example(schema) {
  if (schema?.const !== undefined) return schema.const;
  if (schema?.enum) return schema.enum[0];
  if (schema?.anyOf) return example(schema.anyOf[0]);
  if (schema?.prefixItems) return schema.prefixItems.map(example);
  if (schema?.properties) {
    return Object.fromEntries(Object.entries(schema.properties).map(([name, field]) => [name, example(field)]));
  }
  switch ([schema?.type].flat()[0]) {
    case 'array':
      return schema.items?.anyOf ? [example(schema.items)] : [];
    case 'object':
      return {};
    case 'integer':
    case 'number':
      return 0;
    case 'boolean':
      return false;
    default:
      return '';
  }
}

/** What a person typed: text where the schema says text, JSON where it says something else. */
export function read(text, schema) {
  if (schema?.type === 'string') return text;
  try {
    return parse(text);
  } catch {
    if (schema?.type === undefined) return text;
    throw new TypeError(`This is not JSON of the type ${typeName(schema)}: ${text || 'nothing'}`);
  }
}
