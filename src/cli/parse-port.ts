import { UsageFault } from '../core/fault.ts';

/** @throws UsageFault for anything that is no port */
export function parsePort(text: string, place: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535) {
    throw new UsageFault(`${text} is no port`, place, 'a number from 0 to 65535; 0 takes a free one');
  }
  return port;
}
