// A relay with an API of its own: a login that gives a token and a cookie, and doors that want both. PORT says where.
import { createServer } from 'node:http';

const seen = [];

createServer((request, response) => {
  let body = '';
  request.on('data', (bytes) => {
    body += bytes;
  });
  request.on('end', () => {
    const { method, url, headers } = request;
    seen.push({ method, url, body, type: headers['content-type'], token: headers['x-token'], cookie: headers.cookie });
    if (url === '/login') {
      response.writeHead(201, { 'set-cookie': 'session=s-7; Path=/; HttpOnly', 'content-type': 'application/json' });
      response.end(JSON.stringify({ data: { token: 't-9', number: 4 } }));
    } else if (url === '/seen') {
      response.end(JSON.stringify(seen));
    } else {
      response.writeHead(url.startsWith('/closed') ? 403 : 204).end('a secret');
    }
  });
}).listen(Number(process.env.PORT), '127.0.0.1');
