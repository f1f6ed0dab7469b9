import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { type FencedBlock, fencedBlocks } from './fenced-blocks.ts';

/** One thing that a reader of a tutorial does. */
export type TutorialStep =
  /** Runs commands; `exits` is the exit code of the last one. `shows` are lines of their output, in order. */
  | { readonly do: 'run'; readonly commands: string; readonly exits: number; readonly shows: readonly string[] }
  /** Writes a whole file. */
  | { readonly do: 'write'; readonly path: string; readonly text: string }
  /** Replaces `before`, which stands in the file once, by `after`. */
  | { readonly do: 'edit'; readonly path: string; readonly before: string; readonly after: string };

export interface PlacedStep {
  /** `run at line 12`, for titles and failures. */
  readonly title: string;
  readonly step: TutorialStep;
}

/** A command that takes longer than this, in ms, hangs. */
const patience = 240_000;

/**
 * What a tutorial asks its reader to do. `sh` runs, and `text` behind it is what it shows (`…` stands for anything);
 * `diff path` edits a file; any other language with a path writes one. Blocks without a path are only to be read.
 *
 * @throws Error for output without commands
 */
export function tutorialSteps(markdown: string): readonly PlacedStep[] {
  const steps: PlacedStep[] = [];
  const blocks = fencedBlocks(markdown);
  for (const [index, block] of blocks.entries()) {
    if (block.language === 'text') {
      if (blocks[index - 1]?.language !== 'sh') {
        throw new Error(`line ${block.line}: output stands behind no commands`);
      }
      continue;
    }
    const step = stepOf(block, blocks[index + 1]);
    if (step !== undefined) {
      steps.push({ title: `${step.do} at line ${block.line}`, step });
    }
  }
  return steps;
}

function stepOf({ language, info, text }: FencedBlock, next: FencedBlock | undefined): TutorialStep | undefined {
  if (language === 'sh') {
    const [, exits = '0'] = /^exits (\d+)$/.exec(info) ?? [];
    const shows = next?.language === 'text' ? next.text.split('\n').map((line) => line.trim()) : [];
    return { do: 'run', commands: text, exits: Number(exits), shows: shows.filter((line) => line !== '') };
  }
  if (info === '') {
    return undefined;
  }
  if (language === 'diff') {
    const lines = text.trimEnd().split('\n');
    const side = (left: string): string =>
      lines.flatMap((line) => (line.startsWith(left) ? [] : [`${line.slice(1)}\n`])).join('');
    return { do: 'edit', path: info, before: side('+'), after: side('-') };
  }
  return { do: 'write', path: info, text };
}

/**
 * Does what a step says, in a copy of the project.
 *
 * @throws Error when a command ends otherwise, its output lacks a line, or the text to edit does not stand there once
 */
export function doStep(step: TutorialStep, folder: string): void {
  switch (step.do) {
    case 'run':
      run(step, folder);
      return;
    case 'write':
      mkdirSync(dirname(join(folder, step.path)), { recursive: true });
      writeFileSync(join(folder, step.path), step.text);
      return;
    case 'edit': {
      const path = join(folder, step.path);
      const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
      const found = text.split(step.before).length - 1;
      if (found !== 1) {
        throw new Error(`${step.path} has ${found} places for the edit`);
      }
      // A function, because `$&` in a replacement would mean something.
      writeFileSync(
        path,
        text.replace(step.before, () => step.after),
      );
    }
  }
}

function run({ commands, exits, shows }: Extract<TutorialStep, { do: 'run' }>, folder: string): void {
  const { status, stdout, stderr } = spawnSync('sh', ['-e', '-c', commands], {
    cwd: folder,
    encoding: 'utf8',
    timeout: patience,
    maxBuffer: 64 * 1024 * 1024,
    env: {
      ...process.env,
      PATH: `${join(folder, 'node_modules/.bin')}${delimiter}${process.env['PATH'] ?? ''}`,
      NO_COLOR: '1',
    },
  });
  const output = `${stdout}${stderr}`;
  const missing = firstMissing(output, shows);
  if (status !== exits || missing !== undefined) {
    const cause = status === exits ? `the output lacks "${missing}"` : `exit ${status} instead of ${exits}`;
    throw new Error(`${cause}\n$ ${commands}${output.slice(-8000)}`);
  }
}

/** The first of the lines that the output does not have behind the ones before it; white space counts once. */
function firstMissing(output: string, shows: readonly string[]): string | undefined {
  const lines = output.split('\n').map(withSingleSpaces);
  let from = 0;
  for (const line of shows) {
    const at = line === '…' ? from : lines.findIndex((shown, index) => index >= from && matches(shown, line));
    if (at === -1) {
      return line;
    }
    from = line === '…' ? from : at + 1;
  }
  return undefined;
}

function matches(shown: string, line: string): boolean {
  const parts = withSingleSpaces(line)
    .split('…')
    .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`).test(shown);
}

function withSingleSpaces(line: string): string {
  return line.replace(/\s+/g, ' ').trim();
}
