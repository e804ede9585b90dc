// The stand-in's start: makes `electron` what main/index.ts is, and runs the app's main module, unchanged.
import inspector from 'node:inspector'
import { createRequire, registerHooks } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { keepSettings, readSettings } from './settings.ts'

const ELECTRON = new URL('./main/index.ts', import.meta.url).href
const provided = new Set(['electron', 'electron/main', 'electron/common'])

if (Number(process.versions.node.split('.')[0]) < 24) {
  console.error(`stand-in: needs Node 24, and this is ${process.versions.node}. Set STANDIN_NODE.`)
  process.exit(1)
}
const settings = readSettings(process.argv.slice(2), process.env)
// What the app starts must not take itself for the app.
delete process.env['STANDIN_RESOURCES']
delete process.env['STANDIN_EXE']
if (settings.argv.includes('--version')) {
  console.log(`v${settings.version}`)
  process.exit(0)
}
keepSettings(settings)
pretendToBeElectron()
registerHooks({
  resolve: (specifier, context, next) =>
    provided.has(specifier)
      ? { url: ELECTRON, format: 'module', shortCircuit: true }
      : next(specifier, context),
})
const { start } = await import('./start.ts')
const running = start(settings)
for (const path of settings.preloads) createRequire(join(settings.appPath, 'x.js'))(path)
listenForInspector()
try {
  await import(pathToFileURL(settings.mainFile).href)
} catch (error) {
  process.emit('uncaughtException', error instanceof Error ? error : new Error(String(error)))
}
// As in Electron, `ready` waits for what the main module awaits at its top.
await running.becomeReady()

function pretendToBeElectron(): void {
  Object.defineProperty(process.versions, 'electron', { value: settings.version, enumerable: true })
  const { executable, argv, resources, isPackaged } = settings
  Object.assign(process, {
    type: 'browser',
    resourcesPath: resources,
    argv: [executable, ...argv],
    ...(!isPackaged && { defaultApp: true }),
  })
}

/** Only now: whoever sees the port asks for `electron` at once. */
function listenForInspector(): void {
  const asked = settings.argv.find((each) => each.startsWith('--inspect'))
  const [, waits, port] = /^--inspect(-brk)?(?:=(?:.+:)?(\d+))?$/.exec(asked ?? '') ?? []
  if (asked === undefined) return
  inspector.open(Number(port ?? 9229), '127.0.0.1')
  if (waits) inspector.waitForDebugger()
}
