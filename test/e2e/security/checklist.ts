import {
  argumentsOf,
  callsOf,
  mentions,
  nameOf,
  parse,
  type Syntax,
  textsOf,
  valuesOf,
  walk,
} from './syntax.ts'

/** What is shipped, as text, and what its pages are answered with. */
export interface Shipped {
  readonly main: string
  readonly preload: string
  readonly headers: Readonly<Record<string, string>>
  /** The version of Electron that is asked for. */
  readonly electron: string
  /** What the executable is packaged with, by electron-builder's names. */
  readonly fuses: Readonly<Record<string, unknown>>
}

interface Trees extends Pick<Shipped, 'headers' | 'electron' | 'fuses'> {
  readonly main: Syntax
  readonly preload: Syntax
}

/** An item of Electron's own security checklist (electronjs.org/docs/latest/tutorial/security). */
export interface Item {
  readonly name: string
  /** Whether what is shipped keeps it. */
  readonly holds: (trees: Trees) => boolean
  /** The same with the item undone, so that it can be seen to be noticed. */
  readonly undo: (shipped: Shipped) => Shipped
}

export function findUnkept(
  shipped: Shipped,
  items: readonly Item[] = checklist,
): readonly string[] {
  const trees = { ...shipped, main: parse(shipped.main), preload: parse(shipped.preload) }
  return items.filter(({ holds }) => !holds(trees)).map(({ name }) => name)
}

const inMain = (from: string | RegExp, to: string) => (shipped: Shipped) => {
  return { ...shipped, main: replaced(shipped.main, from, to) }
}
const inPreload = (from: string | RegExp, to: string) => (shipped: Shipped) => {
  return { ...shipped, preload: replaced(shipped.preload, from, to) }
}
const withPreference = (preference: string) =>
  inMain('sandbox: true,', `sandbox: true, ${preference},`)

function replaced(text: string, from: string | RegExp, to: string): string {
  const changed = text.replace(from, to)
  if (changed === text) throw new Error(`What is shipped has no ${String(from)} to undo.`)
  return changed
}

/** In every window's preferences, where it is set at all. */
const isNever =
  (value: unknown, ...properties: readonly string[]) =>
  (trees: Trees) =>
    properties.every((property) => !valuesOf(trees.main, property).includes(value))
const isAlways = (value: unknown, property: string) => (trees: Trees) => {
  const values = valuesOf(trees.main, property)
  const windows = callsOf(trees.main, 'BrowserWindow').length
  return windows > 0 && values.length === windows && values.every((each) => each === value)
}
const isCalled = (name: string) => (trees: Trees) => callsOf(trees.main, name).length > 0
const listens = (event: string, act: string) => (trees: Trees) =>
  callsOf(trees.main, /\.on$/).some((call) => {
    const [name, listener] = argumentsOf(call)
    return name?.['value'] === event && listener !== undefined && mentions(listener, act)
  })
const all =
  (...parts: readonly ((trees: Trees) => boolean)[]) =>
  (trees: Trees) =>
    parts.every((part) => part(trees))

function policyOf({ headers }: Trees): Readonly<Record<string, string>> {
  const parts = (headers['content-security-policy'] ?? '').split(';').map((part) => part.trim())
  return Object.fromEntries(parts.map((part) => [part.split(' ')[0], part.replace(/^\S+\s*/, '')]))
}

/** What a page is allowed to load scripts from is our own files, and nothing is allowed by default. */
function isStrict(trees: Trees): boolean {
  const policy = policyOf(trees)
  const frames = (policy['frame-src'] ?? '').split(' ').filter(Boolean)
  return (
    policy['default-src'] === "'none'" &&
    policy['script-src'] === "'self'" &&
    policy['base-uri'] === "'none'" &&
    policy['frame-ancestors'] === "'none'" &&
    frames.every((source) => /^http:\/\/(127\.0\.0\.1|localhost):\*$/.test(source))
  )
}

/** Of what a page sends, everything is looked at for whose it is. */
function checksSenders({ main }: Trees): boolean {
  const handlers = callsOf(main, /^ipcMain\.(on|once|handle|handleOnce)$/)
  return (
    handlers.length > 0 &&
    handlers.every((call) => argumentsOf(call).some((each) => mentions(each, 'senderFrame')))
  )
}

/** What the page gets is written out there, and none of it is Electron's own. */
function exposesLittle({ preload }: Trees): boolean {
  const exposed = callsOf(preload, 'contextBridge.exposeInMainWorld')
  const [call] = exposed
  const api = call && argumentsOf(call)[1]
  if (!api || exposed.length !== 1) return false
  const keys = valuesOf(api, 'platform').length + valuesOf(api, 'connect').length
  const handsOut = [...walk(api)].some(
    (node) =>
      node.type === 'Property' && /^electron\.|^ipcRenderer$/.test(nameOf(node['value'] as Syntax)),
  )
  return keys === 2 && !handsOut
}

/** Other programs are given addresses of the web alone. */
function opensWebOnly({ main }: Trees): boolean {
  const guarded = [...walk(main)].filter(
    ({ type, test }) => type === 'IfStatement' && textsOf(test as Syntax).includes('https://'),
  )
  const inside = guarded.flatMap((node) => callsOf(node, 'shell.openExternal'))
  const opened = callsOf(main, 'shell.openExternal')
  return opened.length > 0 && opened.every((call) => inside.includes(call))
}

/** The current version of Electron was this when this was written: older ones are no update. */
const NEWEST_MAJOR = 45

