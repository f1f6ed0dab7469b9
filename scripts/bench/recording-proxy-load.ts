import { createServer, request as requestHttp } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';

/** The job of a load worker: to be the provider, or to be its clients. */
export type ProxyLoad =
  | { readonly role: 'provider'; readonly chunks: number; readonly intervalMs: number }
  | { readonly role: 'clients'; readonly url: string; readonly atOnce: number; readonly streams: number };

/** Milliseconds on a clock that all threads share. */
const now = (): number => performance.timeOrigin + performance.now();

const load: ProxyLoad = workerData;
if (load.role === 'provider') {
  provide(load.chunks, load.intervalMs);
} else {
  ask(load.url, load.atOnce, load.streams);
}

/** Every chunk says when it was written. Streams differ in length, so that they do not all end at once. */
function provide(chunks: number, intervalMs: number): void {
  let served = 0;
  const server = createServer({ noDelay: true }, (request, response) => {
    request.resume();
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const wanted = Math.round(chunks * (0.5 + ((served++ * 7) % 11) / 10));
    let written = 0;
    const timer = setInterval(() => {
      written += 1;
      response.write(`data: {"at":${now()},"padding":"${'x'.repeat(180)}"}\n\n`);
      if (written >= wanted) {
        clearInterval(timer);
        response.end('data: [DONE]\n\n');
      }
    }, intervalMs);
    response.once('close', () => clearInterval(timer));
  });
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    parentPort?.postMessage(typeof address === 'object' && address !== null ? address.port : 0);
  });
}

/** Keeps `atOnce` streams running until all have been requested, and reports how late each chunk was. */
function ask(url: string, atOnce: number, streams: number): void {
  const late: number[] = [];
  const body = JSON.stringify({ model: 'm', stream: true, messages: [{ role: 'user', content: 'Hello' }] });
  let started = 0;
  let ended = 0;
  const next = (): void => {
    if (started >= streams) {
      return;
    }
    started += 1;
    const request = requestHttp(
      `${url}/v1/chat/completions`,
      { method: 'POST', headers: { 'content-type': 'application/json', 'content-length': body.length }, agent: false },
      (response) => {
        response.setEncoding('latin1');
        response.on('data', (text: string) => {
          const at = now();
          for (const [, sent] of text.matchAll(/"at":([\d.]+)/g)) {
            late.push(at - Number(sent));
          }
        });
        response.once('close', () => {
          ended += 1;
          if (ended === streams) {
            parentPort?.postMessage(late);
          } else {
            next();
          }
        });
      },
    );
    request.end(body);
  };
  // Spread over time, as streams of real users are.
  for (let index = 0; index < atOnce; index += 1) {
    setTimeout(next, (index * 200) / atOnce);
  }
}
