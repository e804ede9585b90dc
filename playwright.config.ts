import { defineConfig } from '@playwright/test'
import { findChromium } from './scripts/ensure-chromium.ts'
import { specsLeftOut } from './test/e2e/target.ts'

const executablePath = findChromium()

export default defineConfig({
  testDir: 'test/e2e',
  testMatch: '**/*.spec.ts',
  testIgnore: specsLeftOut.map((name) => `**/${name}`),
  outputDir: 'test-results/e2e',
  reporter: [['list'], ['json', { outputFile: 'test-results/e2e.json' }]],
  // Generous: on a busy machine everything takes several times as long, and a state that never comes
  // fails all the same. No spec sets limits of its own, except for attempts that it repeats.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  // What a busy machine has made late passes then; the list says that it was flaky.
  retries: 1,
  // What one spec waits for, the other uses.
  workers: 2,
  // Test by test, so that neither is idle while the other has a long file.
  fullyParallel: true,
  forbidOnly: true,
  use: {
    viewport: { width: 1440, height: 900 },
    // Without a GPU, what moves takes a sixth of the time. The specs of what moves ask for it.
    reducedMotion: 'reduce',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(executablePath && { executablePath }),
      args: [
        '--no-sandbox',
        '--use-angle=swiftshader',
        '--enable-unsafe-swiftshader',
        // WebGL needs the GPU's stand-in. Page by page it is the slowest way to draw without a GPU.
        '--disable-gpu-compositing',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
      ],
    },
  },
})
