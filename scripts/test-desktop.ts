// `npm run test:standin`, `test:electron`, `test:packaged`: the end-to-end tests in the desktop app, on what
// the first argument names (test/e2e/target.ts). The others are Playwright's.
import { join } from 'node:path'
import { become } from './become.mjs'
import { findElectronObstacle } from './electron-obstacle.ts'
import { findElectron } from './fetch-electron.ts'

const root = join(import.meta.dirname, '..')
const [target = '', ...args] = process.argv.slice(2)

function findObstacle(): string | undefined {
  if (target !== 'electron') return undefined
  if (!findElectron()) {
    return 'Electron is not installed, so nothing was tested. Let `npm start` fetch it, or set ELECTRON_EXEC_PATH.'
  }
  // Playwright starts it without the sandbox.
  const reason = findElectronObstacle(['--no-sandbox'])
  return reason && `Electron cannot be used (${reason}), so nothing was tested.`
}

const obstacle = findObstacle()
if (obstacle) {
  console.error(obstacle)
  process.exitCode = 1
} else {
  const playwright = join(root, 'node_modules/@playwright/test/cli.js')
  const env = { ...process.env, ORRERY_E2E_TARGET: target }
  become(process.execPath, [playwright, 'test', ...args], env)
}
