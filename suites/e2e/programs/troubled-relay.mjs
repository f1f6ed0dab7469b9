// A relay that passes every byte through, and has one trouble. PORT and UPSTREAM say where; TROUBLE says what.
import { createServer, request } from 'node:http';

const { PORT, UPSTREAM, TROUBLE, LIMIT = '0', LOCK_MS = '30000', PAUSE_MS = '0', FORBIDDEN } = process.env;
let upstream = new URL(UPSTREAM);
const limit = Number(LIMIT);
const locked = new Map();
let requests = 0;
let line = Promise.resolve();
let lastText = '';
let pieces = 0;

createServer((incoming, outgoing) => {
  const chunks = [];
  incoming.on('data', (chunk) => chunks.push(chunk));
  incoming.on('end', () => {
    if (incoming.url === '/reset') {
      locked.clear();
      outgoing.writeHead(204).end();
      return;
    }
    if (incoming.url === '/upstream') {
      upstream = new URL(Buffer.concat(chunks).toString());
      outgoing.writeHead(204).end();
      return;
    }
    requests += 1;
    if (TROUBLE === 'ends-by-count' && requests === limit) {
      process.exit(1);
    }
    const body = Buffer.concat(chunks);
    const { model } = JSON.parse(body.toString() || '{}');
    if (TROUBLE === 'limits' && requests > limit) {
      refuse(outgoing, 429, 'too many requests');
    } else if (model === FORBIDDEN) {
      refuse(outgoing, 401, 'no account for sk-relaycert-placeholder');
    } else if (TROUBLE === 'refuses' || locked.get(model) > Date.now()) {
      refuse(outgoing, TROUBLE === 'refuses' ? 401 : 503, `no account left for sk-relaycert-placeholder`);
    } else if (TROUBLE === 'falls-back') {
      askMessages(JSON.parse(body.toString()), () => pass(incoming, outgoing, body, model));
    } else if (TROUBLE === 'asks-messages') {
      askMessages(JSON.parse(body.toString()), () => outgoing.writeHead(502).end());
    } else if (TROUBLE === 'slow') {
      // One after the other, like a program that computes all the time.
      line = line.then(() => new Promise((done) => setTimeout(done, Number(PAUSE_MS))));
      line.then(() => pass(incoming, outgoing, body, model));
    } else {
      pass(incoming, outgoing, body, model);
    }
  });
}).listen(Number(PORT), '127.0.0.1');

function refuse(outgoing, status, message) {
  outgoing.writeHead(status, { 'content-type': 'application/json' });
  outgoing.end(JSON.stringify({ error: { message, type: 'server_error', param: null, code: null } }));
}

function pass(incoming, outgoing, body, model) {
  const passed = request(
    {
      host: upstream.hostname,
      port: upstream.port,
      path: incoming.url,
      method: incoming.method,
      headers: { ...incoming.headers, host: upstream.host, 'content-length': body.length },
    },
    (answer) => {
      const lock = () => {
        if (TROUBLE === 'locks') {
          locked.set(model, Date.now() + Number(LOCK_MS));
        }
      };
      const broken = () => {
        if (TROUBLE === 'ends-on-break' || TROUBLE === 'ends-on-faults') {
          process.exit(7);
        }
        if (TROUBLE === 'ends-later') {
          setTimeout(() => process.exit(9), 25);
        }
        lock();
        outgoing.destroy();
      };
      if (answer.statusCode >= 400) {
        if (TROUBLE === 'ends-on-faults') {
          process.exit(7);
        }
        lock();
      }
      outgoing.writeHead(answer.statusCode, answer.headers);
      let seen = 0;
      answer.on('data', (bytes) => {
        seen += 1;
        if (TROUBLE === 'hangs-up' && seen === 3) {
          passed.destroy();
          outgoing.end();
          return;
        }
        outgoing.write(TROUBLE === 'mixes' ? mixed(bytes) : bytes);
      });
      answer.once('end', () => outgoing.end());
      answer.once('error', broken);
    },
  );
  passed.once('error', () => (outgoing.headersSent ? outgoing.destroy() : outgoing.writeHead(502).end()));
  passed.end(body);
}

/** Asks in the dialect of Messages, and is content with nothing that comes back. */
function askMessages({ messages, stream, max_tokens, max_completion_tokens }, then) {
  const asked = request(
    {
      host: upstream.hostname,
      port: upstream.port,
      path: '/v1/messages',
      method: 'POST',
      headers: { 'content-type': 'application/json' },
    },
    (answer) => answer.resume().once('close', then),
  );
  asked.once('error', then);
  asked.end(JSON.stringify({ model: 'm', max_tokens: max_tokens ?? max_completion_tokens, messages, stream }));
}

/** Once in a while, a piece of another answer in place of the same number of bytes. */
function mixed(bytes) {
  const text = bytes.toString();
  const found = /"content":"([^"]{4,})"/.exec(text)?.[1];
  if (found === undefined) {
    return bytes;
  }
  const other = lastText;
  lastText = found;
  pieces += 1;
  return pieces % limit === 0 && other !== '' && other !== found ? text.replace(found, other) : bytes;
}