/** All but `runAsNode`, and why that one is left is in docs/decisions/0037. */
const safeFuses: readonly (readonly [string, boolean])[] = [
  ['enableCookieEncryption', true],
  ['enableNodeOptionsEnvironmentVariable', false],
  ['enableNodeCliInspectArguments', false],
  ['enableEmbeddedAsarIntegrityValidation', true],
  ['onlyLoadAppFromAsar', true],
  ['grantFileProtocolExtraPrivileges', false],
]

export const checklist: readonly Item[] = [
  {
    name: '1. Only secure content is loaded',
    holds: ({ main }) =>
      !callsOf(main, /\.loadURL$/).some((call) =>
        textsOf(call).some((text) => text.startsWith('http:')),
      ),
    undo: inMain('window.loadURL(url)', 'window.loadURL("http://example.com")'),
  },
  {
    name: '2. Pages have no Node.js',
    holds: all(
      isNever(true, 'nodeIntegration', 'nodeIntegrationInWorker', 'nodeIntegrationInSubFrames'),
      isAlways(false, 'nodeIntegration'),
    ),
    undo: inMain('nodeIntegration: false', 'nodeIntegration: true'),
  },
  {
    name: '3. Worlds are kept apart',
    holds: isAlways(true, 'contextIsolation'),
    undo: inMain('contextIsolation: true', 'contextIsolation: false'),
  },
  {
    name: '4. Pages are in a sandbox',
    holds: all(isAlways(true, 'sandbox'), isCalled('app.enableSandbox')),
    undo: inMain('app.enableSandbox()', 'void 0'),
  },
  {
    name: '5. Permissions are asked for, and refused',
    holds: all(
      isCalled('defaultSession.setPermissionRequestHandler'),
      isCalled('defaultSession.setPermissionCheckHandler'),
    ),
    undo: inMain('setPermissionRequestHandler', 'setDevicePermissionHandler'),
  },
  {
    name: '6. The web’s own security is on',
    holds: isNever(false, 'webSecurity'),
    undo: withPreference('webSecurity: false'),
  },
  {
    name: '7. A policy says what pages may load',
    holds: isStrict,
    undo: (shipped) => ({
      ...shipped,
      headers: {
        ...shipped.headers,
        'content-security-policy': "default-src 'self'; script-src 'self' 'unsafe-eval'",
      },
    }),
  },
  {
    name: '8. No insecure content runs',
    holds: isNever(true, 'allowRunningInsecureContent'),
    undo: withPreference('allowRunningInsecureContent: true'),
  },
  {
    name: '9. Experiments of Chromium’s are off',
    holds: isNever(true, 'experimentalFeatures'),
    undo: withPreference('experimentalFeatures: true'),
  },
  {
    name: '10. No features of Blink’s are switched on',
    holds: ({ main }) => valuesOf(main, 'enableBlinkFeatures').length === 0,
    undo: withPreference('enableBlinkFeatures: "ExecCommandInJavaScript"'),
  },
  {
    name: '11. No <webview> may open windows',
    holds: ({ main }) => !textsOf(main).some((text) => text.includes('allowpopups')),
    undo: inMain('window.loadURL(url)', 'window.loadURL("<webview allowpopups>")'),
  },
  {
    name: '12. No <webview> is made',
    holds: all(isAlways(false, 'webviewTag'), listens('will-attach-webview', 'preventDefault')),
    undo: inMain('"will-attach-webview"', '"did-attach-webview"'),
  },
  {
    name: '13. Pages can’t be led elsewhere',
    holds: listens('will-navigate', 'preventDefault'),
    undo: inMain('"will-navigate"', '"did-navigate"'),
  },
  {
    name: '14. Pages open no windows',
    holds: ({ main }) => {
      const handlers = callsOf(main, /\.setWindowOpenHandler$/)
      const actions = handlers.flatMap((call) => valuesOf(call, 'action'))
      return actions.length > 0 && actions.every((action) => action === 'deny')
    },
    undo: inMain(/action: "deny"/, 'action: "allow"'),
  },
  {
    name: '15. Other programs are given addresses of the web alone',
    holds: opensWebOnly,
    undo: inMain('url.startsWith("https://")', 'url'),
  },
  {
    name: '16. Electron is current',
    holds: ({ electron }) => Number(electron.split('.')[0]) >= NEWEST_MAJOR,
    undo: (shipped) => ({ ...shipped, electron: '30.0.0' }),
  },
  {
    name: '17. It is looked at whose every message is',
    holds: checksSenders,
    undo: inMain(/event\.senderFrame/, 'event.sender'),
  },
  {
    name: '18. Pages come by a scheme of their own, and not from files',
    holds: ({ main }) =>
      callsOf(main, 'protocol.handle').length > 0 &&
      callsOf(main, /\.loadFile$/).length === 0 &&
      !callsOf(main, /\.loadURL$/).some((call) =>
        textsOf(call).some((text) => text.startsWith('file:')),
      ),
    undo: inMain('window.loadURL(url)', 'window.loadFile(url)'),
  },
  {
    name: '19. Fuses are set, but the one that the shell’s commands run by',
    holds: ({ fuses }) => safeFuses.every(([fuse, isSet]) => fuses[fuse] === isSet),
    undo: (shipped) => ({
      ...shipped,
      fuses: { ...shipped.fuses, enableNodeOptionsEnvironmentVariable: true },
    }),
  },
  {
    name: '20. Pages are handed nothing of Electron’s',
    holds: exposesLittle,
    undo: inPreload('platform: process.platform', 'raw: electron.ipcRenderer'),
  },
]
