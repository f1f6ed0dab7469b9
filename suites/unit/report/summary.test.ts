import { describe, expect, test } from 'vitest';
import { renderRunLine } from '../../../src/report/text/run-line.ts';
import { renderSummary } from '../../../src/report/text/summary.ts';
import { sampleCase, sampleHeader, sampleOutcome, shouldFinding } from '../../support/certify/run-samples.ts';

const path = (name: string): string => `openai-chat<anthropic-messages/${name}/stream`;
const passed = sampleCase(path('short-text'));
const swallowed = sampleCase(path('short-text~error-event@3'), [{}], { mutation: 'error-event' });
const rewritten = sampleCase(path('one-tool'), [shouldFinding]);
const both = sampleCase(path('one-tool~error-event@3'), [shouldFinding, {}]);
const noted = sampleCase(path('unicode-text'), [{ requirement: 'any/contract/known', severity: 'note' }]);

const plain = { colours: false, verbose: false };

/** The lines of the table of routes. */
function tableOf(text: string): readonly string[] {
  const lines = text.split('\n');
  return lines.slice(lines.findIndex((line) => line.trim().startsWith('route ')));
}

describe('the summary of a run', () => {
  test('begins with what was run', () => {
    expect(renderRunLine(sampleHeader(3))).toBe('relaycert 0.1.0 · portkey 1.15.2 · core · 1 route · seed 1');
  });

  test('counts per route and mode', () => {
    const body = sampleCase('openai-chat<anthropic-messages/short-text/body', [], { mode: 'body', topic: 'bodies' });
    const lines = tableOf(renderSummary(sampleOutcome([body, passed, swallowed]), plain));
    expect(lines[0]?.trim().split(/\s{2,}/)).toEqual(['route', 'mode', 'cases', 'pass', 'refused']);
    expect(lines[1]?.trim().split(/\s{2,}/)).toEqual(['openai-chat ← anthropic-messages', 'stream', '2', '1', '1']);
    expect(lines[2]?.trim().split(/\s{2,}/)).toEqual(['openai-chat ← anthropic-messages', 'body', '1', '1', '0']);
  });

  test('counts cases that showed nothing apart from those that passed', () => {
    const idle = sampleCase(path('short-text~ping'), [], { unapplied: 'the relay asked for a body' });
    const lines = tableOf(renderSummary(sampleOutcome([idle, passed, swallowed]), plain));
    expect(lines[0]?.trim().split(/\s{2,}/)).toEqual(['route', 'mode', 'cases', 'pass', 'refused', 'n/a']);
    expect(
      lines[1]
        ?.trim()
        .split(/\s{2,}/)
        .slice(2),
    ).toEqual(['3', '1', '1', '1']);
    const nothing = renderSummary(sampleOutcome([idle]), plain);
    expect(nothing).toMatch(/^unfinished · no case showed anything: the relay asked for a body$/m);
  });

  test('counts cases that could not be run apart, and says why nothing is certified', () => {
    const refusal = 'the relay itself refused it with status 429, without asking the upstream';
    const left = sampleCase(path('short-text~ping'), [], { notRun: refusal, verdicts: [] });
    const outcome = sampleOutcome([left, passed, passed, left]);
    expect(outcome.counts).toMatchObject({ cases: 4, passed: 2, refused: 0, notRun: 2 });
    expect(outcome.certificate).toBeUndefined();
    const lines = renderSummary(outcome, plain).split('\n');
    expect(lines[0]?.trim().split(/\s{2,}/)).toEqual(['route', 'mode', 'cases', 'pass', 'refused', 'not run']);
    expect(lines[1]).toMatch(/ 4 +2 +0 +2$/);
    expect(lines).toContain(`unfinished · 2 cases could not be run: ${refusal}`);
  });

  test('says how many cases ran with fewer at once, because the relay did not keep up', () => {
    const slow = sampleCase(path('x'), [], { concurrency: 3 });
    const alone = sampleCase(path('y'), [], { concurrency: 1 });
    const fast = sampleCase(path('z'), [], { concurrency: 16 });
    const concurrency = { configured: 16, used: 16 };
    const line = /^3 of 4 cases ran with fewer than 16 at once, most of them with 3: the relay did not keep up$/m;
    expect(renderSummary(sampleOutcome([fast, slow, slow, alone], { concurrency }), plain)).toMatch(line);
    expect(renderSummary(sampleOutcome([fast], { concurrency }), plain)).not.toMatch(/keep up/);
  });

  test('opens with the faults, musts before shoulds, however many cases show them', () => {
    const text = renderSummary(sampleOutcome([rewritten, sampleCase(path('x'), [shouldFinding]), both]), plain);
    expect(text.split('\n')[0]).toBe('2 faults, 1 of them on every answer · introduced 2 · inherited 0');
    const heads = text.split('\n').filter((line) => /^(MUST|SHOULD)/.test(line));
    expect(heads).toEqual([
      expect.stringMatching(/^MUST {4}An upstream error reaches the client as an error of the client dialect: /),
      expect.stringMatching(/^SHOULD {2}The text of the arguments is the upstream's, byte for byte: /),
    ]);
  });

  test('gives all that is needed to act on a fault', () => {
    const text = renderSummary(sampleOutcome([passed, swallowed]), plain);
    expect(text).toContain('client dialect: when an error is swallowed, half an answer passes for a whole one.\n');
    expect(text).toMatch(/relay\/error\/surfaced · introduced · f{12} · T05, T06 and T07: .* · docs\/faults\.md#t05\n/);
    expect(text).toMatch(
      /on +openai-chat ← anthropic-messages, when the upstream does this: error-event \(1 of 2 cases\)\n/,
    );
    expect(text).toMatch(/expected +an error event, then the end of the stream\n/);
    expect(text).toMatch(/actual +finish_reason "overloaded_error", then \[DONE\] · frames 5, 6 of 6\n/);
    expect(text).toMatch(new RegExp(`again +npx relaycert certify --relay portkey --case ${swallowed.case}\n`));
  });

  test('shows what both sides sent where a finding has it', () => {
    const frame = (text: string) => [{ index: 1, of: 3, text }];
    const shown = { upstream: frame('error: {"type":"error"}'), client: frame('[DONE]') };
    const text = renderSummary(sampleOutcome([sampleCase(path('x'), [{ shown }])]), plain);
    expect(text).toMatch(/expected .* · upstream frame 2 of 3: error: \{"type":"error"\}\n/);
    expect(text).toMatch(/actual .* · client frame 2 of 3: \[DONE\]\n/);
  });

  test('names the rule of a contract that a finding broke, with its own page', () => {
    const source = { text: 'a reference: one id', url: 'https://example.com/reference' };
    const text = renderSummary(sampleOutcome([sampleCase(path('x'), [{ source }])]), plain);
    expect(text).toContain(' · a reference: one id · https://example.com/reference\n');
  });

  test('shows one example of a fault and names its other forms', () => {
    const other = sampleCase(path('other'), [{ actual: 'nothing at all' }]);
    const text = renderSummary(sampleOutcome([other, swallowed, sampleCase(path('third'), [{}])]), plain);
    expect(text.match(/again/g)).toHaveLength(1);
    expect(text).toMatch(/actual .* · elsewhere nothing at all\n/);
  });

  test('shows every finding with --verbose', () => {
    const text = renderSummary(sampleOutcome([swallowed, both, noted]), { ...plain, verbose: true });
    expect(text).toContain(`case      ${swallowed.casePath}`);
    expect(text).toContain(`case      ${both.casePath}`);
    expect(text).toMatch(/^NOTE {4}any\/contract\/known/m);
  });

  test('only counts notes', () => {
    const text = renderSummary(sampleOutcome([noted]), plain);
    expect(text).not.toContain('any/contract/known');
    expect(text).toContain('1 note on 1 requirement with --verbose');
  });

  test('ends with the verdict and where the report is', () => {
    const files = '.relaycert/portkey/{report.jsonl,junit.xml}';
    const last = (outcome: Parameters<typeof renderSummary>[0]) =>
      renderSummary(outcome, { ...plain, files })
        .trimEnd()
        .split('\n')
        .at(-1);
    expect(last(sampleOutcome([passed, swallowed]))).toBe(
      `refused · not faithful · 1 of 2 requirements fell short · 1 of 2 cases · ${files}`,
    );
    expect(last(sampleOutcome([passed]))).toBe(`certified · protective · 2 requirements · 1 case · ${files}`);
    expect(last(sampleOutcome([passed], { plan: { cases: 1204, requirements: 2 } }))).toBe(
      `certified · protective · 2 of 2 requirements · 1 of 1,204 cases · no certificate without the full plan · ${files}`,
    );
    expect(last(sampleOutcome([]))).toBe(`unfinished · no case was run · ${files}`);
    expect(last(sampleOutcome([passed], {}, ['the relay exited with code 1']))).toBe(
      `unfinished · the relay exited with code 1 · ${files}`,
    );
    expect(last(sampleOutcome([passed], { cases: 2 }))).toBe(`unfinished · 1 of 2 cases did not run · ${files}`);
  });

  test('counts shoulds among what refuses only when the run is strict', () => {
    expect(renderSummary(sampleOutcome([rewritten]), plain)).toMatch(/^certified · /m);
    expect(renderSummary(sampleOutcome([rewritten], { strict: true }), plain)).toMatch(
      /^refused · not faithful · 1 of 2 requirements fell short/m,
    );
  });

  test('counts accepted findings and names dead entries of the deviations file', () => {
    const entry = { requirement: 'relay/error/surfaced', reason: 'their ticket 17', expires: '2099-01-01' };
    const accepted = renderSummary(sampleOutcome([swallowed], { deviations: [{ ...entry, case: '*' }] }), plain);
    expect(accepted).toContain('1 finding accepted by the deviations file');
    expect(accepted).toContain('relay/error/surfaced * is of version 1: name the fault instead (ffffffffffff)');
    const byFault = { fault: 'f'.repeat(12), reason: 'their ticket 17', expires: '2099-01-01' };
    expect(renderSummary(sampleOutcome([swallowed], { deviations: [byFault] }), plain)).toMatch(/^certified/m);
    expect(accepted).toMatch(/^certified/m);
    expect(accepted).not.toMatch(/^MUST/m);
    const dead = renderSummary(
      sampleOutcome([passed], {
        deviations: [
          { ...entry, case: 'nothing/*' },
          { ...entry, case: '*', expires: '2020-01-01' },
        ],
      }),
      plain,
    );
    expect(dead).toMatch(/^STALE +relay\/error\/surfaced nothing\/\*$/m);
    expect(dead).toMatch(/^EXPIRED +relay\/error\/surfaced \*$/m);
    expect(dead).toContain('their ticket 17');
    expect(dead).toMatch(/^refused · 1 stale deviation · 1 expired deviation$/m);
  });

  test('says what could hardly be tested, and where', () => {
    const route = 'openai-chat<anthropic-messages' as const;
    const untested = [{ requirement: 'relay/error/surfaced', route, applied: 1, cases: 12 }];
    const text = renderSummary({ ...sampleOutcome([passed]), untested }, plain);
    expect(text).toMatch(
      /^UNTESTED {2}relay\/error\/surfaced on openai-chat ← .*: what tests it applied in 1 of 12 cases$/m,
    );
  });

  test('names what broke in the harness, and where', () => {
    const broken = sampleCase(path('broken'), [], { fault: 'the script cannot be played', verdicts: [] });
    const text = renderSummary(sampleOutcome([passed, broken]), plain);
    expect(text).toContain(`FAULT   ${broken.casePath}: the script cannot be played`);
    expect(text).toMatch(/^unfinished · 1 case broke in the harness$/m);
    expect(text.split('\n')[0]).toMatch(/refused {2}broken$/);
  });

  test('is plain text unless colours are asked for', () => {
    const outcome = sampleOutcome([passed, swallowed, rewritten]);
    const escapeCharacter = String.fromCharCode(27);
    expect(renderSummary(outcome, plain)).not.toContain(escapeCharacter);
    const coloured = renderSummary(outcome, { ...plain, colours: true });
    expect(coloured).toContain(escapeCharacter);
    expect(coloured.replaceAll(new RegExp(`${escapeCharacter}\\[\\d+m`, 'g'), '')).toBe(renderSummary(outcome, plain));
  });

  test('shows control characters of a relay instead of obeying them', () => {
    const nasty = sampleCase(path('nasty'), [{ actual: 'finish_reason "\u001b[2J\nMUST"' }]);
    expect(renderSummary(sampleOutcome([nasty]), plain)).toContain('actual    finish_reason "\\u001b[2J\\u000aMUST"');
  });

  test('does without the text of a requirement that this version does not have', () => {
    const unknown = sampleCase(path('old'), [{ requirement: 'relay/gone/now' }]);
    expect(renderSummary(sampleOutcome([unknown]), plain)).toContain('relay/gone/now');
  });
});
