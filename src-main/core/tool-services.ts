import { HostBrowsers } from './browser/browsers.ts'
import { CodeReader } from './code/code.ts'
import { LanguageServers, type LanguagesOptions } from './integrations/lsp/languages.ts'
import type { Providers } from './providers/registry/providers.ts'
import { ProjectSearch } from './semantic-search/project-search.ts'
import type { ToolServices } from './tools/context/tool-context.ts'
import { TavilySearch } from './web-search/tavily.ts'

interface ToolServicesOptions extends LanguagesOptions {
  readonly providers: Pick<
    Providers,
    'fetch' | 'keyOf' | 'reach' | 'secrets' | 'redact' | 'priceOf'
  >
}

/** What the tools of every session stand on, of which a host has one. Each starts when it is first used. */
export function createToolServices(options: ToolServicesOptions): ToolServices & AsyncDisposable {
  const owned = new AsyncDisposableStack()
  const readSettings = () => options.store.settings.read()
  return {
    languages: owned.use(new LanguageServers(options)),
    browsers: owned.use(new HostBrowsers({ ...options, readSettings })),
    code: owned.use(new CodeReader()),
    semantic: owned.use(
      new ProjectSearch({ ...options, dataDir: options.store.dataDir, readSettings }),
    ),
    webSearch: new TavilySearch({ ...options, readSettings }),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}
