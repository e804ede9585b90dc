import { HostBrowsers } from './browser/browsers.ts'
import { CodeReader } from './code/code.ts'
import { LanguageServers, type LanguagesOptions } from './integrations/lsp/languages.ts'
import type { ToolServices } from './tools/context.ts'

/** What the tools of every session stand on, of which a host has one. Each starts when it is first used. */
export function createToolServices(options: LanguagesOptions): ToolServices & AsyncDisposable {
  const owned = new AsyncDisposableStack()
  return {
    languages: owned.use(new LanguageServers(options)),
    browsers: owned.use(
      new HostBrowsers({ ...options, readSettings: () => options.store.settings.read() }),
    ),
    code: owned.use(new CodeReader()),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}
