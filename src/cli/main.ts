#!/usr/bin/env node
// Nothing that needs a newer Node.js is imported before the version is known: it would fail with a stack, not a reason.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

if (major > 22 || (major === 22 && minor >= 20)) {
  const { runInThisProcess } = await import('./this-process.ts');
  await runInThisProcess();
} else {
  const { runUnderNewerNode } = await import('./newer-node.ts');
  console.error(`relaycert: Node.js ${process.versions.node} is too old: running under a newer one from npm`);
  const code = runUnderNewerNode(process.argv[1] ?? '', process.argv.slice(2));
  if (code === undefined) {
    console.error('relaycert: npm gave no newer Node.js (install Node.js 22.20 or later)');
  }
  process.exitCode = code ?? 2;
}
