// Preloaded into Portkey, which listens on every network interface and has no option for it. During a certification it
// would be an open door: anyone who reaches the machine could send requests through it to a host of their choice.
import { Server } from 'node:net';

const listen = Server.prototype.listen;

Server.prototype.listen = function listenOnLoopback(port, host, ...rest) {
  return listen.call(this, port, typeof port === 'number' ? (host ?? '127.0.0.1') : host, ...rest);
};
