// A proxy that looks at nothing: each byte of the upstream reaches the client, and so does the way in which it ended.
import { request as ask, createServer } from 'node:http';

const upstream = new URL(process.env.UPSTREAM);
const ofConnection = new Set(['connection', 'keep-alive', 'transfer-encoding']);

createServer((request, response) => {
  const call = ask(
    {
      host: upstream.hostname,
      port: upstream.port,
      path: request.url,
      method: request.method,
      headers: { ...request.headers, host: upstream.host },
    },
    (answer) => {
      const raw = answer.rawHeaders;
      const names = raw.flatMap((name, index) => (index % 2 === 0 ? [[name, raw[index + 1]]] : []));
      response.writeHead(answer.statusCode, names.filter(([name]) => !ofConnection.has(name.toLowerCase())).flat());
      answer.on('data', (chunk) => {
        if (!response.write(chunk)) {
          answer.pause();
          response.once('drain', () => answer.resume());
        }
      });
      answer.on('end', () => response.end());
      answer.on('error', () => response.destroy());
    },
  );
  call.on('error', () => response.destroy());
  response.on('close', () => call.destroy());
  request.pipe(call);
}).listen(Number(process.env.PORT), '127.0.0.1');
