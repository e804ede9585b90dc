// Hosts a data folder in a process of its own, as `orrery serve` does, with a page of its own in place of the window.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { serveWindow } from '../../src-main/cli/serve/serve-window.ts'
import { systemClock } from '../../src-main/core/runtime/clock.ts'
import { openHost } from '../../src-main/open-host.ts'
import { startServer } from '../../src-main/server/server.ts'

const [folder = ''] = process.argv.slice(2)
const rendererDir = join(folder, 'renderer')
mkdirSync(rendererDir, { recursive: true })
writeFileSync(join(rendererDir, 'index.html'), '<!doctype html><title>Orrery</title>')
const link = await openHost({ dataDir: join(folder, 'data'), face: 'serve', env: process.env })
const server = await startServer({
  port: 0,
  rendererDir,
  clock: systemClock,
  onChannel: (channel, connection) => void serveWindow(link, channel, connection),
})
process.on('message', () => process.send?.(server.createLink()))
process.on('disconnect', () => process.exit())
process.send?.('ready')
