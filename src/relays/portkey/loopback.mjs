// Preloaded into Portkey, which listens on every network interface and has no option to change that. Without this file,
// anyone who reaches the machine during a certification could send requests through it to a host of their choice.
import { Server } from 'node:net';

const listen = Server.prototype.listen;

Server.prototype.listen = function listenOnLoopback(port, host, ...rest) {
  return listen.call(this, port, typeof port === 'number' ? (host ?? '127.0.0.1') : host, ...rest);
};
