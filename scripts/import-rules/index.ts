import { agentRules } from './agents.ts'
import { appRules } from './app.ts'
import { featureRules } from './features.ts'
import { below, type FolderRules } from './folder-rule.ts'
import { foundationRules } from './foundation.ts'
import { integrationRules } from './integrations.ts'
import { mainPanelRules } from './main-panels.ts'
import { panelRules } from './panels.ts'
import { rendererRules } from './renderer.ts'
import { settingsPanelRules } from './settings-panel.ts'
import { sharedRules } from './shared.ts'
import { shellRules } from './shells.ts'
import { storeRules } from './store.ts'
import { toolRules } from './tools.ts'

const preloadRules = below('src-preload', {
  '.': { holds: 'forwards one MessagePort', imports: ['src-shared/contract', 'npm:electron'] },
})

/** Every folder of production code, by its path from the root. */
export const folderRules: FolderRules = new Map([
  ...sharedRules,
  ...storeRules,
  ...foundationRules,
  ...integrationRules,
  ...toolRules,
  ...agentRules,
  ...featureRules,
  ...shellRules,
  ...rendererRules,
  ...mainPanelRules,
  ...settingsPanelRules,
  ...panelRules,
  ...appRules,
  ...preloadRules,
])
