// A relay that tells how it was started. PORT, then a file to show.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

const [file] = process.argv.slice(2);

createServer((request, response) => {
  if (request.url === '/health') {
    response.writeHead(204).end();
    return;
  }
  if (request.url === '/crash') {
    process.exit(7);
  }
  const content = file === undefined ? undefined : readFileSync(file, 'utf8');
  response.end(JSON.stringify({ environment: process.env, folder: process.cwd(), file, content }));
}).listen(Number(process.env.PORT), '127.0.0.1', () => console.log('listening'));
