import { BrowserWindow, dialog, shell, type WebContents } from 'electron'
import type { Handlers } from '#shared/contract/define.ts'
import type { NativeContract } from '#shared/contract/native.ts'
import type { Look } from './look.ts'

/** What only a desktop has, for one window. */
export function nativeHandlers(contents: WebContents, look: Look): Handlers<NativeContract> {
  return {
    'native.pickFolder': async () => {
      const window = BrowserWindow.fromWebContents(contents)
      const asked = { properties: ['openDirectory' as const, 'createDirectory' as const] }
      const { canceled, filePaths } = await (window
        ? dialog.showOpenDialog(window, asked)
        : dialog.showOpenDialog(asked))
      return { path: canceled ? null : (filePaths[0] ?? null) }
    },
    'native.revealInFolder': async ({ path }) => {
      shell.showItemInFolder(path)
      return {}
    },
    'native.setZoom': async ({ factor }) => {
      contents.setZoomFactor(factor)
      return {}
    },
    'native.setTheme': async ({ theme }) => {
      look.choose(theme)
      return {}
    },
  }
}
