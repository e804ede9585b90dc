import { Unplug } from 'lucide-react'
import { formatMissingServers } from '#shared/format-missing-servers.ts'
import { showInvisible } from '#shared/lib/invisible-characters.ts'
import type { MissingServersItem } from '#shared/projections/transcript-items.ts'
import { useIsRecording } from '../../client/host-context.tsx'
import { useNavigation } from '../../client/navigation.tsx'
import { Button } from '../../ui/button.tsx'
import styles from './missing-servers-row.module.css'

/** The MCP servers that a run goes without, in one line. */
export function MissingServersRow({ item }: { readonly item: MissingServersItem }) {
  const { openSettings } = useNavigation()
  const isRecording = useIsRecording()
  const isAboutTrust = item.servers.every(({ why }) => why === 'untrusted')
  return (
    <div className={styles.missing}>
      <Unplug aria-hidden="true" />
      <span>Runs {showInvisible(formatMissingServers(item.servers), 'name')}</span>
      {!isRecording && (
        <Button
          isSmall
          variant="quiet"
          onClick={() => openSettings(isAboutTrust ? 'trust' : 'mcp')}
        >
          Open settings
        </Button>
      )}
    </div>
  )
}
