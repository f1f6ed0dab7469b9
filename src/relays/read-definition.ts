import { extname } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseDocument } from 'yaml';
import { messageOf, UsageFault } from '../core/fault.ts';
import { decodeText, parseJsonFile, readInputBytes } from '../core/input-file.ts';
import { isObject } from '../core/json.ts';

/**
 * The value that a config file holds, not checked yet.
 *
 * @throws UsageFault for a missing or unreadable file, a syntax error (place `file:line:column`), an unknown file
 * ending
 */
export async function readDefinition(path: string): Promise<unknown> {
  switch (extname(path).toLowerCase()) {
    case '.yaml':
    case '.yml':
      return parseYaml(readText(path), path);
    case '.json':
      return parseJsonFile(readText(path), path, 'correct the syntax');
    case '.ts':
    case '.mts':
    case '.cts':
    case '.js':
    case '.mjs':
    case '.cjs':
      readText(path);
      return importDefault(path);
    default:
      throw new UsageFault('unknown kind of config file', path, 'use .yaml, .yml, .json, .ts, .mts, .js or .mjs');
  }
}

function readText(path: string): string {
  return decodeText(readInputBytes(path), path);
}

function parseYaml(text: string, path: string): unknown {
  const document = parseDocument(text, { prettyErrors: true });
  const error = document.errors[0];
  if (error !== undefined) {
    const start = error.linePos?.[0];
    const place = start === undefined ? path : `${path}:${start.line}:${start.col}`;
    throw new UsageFault(`YAML: ${withoutPosition(error.message)}`, place, 'correct the syntax');
  }
  try {
    return document.toJS();
  } catch (failure) {
    throw new UsageFault(`YAML: ${firstLine(String(failure))}`, path, 'correct its anchors and aliases');
  }
}

async function importDefault(path: string): Promise<unknown> {
  let module: unknown;
  try {
    module = await import(pathToFileURL(path).href);
  } catch (error) {
    throw new UsageFault(
      `cannot be loaded: ${firstLine(messageOf(error))}`,
      path,
      'run it with node to see the whole error',
    );
  }
  const value: unknown = isObject(module) ? module['default'] : undefined;
  if (value === undefined) {
    throw new UsageFault('has no default export', path, 'export the relay config as default');
  }
  return value;
}

/** The place says where it is. */
function withoutPosition(message: string): string {
  return firstLine(message).replace(/ at line \d+, column \d+$/, '');
}

function firstLine(text: string): string {
  return (text.split('\n')[0] ?? '').replace(/[.:]$/, '');
}
