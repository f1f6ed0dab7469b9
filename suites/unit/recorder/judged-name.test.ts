import { describe, expect, it } from 'vitest';
import type { Integrity } from '../../../src/core/outcome.ts';
import { judgedRecordingName } from '../../../src/recorder/recording-name.ts';
import { sampleRecording } from '../../support/recording/recording-samples.ts';

const missing = { scenario: 'one-tool', missing: ['a part of kind tool'] };

describe('the name of a recorded scenario', () => {
  it.each<[Integrity, string]>([
    ['complete', 'one-tool-m'],
    ['provider_error', 'one-tool-m-error'],
    ['no_end_marker', 'one-tool-m-cut'],
    ['buffer_residual', 'one-tool-m-cut'],
    ['limit_exceeded', 'one-tool-m-cut'],
    ['missing_finish_reason', 'one-tool-m-unfinished'],
    ['protocol_error', 'one-tool-m-broken'],
  ])('that came to %s is %s, so that it replaces no whole one', (integrity, name) => {
    expect(judgedRecordingName('one-tool-m', { integrity }, sampleRecording)).toBe(name);
  });

  it('says that it does not show what was asked', () => {
    const judged = { integrity: 'complete', notShown: missing } as const;
    expect(judgedRecordingName('one-tool-m', judged, sampleRecording)).toBe('one-tool-m-not-shown');
  });

  it('does not repeat what its status or its ending has said', () => {
    const { script } = sampleRecording;
    const refused = { ...sampleRecording, script: { ...script, head: { status: 429, headers: [] } } };
    expect(judgedRecordingName('a-error-429', { integrity: 'provider_error' }, refused)).toBe('a-error-429');
    expect(judgedRecordingName('a-rst', { integrity: 'transport_error' }, sampleRecording)).toBe('a-rst');
  });
});
