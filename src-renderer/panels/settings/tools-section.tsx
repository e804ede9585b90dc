import { BaseUrl, ModelName, type Settings } from '#shared/settings.ts'
import { useServices, useSettings } from '../../client/documents.ts'
import { useHost } from '../../client/host-context.tsx'
import { useCommand } from '../../client/use-command.ts'
import { debugAdapters, languageServers } from './program-kinds.ts'
import { ProgramList } from './program-list.tsx'
import { ServiceKey } from './service-key.tsx'
import styles from './settings.module.css'
import { TextRow } from './text-row.tsx'

/** What tools of agents stand on outside a project. */
export function ToolsSection() {
  const { data: settings } = useSettings()
  if (!settings) return null
  return (
    <>
      <Reaches settings={settings} />
      <ProgramList kind={languageServers} settings={settings} />
      <ProgramList kind={debugAdapters} settings={settings} />
    </>
  )
}

/** Where pages are opened, and where the project and the web are searched. */
function Reaches({ settings }: { readonly settings: Settings }) {
  const client = useHost()
  const { data: services = [] } = useServices()
  const browser = useCommand(client['settings.change'])
  const embedding = useCommand(client['settings.change'])
  const engine = useCommand(client['settings.change'])
  return (
    <ul className={styles.rows} aria-label="Tools">
      <TextRow
        label="Browser for agents"
        value={settings.browserPath}
        placeholder="Chromium or Chrome, where it is found"
        hint="The program that agents open pages in, without a window and apart from your own."
        error={browser.error}
        onKeep={(path) => void browser.run?.({ browserPath: path ?? null })}
      />
      <TextRow
        label="Model for the search by meaning"
        value={settings.embeddingModel}
        placeholder="None: projects are searched by words"
        hint="An embedding model, as ollama:nomic-embed-text or openai:text-embedding-3-small. It is sent the project’s text, and a provider bills that."
        error={embedding.error}
        findWrong={(name) => ModelName.safeParse(name).error?.issues[0]?.message}
        onKeep={(name) => void embedding.run?.({ embeddingModel: name ?? null })}
      />
      {services.map((service) => (
        <ServiceKey key={service.id} service={service} />
      ))}
      <TextRow
        label="Where the web is searched"
        value={settings.webSearchUrl}
        placeholder="https://api.tavily.com"
        hint="Tavily’s, unless you name another server that speaks as it does."
        error={engine.error}
        findWrong={(url) => BaseUrl.safeParse(url).error?.issues[0]?.message}
        onKeep={(url) => void engine.run?.({ webSearchUrl: url ?? null })}
      />
    </ul>
  )
}
