import { dialectIds } from '../src/core/dialect-ids.generated.ts';
import { benchCertify } from './bench/certify.ts';
import { benchCheck } from './bench/check.ts';
import { benchRealtime } from './bench/realtime.ts';
import { benchRecordingProxy } from './bench/recording-proxy.ts';
import { benchUpstream } from './bench/upstream.ts';

/** Speed as ratios within one run, because absolute figures depend on the machine and ratios on the code. */
console.log('what                                                ratio   bar');
for (const dialect of dialectIds) {
  const { ratio, fullPerSecond, parsePerSecond, megabytes } = benchCheck(dialect);
  const detail = `${fullPerSecond.toFixed(0)} against ${parsePerSecond.toFixed(0)} MB/s over ${megabytes.toFixed(1)} MB, median of 7`;
  console.log(`full check of ${dialect.padEnd(37)} ${ratio.toFixed(2).padStart(5)}   0.40   ${detail}`);
}
const upstream = await benchUpstream();
const detail = `${upstream.upstreamPerSecond.toFixed(0)} against ${upstream.barePerSecond.toFixed(0)} streams/s, 200 chunks, 50 at once`;
console.log(
  `fake upstream against bare node:http                ${upstream.ratio.toFixed(2).padStart(5)}   0.70   ${detail}`,
);
for (const speed of [1, 4]) {
  const { chunks, p50, p99, bareP99 } = await benchRealtime(speed);
  const name = `p99 ms off the recorded time of a chunk, speed ${speed}`;
  console.log(
    `${name.padEnd(51)} ${p99.toFixed(2).padStart(5)}   3.00   p50 ${p50.toFixed(2)}, timers alone p99 ${bareP99.toFixed(2)}, ${chunks} chunks`,
  );
}
const proxy = await benchRecordingProxy();
console.log(
  `recording proxy: ms added per chunk, p99             ${proxy.addedP99.toFixed(2).padStart(5)}   2.00   100 streams at once, ${proxy.chunks} chunks; median ${proxy.addedMedian.toFixed(2)}; p99 without it ${proxy.directP99.toFixed(2)}, so the machine itself is ${proxy.directP99 < 2 ? 'calm' : 'busy'}`,
);
console.log(
  `recording proxy: CPU and memory                         -      -   ${proxy.cpuPerChunk.toFixed(0)} µs per chunk, busy ${proxy.busyP99.toFixed(2)} ms at a stretch (p99); ${proxy.firstMegabytes.toFixed(0)} MB after the first round, ${proxy.lastMegabytes.toFixed(0)} MB after the last`,
);
const certify = await benchCertify();
console.log(
  `certify through the reference relay                     -      -   ${certify.casesPerSecond.toFixed(0)} cases/s over ${certify.cases} cases`,
);
