import { type FormEvent, useState } from 'react'
import type { KeyedService } from '#shared/contract/procedures/settings.ts'
import { BaseUrl, ModelName, type Settings } from '#shared/settings/settings.ts'
import { useHost } from '../../../connection/host-context.tsx'
import { useHostQuery } from '../../../queries/host-query.ts'
import { useCommand } from '../../../queries/use-command.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import styles from '../controls/form-controls.module.css'
import { TextRow } from '../controls/form-controls.tsx'
import shared from '../controls/settings.module.css'
import { debugAdapters, languageServers } from './program-kinds.ts'
import { ProgramList } from './program-list.tsx'

/** What tools of agents stand on outside a project. */
export function ToolsSection() {
  const { data: settings } = useHostQuery('settings.read', {})
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
  const { data: services = [] } = useHostQuery('settings.services', {})
  const browser = useCommand(client['settings.change'])
  const embedding = useCommand(client['settings.change'])
  const engine = useCommand(client['settings.change'])
  return (
    <ul className={shared.rows} aria-label="Tools">
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

/** The key of a service that tools of agents ask: kept, and never shown again. */
function ServiceKey({ service }: { readonly service: KeyedService }) {
  const { id, label, keySource, keyEnv, isKept } = service
  const client = useHost()
  const [key, setKey] = useState('')
  const keep = useCommand(client['settings.setServiceKey'])
  const remove = useCommand(client['settings.removeServiceKey'])
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (await keep.run?.({ service: id, key })) setKey((now) => (now === key ? '' : now))
  }
  const found = keySource
    ? `Its key: ${keySource}.`
    : `None yet: agents can’t search the web. ${keyEnv} in the environment does too.`
  return (
    <li className={styles.textRow}>
      <form className={styles.key} onSubmit={(event) => void submit(event)}>
        <Field
          label={`Key of ${label}, which searches the web`}
          type="password"
          placeholder="Paste the key"
          value={key}
          hint={found}
          error={keep.error ?? remove.error}
          onChange={(event) => setKey(event.target.value)}
        />
        <Button type="submit" disabled={!key.trim() || keep.isRunning}>
          Keep
        </Button>
        {isKept && (
          <Button disabled={remove.isRunning} onClick={() => void remove.run?.({ service: id })}>
            Remove
          </Button>
        )}
      </form>
    </li>
  )
}
