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
}

const defaultSession = strict('session', {
  /** Asked once for each permission, ahead: nothing tells when a page asks. */
  setPermissionRequestHandler(handler: Request | null): void {
    for (const [permission, names] of Object.entries(permissions)) {
      handler?.(null, permission, (isGranted) => settle(names, isGranted), { isMainFrame: true })
    }
  },
  setPermissionCheckHandler(): void {},
  setDevicePermissionHandler(): void {},
  setSpellCheckerEnabled(): void {},
  on(): void {},
})

function settle(names: readonly string[], isGranted: boolean): void {
  const setting = isGranted ? 'granted' : 'denied'
  for (const name of names) {
    const asked = { permission: { name }, setting }
    browser()
      .send('Browser.setPermission', asked)
      .catch((error: unknown) => standin.events.push(`permission ${name}: ${String(error)}`))
  }
}

export const session = strict('session', { defaultSession })
