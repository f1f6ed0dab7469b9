// A relay that starts a child. It prints both process ids and dies of SIGTERM; with `deaf`, neither of them does.
import { spawn } from 'node:child_process';
import { createServer } from 'node:http';

const [role, mode] = process.argv.slice(2);
if (mode === 'deaf') {
  process.on('SIGTERM', () => undefined);
}
if (role === 'child') {
  console.log(`pid ${process.pid}`);
  setInterval(() => undefined, 1_000);
} else {
  spawn(process.execPath, [process.argv[1], 'child', mode], { stdio: 'inherit' });
  console.log(`pid ${process.pid}`);
  createServer((_request, response) => response.end()).listen(Number(process.env.PORT), '127.0.0.1');
}
