import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { UsageFault } from '../../src/core/fault.ts';

const templates = join(import.meta.dirname, 'templates');

/**
 * The files that a scaffold will write, all or none. They are collected first, so that a refusal leaves nothing behind.
 */
export class Project {
  /** `YYYY-MM-DD` */
  readonly today: string;
  readonly #root: string;
  readonly #files = new Map<string, string>();

  /** @param root folder of the project that gets the files */
  constructor(root: string, today: Date) {
    this.#root = root;
    this.today = today.toISOString().slice(0, 10);
  }

  /** Paths below the root, in the order of writing. */
  get paths(): readonly string[] {
    return [...this.#files.keys()];
  }

  exists(path: string): boolean {
    return existsSync(join(this.#root, path));
  }

  read(path: string): string {
    return readFileSync(join(this.#root, path), 'utf8');
  }

  /**
   * A new file from a template.
   *
   * @throws UsageFault when the file exists already
   */
  write(path: string, template: string, values: Readonly<Record<string, string>>): void {
    if (this.exists(path)) {
      throw new UsageFault('it exists already', path, 'choose another id, or edit this file');
    }
    this.replace(path, fillTemplate(template, values));
  }

  /** A file with new content, whether it exists or not. */
  replace(path: string, text: string): void {
    this.#files.set(path, text);
  }

  save(): void {
    for (const [path, text] of this.#files) {
      const file = join(this.#root, path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
    }
  }
}

/** @throws Error if the template has a place without a value */
export function fillTemplate(template: string, values: Readonly<Record<string, string>>): string {
  return readFileSync(join(templates, template), 'utf8').replace(/\{\{(\w+)\}\}/g, (_match, key: string) => {
    const value = values[key];
    if (value === undefined) {
      throw new Error(`${template} has no value for ${key}`);
    }
    return value;
  });
}
