import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseDocument } from 'yaml';
import { UsageFault } from '../core/fault.ts';
import { isObject, parseJson } from '../core/json.ts';

/**
 * The value that a config file holds, not checked yet.
 *
 * @throws UsageFault for a missing or unreadable file, a syntax error (place `file:line:column`), an unknown file ending
 */
export async function readDefinition(path: string): Promise<unknown> {
  switch (extname(path).toLowerCase()) {
    case '.yaml':
    case '.yml':
      return parseYaml(await readText(path), path);
    case '.json':
      return parseJsonFile(await readText(path), path);
    case '.ts':
    case '.mts':
    case '.cts':
    case '.js':
    case '.mjs':
    case '.cjs':
      await readText(path);
      return importDefault(path);
    default:
      throw new UsageFault('unknown kind of config file', path, 'use .yaml, .yml, .json, .ts, .mts, .js or .mjs');
  }
}

async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    const code = isObject(error) ? error['code'] : undefined;
    if (code === 'ENOENT' || code === 'ENOTDIR') {
      throw new UsageFault('no such file', path, 'check the path of the relay config');
    }
    if (code === 'EISDIR') {
      throw new UsageFault('is a folder', path, 'name the config file in it');
    }
    throw new UsageFault(`cannot be read (${String(code)})`, path, 'check its permissions');
  }
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

function parseJsonFile(text: string, path: string): unknown {
  const parsed = parseJson(text);
  if (parsed.ok) {
    return parsed.value;
  }
  const place = `${path}${jsonPosition(parsed.message, text)}`;
  throw new UsageFault(`JSON: ${withoutPosition(parsed.message)}`, place, 'correct the syntax');
}

/** Node names the offset of a syntax error in its message, and nothing at all when the text just ends. */
function jsonPosition(message: string, text: string): string {
  const offset = /at position (\d+)/.exec(message)?.[1];
  const before = text.slice(0, offset === undefined ? text.length : Number(offset)).split('\n');
  return `:${before.length}:${(before.at(-1) ?? '').length + 1}`;
}

async function importDefault(path: string): Promise<unknown> {
  let module: unknown;
  try {
    module = await import(pathToFileURL(path).href);
  } catch (error) {
    const reason = error instanceof Error ? firstLine(error.message) : String(error);
    throw new UsageFault(`cannot be loaded: ${reason}`, path, 'run it with node to see the whole error');
  }
  const value: unknown = isObject(module) ? module['default'] : undefined;
  if (value === undefined) {
    throw new UsageFault('has no default export', path, 'export the relay config as default');
  }
  return value;
}

/** The place says it already. */
function withoutPosition(message: string): string {
  return firstLine(message).replace(
    / (?:at line \d+, column \d+|in JSON at position .*|after JSON at position .*)$/,
    '',
  );
}

function firstLine(text: string): string {
  return (text.split('\n')[0] ?? '').replace(/[.:]$/, '');
}
