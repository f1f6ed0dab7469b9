import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { DialectId } from '../../../src/core/dialect-ids.generated.ts';
import type { Outcome } from '../../../src/core/outcome.ts';
import { packageRoot } from '../../../src/core/package-root.ts';
import { readCapture } from '../../../src/outcome/read-capture.ts';
import type { Recording } from '../../../src/recording/recording.ts';
import { ownRecordings, recordedCapture } from '../streams/law-streams.ts';
import { argumentsAgree } from './agreement.ts';
import { type SdkCut, sdkCuts } from './cuts.ts';
import type { SdkRead, SdkReader, SdkReport } from './readers/reader.ts';
import type { SdkTriangle } from './triangle.ts';

/** What an SDK did with each cut, as rows of a Markdown table. */
export async function observedTable(reader: SdkReader, triangle: SdkTriangle): Promise<readonly string[]> {
  const rows = sdkCuts.map(async ({ title, apply }) => {
    const cells = [reader.iterator, ...(reader.helper === undefined ? [] : [reader.helper])].flatMap((read) =>
      examples.map((name) => behaviour(read, recordingOf(reader.dialect, name), apply, triangle)),
    );
    return `| ${[title, ...(await Promise.all(cells))].join(' | ')} |`;
  });
  return Promise.all(rows);
}

/** An answer of text, and one of a tool call. */
const examples = ['short-text', 'one-tool'] as const;

function recordingOf(dialect: DialectId, name: string): Recording {
  const recording = ownRecordings.find((item) => item.dialect === dialect && item.name === name);
  return recording ?? expect.fail(`there is no recording ${dialect}/${name}`);
}

async function behaviour(
  read: SdkRead,
  recording: Recording,
  cut: SdkCut['apply'],
  triangle: SdkTriangle,
): Promise<string> {
  const script = cut(recording);
  if (script === undefined) {
    return 'no such cut';
  }
  try {
    const report = await triangle.direct(read, script);
    const { outcome } = readCapture(recording.dialect, 'stream', recordedCapture(recording), { drift: false });
    return describeReport(report, outcome);
  } catch (error) {
    return `throws \`${error instanceof Error ? error.constructor.name : typeof error}\``;
  }
}

/** How it ended for the user of the SDK, and whether the user has all that was sent. */
function describeReport({ finish, text, tools, kept }: SdkReport, { choices: [choice] }: Outcome): string {
  const [sent, read] = [choice?.tools[0], tools[0]];
  const whole = text === choice?.text && (sent === undefined || (read !== undefined && argumentsAgree(sent, read)));
  return [
    finish === null || finish === undefined ? 'ends without a finish reason' : `ends with \`${finish}\``,
    whole ? 'whole' : 'cut',
    ...(kept === undefined ? [] : [kept ? 'turn kept' : 'turn dropped']),
  ].join(', ');
}

/** Heading of the section of NOTES.md that holds the table. */
const heading = '## What the official SDK does with a cut stream';

/** The rows of the table in a dialect's notes; empty where there is no such table. */
export function notedTable(dialect: DialectId): readonly string[] {
  const [, section = ''] = readFileSync(notesOf(dialect), 'utf8').split(`${heading}\n`);
  return (
    section
      .split('\n## ')[0]
      ?.split('\n')
      .filter((line) => line.startsWith('| '))
      .slice(2) ?? []
  );
}

/** Writes the table into the notes, in place of the old one, or at the end where there is none. */
export function writeTable(reader: SdkReader, rows: readonly string[]): void {
  const path = notesOf(reader.dialect);
  const text = readFileSync(path, 'utf8');
  const [before = '', after = ''] = text.split(`${heading}\n`);
  const next = after.indexOf('\n## ');
  const rest = next === -1 ? '' : after.slice(next);
  writeFileSync(
    path,
    `${before.trimEnd()}\n\n${heading}\n\n${introduction(reader)}\n\n${tableHead(reader)}\n${rows.join('\n')}\n${rest}`,
  );
}

function introduction({ sdk, helperCall }: SdkReader): string {
  const helper = helperCall === undefined ? 'It has no helper.\n' : `The helper is\n\`${helperCall}\`. `;
  return [
    `Observed with npm \`${sdk}\` in the version above, on Node.js 24, with retries off. ${helper}"Whole" and "cut" say what the user has at the end. "Throws" names the class of the error.`,
    '`RELAYCERT_WRITE_SDK_TABLE=1 npx vitest run suites/e2e/sdk` writes this table. Without the variable it compares.',
  ].join('\n');
}

function tableHead({ helper }: SdkReader): string {
  const ways = helper === undefined ? ['iterator'] : ['iterator', 'helper'];
  const columns = ['what is cut', ...ways.flatMap((way) => [`${way}: text`, `${way}: tool call`])];
  return [columns, columns.map(() => '---')].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function notesOf(dialect: DialectId): string {
  return join(packageRoot, 'contracts', dialect, 'NOTES.md');
}
