import { resolve } from 'node:path'
import { findElectron } from '../../scripts/fetch-electron.ts'
import { standinPath } from '../standin/standin-path.ts'
import { root } from './ground.ts'

/** The desktop app as a program, and what comes before the arguments that are the app's own. */
export interface DesktopProgram {
  readonly executablePath: string
  readonly args: readonly string[]
}

/** Everything that the specs run on, by its name in `ORRERY_E2E_TARGET`. */
const programs = {
  /** `orrery serve`, and its page in Chromium. Specs of the desktop app alone start it on the stand-in. */
  browser: () => ({ executablePath: standinPath(), args: [root] }),
  /** The desktop app on what stands in for Electron. */
  standin: () => ({ executablePath: standinPath(), args: [root] }),
  /** On Electron itself. */
  electron: () => ({ executablePath: installedElectron(), args: [root] }),
  /** As it was packaged for this system, on whichever Electron that was: in the folder `ORRERY_E2E_APP`. */
  packaged: () => ({ executablePath: packagedApp(), args: [] }),
} satisfies Readonly<Record<string, () => DesktopProgram>>

type Target = keyof typeof programs

/** Of what is served, where other sites, other people and a lost socket are. */
const ofServed = [
  'connection.spec.ts',
  'folder-picker.spec.ts',
  'other-sites.spec.ts',
  'password.spec.ts',
]

/** They package the app on the stand-in by themselves, and need do so once. */
const ofPackages = ['packages.spec.ts']

/** The specs that do not run on it. Every other one does. */
const leftOut: Readonly<Record<Target, readonly string[]>> = {
  browser: [],
  standin: [...ofServed, ...ofPackages],
  electron: [...ofServed, ...ofPackages],
  // A packaged app loads no module but its own.
  packaged: [...ofServed, ...ofPackages, 'broken-terminals.spec.ts'],
}

const target = readTarget(process.env.ORRERY_E2E_TARGET ?? 'browser')

/** In the desktop app, whichever Electron it runs on. */
export const isOnDesktop = target !== 'browser'

export const specsLeftOut = leftOut[target]

export function desktopProgram(): DesktopProgram {
  return programs[target]()
}

function readTarget(name: string): Target {
  const known = Object.keys(programs) as Target[]
  const found = known.find((each) => each === name)
  if (!found) throw new Error(`ORRERY_E2E_TARGET is one of ${known.join(', ')}, not ${name}.`)
  return found
}

function installedElectron(): string {
  const path = findElectron()
  if (path === undefined) throw new Error('There is no Electron here.')
  return path
}

/** As it is named in an unpacked package. */
function packagedApp(): string {
  const folder = process.env.ORRERY_E2E_APP
  if (folder === undefined) throw new Error('ORRERY_E2E_APP names no folder of a packaged app.')
  if (process.platform === 'darwin') return resolve(folder, 'Orrery.app/Contents/MacOS/Orrery')
  return resolve(folder, process.platform === 'win32' ? 'Orrery.exe' : 'orrery-desktop')
}
