#!/usr/bin/env node
// Nothing is imported before the version is known: what runs on an older Node.js fails with a stack, not with a reason.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

if (major > 22 || (major === 22 && minor >= 20)) {
  const { startProgram } = await import('./start-program.ts');
  await startProgram();
} else {
  console.error(
    `relaycert: Node.js ${process.versions.node}: this version is too old (install Node.js 22.20 or later)`,
  );
  process.exitCode = 2;
}
