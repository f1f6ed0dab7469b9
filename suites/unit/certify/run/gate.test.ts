import { expect, test } from 'vitest';
import { createGate } from '../../../../src/certify/run/gate.ts';

/** Starts work that ends when it is told to, and says how much of it ran at once. */
function createWork() {
  const running = new Set<string>();
  const log: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    log,
    running: () => [...running].join(' '),
    start: (name: string) => (): Promise<string> => {
      running.add(name);
      log.push([...running].join(' '));
      return new Promise((resolve) => {
        ends.set(name, () => {
          running.delete(name);
          resolve(name);
        });
      });
    },
    end: async (name: string): Promise<void> => {
      ends.get(name)?.();
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

test('as many as the gate is wide run beside each other, in order', async () => {
  const [gate, work] = [createGate(2), createWork()];
  const all = ['a', 'b', 'c', 'd'].map((name) => gate.beside(work.start(name)));
  expect(work.running()).toBe('a b');
  await work.end('b');
  expect(work.running()).toBe('a c');
  await work.end('a');
  await work.end('c');
  await work.end('d');
  expect(await Promise.all(all)).toEqual(['a', 'b', 'c', 'd']);
});

test('what runs alone waits for all others, and lets none in', async () => {
  const [gate, work] = [createGate(3), createWork()];
  void gate.beside(work.start('a'));
  void gate.alone(work.start('b'));
  void gate.beside(work.start('c'));
  expect(work.running()).toBe('a');
  await work.end('a');
  expect(work.running()).toBe('b');
  await work.end('b');
  expect(work.running()).toBe('c');
});

test('what runs alone and first goes before all that waits', async () => {
  const [gate, work] = [createGate(1), createWork()];
  void gate.beside(work.start('a'));
  void gate.beside(work.start('b'));
  void gate.alone(work.start('c'), 'first');
  await work.end('a');
  await work.end('c');
  await work.end('b');
  expect(work.log).toEqual(['a', 'c', 'b']);
});

test('a gate gets narrower and never wider', async () => {
  const [gate, work] = [createGate(3), createWork()];
  for (const name of ['a', 'b', 'c', 'd']) {
    void gate.beside(work.start(name));
  }
  gate.narrow(1.9);
  expect(gate.width()).toBe(1);
  await work.end('a');
  await work.end('b');
  expect(work.running()).toBe('c');
  await work.end('c');
  expect(work.running()).toBe('d');
  gate.narrow(5);
  expect(gate.width()).toBe(1);
  gate.narrow(0);
  expect(gate.width()).toBe(1);
});

test('a failure is passed on, and makes room', async () => {
  const gate = createGate(1);
  const failed = gate.alone(() => Promise.reject(new Error('broken')));
  const next = gate.beside(() => Promise.resolve('next'));
  await expect(failed).rejects.toThrow('broken');
  expect(await next).toBe('next');
});
