import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['suites/{unit,laws,matrix,regressions,e2e,anatomy}/**/*.test.ts'],
    setupFiles: ['suites/support/process/deny-network.ts'],
    testTimeout: 30_000,
  },
});
