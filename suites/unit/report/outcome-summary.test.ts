import { describe, expect, test } from 'vitest';
import { judgeStream } from '../../../src/certify/judge/judge-stream.ts';
import { packageRoot } from '../../../src/core/package-root.ts';
import { readCapture } from '../../../src/outcome/read-capture.ts';
import { loadRecordings } from '../../../src/recording/load-recordings.ts';
import { recordedCapture } from '../../../src/recording/recorded-capture.ts';
import { toCheckedLine } from '../../../src/report/outcome-summary.ts';

const recordings = loadRecordings({ path: `${packageRoot}/recordings` });

describe('what is shown of captured traffic', () => {
  test.each(recordings.map((recording) => [`${recording.dialect}/${recording.name}`, recording] as const))(
    'holds no payload: %s',
    (_name, recording) => {
      const reading = readCapture(recording.dialect, recording.mode, recordedCapture(recording), {
        facts: recording.facts,
      });
      const text = JSON.stringify(
        toCheckedLine({
          file: 'x.sse',
          reading,
          judgement: judgeStream(reading, recording.facts),
          witnessed: true,
          hints: [],
        }),
      );
      const { outcome } = reading;
      const secrets = outcome.choices.flatMap((choice) => [
        choice.text,
        choice.reasoning,
        choice.refusal,
        ...choice.tools.flatMap((tool) => [tool.id, tool.argumentsRaw === '{}' ? '' : tool.argumentsRaw]),
      ]);
      for (const secret of [outcome.id ?? '', ...secrets].filter((value) => value !== '')) {
        expect(text).not.toContain(JSON.stringify(secret).slice(1, -1));
      }
    },
  );

  test('keeps state, class and hash', () => {
    const recording =
      recordings.find(({ dialect, name }) => dialect === 'openai-chat' && name === 'parallel-tools') ??
      expect.fail('no recording');
    const reading = readCapture(recording.dialect, recording.mode, recordedCapture(recording));
    const { outcome } = toCheckedLine({
      file: 'x',
      reading,
      judgement: judgeStream(reading),
      witnessed: true,
      hints: [],
    });
    expect(outcome).toMatchObject({
      phase: 'completed',
      integrity: 'complete',
      witnesses: { endMarker: true, finishReason: true },
    });
    const [choice] = outcome.choices;
    expect(choice?.finish).toEqual({ kind: 'tool_calls', raw: 'tool_calls' });
    expect(choice?.tools).toHaveLength(3);
    expect(choice?.tools[0]).toMatchObject({
      runnable: true,
      completed: true,
      arguments: { state: 'parsed', hash: expect.stringMatching(/^[0-9a-f]{12}$/) },
    });
    expect(outcome.usage.input.state).toBe('reported');
  });

  test('leaves the message of an error out and keeps its class', () => {
    const bytes = new TextEncoder().encode(
      '{"type":"error","error":{"type":"overloaded_error","message":"private words"}}',
    );
    const reading = readCapture('anthropic-messages', 'body', {
      chunks: [{ atMs: 0, bytes }],
      ending: 'clean',
      endedAtMs: 0,
    });
    const line = toCheckedLine({ file: 'x', reading, judgement: judgeStream(reading), witnessed: true, hints: [] });
    expect(JSON.stringify(line)).not.toContain('private words');
    expect(line.outcome.error).toEqual({ origin: 'provider', class: 'overloaded', type: 'overloaded_error' });
  });
});
