import { existsSync } from 'node:fs'
import { findProgram } from '../programs/find-program.ts'

const names = [
  // Without the browser around the page, which nobody looks at: a fifth quicker on two cores.
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  'chrome.exe',
]
const places = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
]

/** What `CHROMIUM` names, else a browser that is installed. */
export function findChromium(
  env: Readonly<Record<string, string | undefined>>,
): string | undefined {
  if (env['CHROMIUM']) return env['CHROMIUM']
  // One browser serves every project. Whatever put a project into `PATH` also started Orrery there.
  const start = { folder: process.cwd(), env }
  const inPath = names.map((name) => findProgram(name, start)).find((path) => path !== undefined)
  return inPath ?? places.find((path) => existsSync(path))
}
