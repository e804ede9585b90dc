import { EventEmitter } from 'node:events'
import { standin } from '../script.ts'
import { strict } from '../strict.ts'
import { browser } from './the-browser.ts'

type Request = (
  contents: null,
  permission: string,
  answer: (isGranted: boolean) => void,
  details: object,
) => void

/** Electron's names of permissions, and Chromium's. */
const permissions: Readonly<Record<string, readonly string[]>> = {
  'clipboard-read': ['clipboard-read'],
  'clipboard-sanitized-write': ['clipboard-write'],
  notifications: ['notifications'],
  geolocation: ['geolocation'],
  media: ['camera', 'microphone'],
  midi: ['midi'],
  'loopback-network': ['loopback-network'],
  'local-network': ['local-network'],
}

/** Of its events, it tells of downloads. */
class Session extends EventEmitter {
  /** Asked once for each permission, ahead: nothing tells when a page asks. */
  setPermissionRequestHandler(handler: Request | null): void {
    for (const [permission, names] of Object.entries(permissions)) {
      handler?.(null, permission, (isGranted) => settle(names, isGranted), { isMainFrame: true })
    }
  }

  setPermissionCheckHandler(): void {}

  setDevicePermissionHandler(): void {}

  setSpellCheckerEnabled(): void {}
}

export const theSession = new Session()

function settle(names: readonly string[], isGranted: boolean): void {
  const setting = isGranted ? 'granted' : 'denied'
  for (const name of names) {
    const asked = { permission: { name }, setting }
    browser()
      .send('Browser.setPermission', asked)
      .catch((error: unknown) => standin.events.push(`permission ${name}: ${String(error)}`))
  }
}

export const session = strict('session', { defaultSession: strict('session', theSession) })
