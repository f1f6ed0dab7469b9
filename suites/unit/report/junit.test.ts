import { describe, expect, test } from 'vitest';
import { renderJunit } from '../../../src/report/junit.ts';
import { sampleCase, sampleOutcome, shouldFinding } from '../../support/certify/run-samples.ts';

const path = (name: string): string => `openai-chat<anthropic-messages/${name}/stream`;
const passed = sampleCase(path('short-text'));
const swallowed = sampleCase(path('short-text~error-event@3'), [{}]);

describe('JUnit XML', () => {
  test('has one suite per topic and route, and one test case per case', () => {
    const other = sampleCase('openai-chat<openai-chat/short-text/stream', [], {
      route: 'openai-chat<openai-chat',
      topic: 'answers',
    });
    const xml = renderJunit(sampleOutcome([passed, swallowed, other]));
    expect(xml).toMatch(
      /^<\?xml version="1\.0" encoding="UTF-8"\?>\n<testsuites name="relaycert portkey 1\.15\.2" tests="3" failures="1" errors="0" time="0\.036">/,
    );
    expect(xml.match(/<testsuite name="[^"]*"/g)).toEqual([
      '<testsuite name="faults/openai-chat&lt;anthropic-messages"',
      '<testsuite name="answers/openai-chat&lt;openai-chat"',
    ]);
    expect(xml.match(/<testcase /g)).toHaveLength(3);
  });

  test('gives a failure all that is needed to act on it', () => {
    const xml = renderJunit(sampleOutcome([swallowed]));
    expect(xml).toContain('<failure type="relay/error/surfaced" message="expected an error event');
    expect(xml).toContain('actual finish_reason &quot;overloaded_error&quot;, then [DONE]');
    expect(xml).toContain('source T05, T06 and T07: an error inside a stream');
    expect(xml).toContain(' · docs/faults.md#t05\n');
    expect(xml).toContain(`again npx relaycert certify --relay portkey --case ${swallowed.case}</failure>`);
  });

  test('prefers the source of the very rule that was broken', () => {
    const source = { text: 'a reference: one id', url: 'https://example.com/reference' };
    const xml = renderJunit(sampleOutcome([sampleCase(path('x'), [{ source }])]));
    expect(xml).toContain('source a reference: one id · https://example.com/reference\n');
  });

  test('escapes what a relay may have sent', () => {
    const nasty = sampleCase(path('nasty'), [{ actual: `<a href="x">&</a>\u0000\u001b[31m ${'\ud800'} 🙂` }]);
    const xml = renderJunit(sampleOutcome([nasty]));
    expect(xml).toContain('&lt;a href=&quot;x&quot;&gt;&amp;&lt;/a&gt;\ufffd\ufffd[31m \ufffd 🙂');
    expect([...xml].filter((character) => character < ' ' && character !== '\n')).toEqual([]);
    expect(xml.isWellFormed()).toBe(true);
    expect(tagsBalance(xml)).toBe(true);
  });

  test('keeps shoulds out of the failures unless the run is strict', () => {
    const rewritten = sampleCase(path('one-tool'), [shouldFinding]);
    const lenient = renderJunit(sampleOutcome([rewritten]));
    expect(lenient).not.toContain('<failure');
    expect(lenient).toContain('<system-out>should relay/tools/arguments-verbatim');
    expect(renderJunit(sampleOutcome([rewritten], { strict: true }))).toContain(
      '<failure type="relay/tools/arguments-verbatim"',
    );
  });

  test('does not fail for an accepted finding, but for an entry that is dead', () => {
    const entry = { requirement: 'relay/error/surfaced', case: '*', reason: 'known', expires: '2099-01-01' };
    const xml = renderJunit(sampleOutcome([swallowed], { deviations: [entry] }));
    expect(xml).not.toContain('<failure');
    expect(xml).toContain('<system-out>accepted must relay/error/surfaced');
    expect(renderJunit(sampleOutcome([passed], { deviations: [entry] }))).toContain('<failure type="stale deviation"');
  });

  test('calls faults of the harness errors', () => {
    const broken = sampleCase(path('broken'), [], { fault: 'it broke', verdicts: [] });
    const xml = renderJunit(sampleOutcome([broken], {}, ['the relay exited']));
    expect(xml).toContain('<error type="harness" message="it broke"/>');
    expect(xml).toContain('<error type="harness" message="the relay exited"/>');
    const untestable = sampleCase(path('u'), [], {
      verdicts: [{ requirement: 'relay/error/surfaced', verdict: 'untestable', reason: 'no usage' }],
    });
    expect(renderJunit(sampleOutcome([untestable]))).toContain('relay/error/surfaced: untestable: no usage');
  });
});

function tagsBalance(xml: string): boolean {
  const open: string[] = [];
  for (const [, end, name = '', self] of xml.matchAll(/<(\/?)([a-z-]+)(?: [^<>]*?)?(\/?)>/g)) {
    if (end === '/' ? open.pop() !== name : self !== '/' && open.push(name) === 0) {
      return false;
    }
  }
  return open.length === 0;
}
