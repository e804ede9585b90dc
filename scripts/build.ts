// `npm run build`: the bundles of the app, and the page that sessions are exported into.
import { join } from 'node:path'
import { buildReplay } from './build-replay.ts'
import { runStep } from './run-step.ts'

const bundler = join(import.meta.dirname, '../node_modules/electron-vite/bin/electron-vite.js')
const { ok } = await runStep({ name: 'bundles', command: [bundler, 'build'], isShown: true })
if (ok) {
  const bytes = await buildReplay()
  console.log(`out/replay/template.html  ${Math.round(bytes / 1000)} kB`)
} else {
  process.exitCode = 1
}
