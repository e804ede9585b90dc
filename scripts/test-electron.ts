// `npm run test:electron`: the end-to-end tests in the desktop app. Arguments are Playwright's.
import { join } from 'node:path'
import { become } from './become.mjs'
import { findElectronObstacle } from './electron-obstacle.ts'
import { findElectron } from './fetch-electron.ts'

const root = join(import.meta.dirname, '..')

function findObstacle(): string | undefined {
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
  const env = { ...process.env, ORRERY_E2E_TARGET: 'electron' }
  become(process.execPath, [playwright, 'test', ...process.argv.slice(2)], env)
}
