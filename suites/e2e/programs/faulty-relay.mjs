// A relay of the simplest kind: it passes everything through, and closes every stream as if it were whole.
import { createServer, request } from 'node:http';

const upstream = new URL(process.env.UPSTREAM);

createServer((incoming, outgoing) => {
  const passed = request(
    {
      host: upstream.hostname,
      port: upstream.port,
      path: incoming.url,
      method: incoming.method,
      headers: { ...incoming.headers, host: upstream.host },
    },
    (answer) => {
      const { 'content-length': _length, ...headers } = answer.headers;
      outgoing.writeHead(answer.statusCode, headers);
      let sent = '';
      answer.on('data', (bytes) => {
        sent += bytes;
        outgoing.write(bytes);
      });
      const close = () => {
        if (String(headers['content-type']).includes('event-stream') && !sent.includes('[DONE]')) {
          outgoing.write('data: [DONE]\n\n');
        }
        outgoing.end();
      };
      answer.once('end', close);
      answer.once('error', close);
    },
  );
  passed.once('error', () => (outgoing.headersSent ? outgoing.destroy() : outgoing.writeHead(502).end()));
  incoming.pipe(passed);
}).listen(Number(process.env.PORT), '127.0.0.1');
