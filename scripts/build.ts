// `npm run build`: the bundles of the app, and the page that sessions are exported into.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { buildReplay } from './build-replay.ts'
import { RECORDS } from './record-packages.ts'
import { runStep } from './run-step.ts'

rmSync(join(import.meta.dirname, '..', RECORDS), { recursive: true, force: true })
const bundler = join(import.meta.dirname, '../node_modules/electron-vite/bin/electron-vite.js')
const { ok } = await runStep({ name: 'bundles', command: [bundler, 'build'], isShown: true })
if (ok) {
  const bytes = await buildReplay()
  console.log(`out/replay/template.html  ${Math.round(bytes / 1000)} kB`)
} else {
  process.exitCode = 1
}
