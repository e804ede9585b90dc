import { BrowserWindow, dialog, shell, type WebContents } from 'electron'
import type { Handlers } from '#shared/contract/define.ts'
import type { NativeContract } from '#shared/contract/native.ts'
import type { Badge } from './badge.ts'
import type { Look } from './look.ts'
import type { MainWindow } from './main-window.ts'
import type { AppMenu } from './menu.ts'

/** What of the desktop a page can reach. */
export interface Desktop {
  readonly look: Look
  readonly menu: AppMenu
  readonly badge: Badge
  readonly window: MainWindow
}

/** What only a desktop has, for one page. */
export function nativeHandlers(
  contents: WebContents,
  { look, menu, badge, window }: Desktop,
): Handlers<NativeContract> {
  return {
    'native.pickFolder': async () => {
      const asked = { properties: ['openDirectory' as const, 'createDirectory' as const] }
      const own = BrowserWindow.fromWebContents(contents)
      const { canceled, filePaths } = await (own
        ? dialog.showOpenDialog(own, asked)
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
    'native.show': async () => {
      window.show()
      return {}
    },
    'native.setBadge': async ({ waiting }) => {
      badge.show(waiting, BrowserWindow.fromWebContents(contents))
      return {}
    },
    'native.setMenu': async ({ commands }) => {
      menu.setCommands(commands)
      window.tellReady()
      return {}
    },
    'native.chosen': (_input, signal) => menu.chosen(signal),
  }
}
