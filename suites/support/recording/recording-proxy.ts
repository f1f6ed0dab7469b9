import { onTestFinished } from 'vitest';
import { systemClock } from '../../../src/core/clock.ts';
import { finishRecording } from '../../../src/recorder/finish-recording.ts';
import { type ProxiedExchange, type ProxyOptions, startRecordingProxy } from '../../../src/recorder/proxy.ts';
import { createRecorder } from '../../../src/recorder/recorder.ts';
import { temporaryFolder } from '../process/temporary-folder.ts';

/** A recording proxy that runs in this process until the test has ended. */
export interface RunningProxy {
  readonly url: string;
  readonly folder: string;
  readonly exchanges: readonly ProxiedExchange[];
  readonly passed: readonly string[];
  /** Resolves when so many exchanges are written. */
  readonly written: (count: number) => Promise<void>;
  readonly close: () => Promise<void>;
}

export async function proxyTo(to: string, more: Partial<ProxyOptions> = {}): Promise<RunningProxy> {
  const folder = temporaryFolder();
  const exchanges: ProxiedExchange[] = [];
  const passed: string[] = [];
  let wake: () => void = () => undefined;
  const proxy = await startRecordingProxy({
    recorder: createRecorder({
      folder,
      clock: systemClock,
      secrets: [],
      finish: (raw) => finishRecording(raw, () => ({ breaches: [], integrity: 'complete' })),
    }),
    clock: systemClock,
    port: 0,
    to,
    provenance: 'captured',
    onExchange: (exchange) => {
      exchanges.push(exchange);
      wake();
    },
    onPassed: ({ method, path, reason }) => passed.push(`${method} ${path} ${reason}`),
    ...more,
  });
  onTestFinished(proxy.close);
  return {
    url: proxy.url,
    folder,
    exchanges,
    passed,
    written: async (count) => {
      while (exchanges.length < count) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
    close: proxy.close,
  };
}

/** Where an exchange was recorded; empty where it was not. */
export function savedPath({ result }: ProxiedExchange): string {
  return 'saved' in result ? (result.saved?.path ?? '') : '';
}
