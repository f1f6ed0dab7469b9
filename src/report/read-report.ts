import { concludeRun, type RunOutcome } from '../certify/judge/conclude.ts';
import type { CaseResult } from '../certify/judge/result.ts';
import type { RunHeader } from '../certify/judge/run-header.ts';
import { HarnessFault } from '../core/fault.ts';
import { sha256 } from '../core/hash.ts';
import { decodeText, readInputBytes } from '../core/input-file.ts';
import { isObject, type JsonObject, type JsonValue, parseJson } from '../core/json.ts';
import { type FooterLine, type Report, type ReportLine, reportFormat } from './report-line.ts';
import { checkReportLine } from './report-schema.ts';

/**
 * Reads a report and makes sure that it is whole and unchanged: every line follows the schema, the header comes first and
 * the footer last, no case appears twice, and counts, verdict and hash are those of the cases.
 *
 * @throws HarnessFault for the first thing that is wrong, with file and line
 * @throws UsageFault for a file that cannot be read
 */
export function readReport(path: string): Report {
  const text = decodeText(readInputBytes(path), path);
  if (text.trim() === '') {
    throw refuse('it is empty', path);
  }
  const lines = text.split('\n');
  if (lines.pop() !== '') {
    throw refuse('its last line is cut', `${path}:${lines.length + 1}`);
  }
  const parsed = lines.map((line, index) => parseLine(line, `${path}:${index + 1}`));
  const header = headerOf(parsed, path);
  const footer = footerOf(parsed, path);
  const results = resultsOf(parsed, path);
  const above = text.slice(0, text.length - (lines.at(-1)?.length ?? 0) - 1);
  if (sha256(above) !== footer.hash) {
    throw refuse('its hash does not match: it was changed after it was written', `${path}:${lines.length}`);
  }
  const endedAt = new Date(footer.endedAt);
  const outcome = concludeRun(header, results, footer.faults, endedAt, footer.confirmed);
  checkFooter(footer, outcome, `${path}:${lines.length}`);
  return { path, outcome, endedAt };
}

function parseLine(line: string, place: string): ReportLine {
  const parsed = parseJson(line);
  if (!parsed.ok) {
    throw refuse('this line is not JSON', place);
  }
  refuseOtherFormat(parsed.value, place);
  const checked = checkReportLine(parsed.value);
  if ('complaint' in checked) {
    throw refuse(`this is not a line of a report: ${checked.complaint}`, place);
  }
  return checked.line;
}

/** A report of another version is whole, but says other things. */
function refuseOtherFormat(line: JsonValue, place: string): void {
  const { format }: JsonObject = isObject(line) ? line : {};
  if (typeof format === 'string' && /^relaycert-report\/\d+$/.test(format) && format !== reportFormat) {
    throw refuse(`it has the format ${format}, and this version of relaycert reads ${reportFormat}`, place);
  }
}

function headerOf(lines: readonly ReportLine[], path: string): RunHeader {
  const [first] = lines;
  if (first?.type !== 'header') {
    throw refuse('it has no header', `${path}:1`);
  }
  const { type: _type, format: _format, ...header } = first;
  return header;
}

function footerOf(lines: readonly ReportLine[], path: string): FooterLine {
  const last = lines.at(-1);
  if (last?.type !== 'footer') {
    throw refuse('it has no footer: the run was cut', `${path}:${lines.length}`);
  }
  return last;
}

function resultsOf(lines: readonly ReportLine[], path: string): readonly CaseResult[] {
  const seen = new Set<string>();
  return lines.slice(1, -1).map((line, index) => {
    const place = `${path}:${index + 2}`;
    if (line.type !== 'case') {
      throw refuse(`there is a second ${line.type}`, place);
    }
    if (seen.has(line.case)) {
      throw refuse(`case ${line.case} appears twice`, place);
    }
    seen.add(line.case);
    const { type: _type, ...result } = line;
    return result;
  });
}

function checkFooter(footer: FooterLine, outcome: RunOutcome, place: string): void {
  const { counts, results, verdict } = outcome;
  if (footer.cases !== results.length) {
    throw refuse(`its footer counts ${footer.cases} cases, but there are ${results.length}`, place);
  }
  const wrong = Object.entries(counts).find(([name, value]) =>
    Object.entries(footer.counts).some(([key, other]) => key === name && other !== value),
  );
  if (wrong !== undefined) {
    throw refuse(`the count "${wrong[0]}" of its footer is wrong: its cases give ${wrong[1]}`, place);
  }
  if (footer.verdict !== verdict) {
    throw refuse(`its footer says ${footer.verdict}, but its cases say ${verdict}`, place);
  }
}

function refuse(message: string, place: string): HarnessFault {
  return new HarnessFault(message, place, 'run the certification again');
}
