import { defineConfig } from '@playwright/test'
import config from '../../../playwright.config.ts'

/** What the window looks like, screen by screen, in the state that is shown to people. */
export default defineConfig({
  ...config,
  testDir: '.',
  testMatch: '*pictures.ts',
  outputDir: '../../../test-results/pictures',
  reporter: 'list',
  timeout: 180_000,
})
