import { Tabs } from '@base-ui/react/tabs'
import {
  Bot,
  Boxes,
  Database,
  Gauge,
  GraduationCap,
  Keyboard,
  KeyRound,
  ListChecks,
  NotebookPen,
  Plug,
  ShieldCheck,
  SlidersHorizontal,
  Wrench,
} from 'lucide-react'
import type { ComponentType } from 'react'
import type { SessionId } from '#shared/lib/ids.ts'
import {
  type SettingsSection,
  sectionTitles,
  settingsSections,
} from '../../navigation/navigation.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { AgentsSection } from './agents/agents-section.tsx'
import { SkillsSection } from './agents/skills-section.tsx'
import styles from './controls/settings.module.css'
import { type SettingsPlace, useSettingsPlace } from './controls/use-settings-scope.ts'
import { EnvironmentSection } from './general/environment-section.tsx'
import { GeneralSection } from './general/general-section.tsx'
import { LimitsSection } from './general/limits-section.tsx'
import { McpSection } from './mcp/mcp-section.tsx'
import { MemorySection } from './memory/memory-section.tsx'
import { ModelsSection } from './models/models-section.tsx'
import { RulesSection } from './permissions/permissions-section.tsx'
import { ShortcutsSection } from './shortcuts/shortcuts-section.tsx'
import { DataSection } from './storage/storage-section.tsx'
import { ToolsSection } from './tools/tools-section.tsx'
import { TrustSection } from './trust/trust-section.tsx'

const sections: Readonly<Record<SettingsSection, ComponentType<SettingsPlace>>> = {
  models: ModelsSection,
  agents: AgentsSection,
  skills: SkillsSection,
  mcp: McpSection,
  memory: MemorySection,
  rules: RulesSection,
  trust: TrustSection,
  environment: EnvironmentSection,
  tools: ToolsSection,
  limits: LimitsSection,
  data: DataSection,
  shortcuts: ShortcutsSection,
  general: GeneralSection,
}

const icons: Readonly<Record<SettingsSection, typeof Bot>> = {
  models: Boxes,
  agents: Bot,
  skills: GraduationCap,
  mcp: Plug,
  memory: NotebookPen,
  rules: ListChecks,
  trust: ShieldCheck,
  environment: KeyRound,
  tools: Wrench,
  limits: Gauge,
  data: Database,
  shortcuts: Keyboard,
  general: SlidersHorizontal,
}

interface SettingsDialogProps {
  readonly section: SettingsSection
  /** The session that is open behind it. */
  readonly sessionId: SessionId | undefined
  readonly onChoose: (section: SettingsSection) => void
  readonly onClose: () => void
}

/** What a person chooses: for every project, for this one, for this session. */
export function SettingsDialog({ section, sessionId, onChoose, onClose }: SettingsDialogProps) {
  const place = useSettingsPlace(sessionId)
  return (
    <Dialog title="Settings" isOpen isLarge onClose={onClose}>
      <Tabs.Root
        className={styles.settings}
        orientation="vertical"
        value={section}
        onValueChange={onChoose}
      >
        <Tabs.List className={styles.list} aria-label="Sections" activateOnFocus>
          {settingsSections.map((name) => (
            <SectionTab key={name} name={name} />
          ))}
        </Tabs.List>
        {settingsSections.map((name) => {
          const Section = sections[name]
          return (
            <Tabs.Panel key={name} value={name} className={styles.section}>
              <h3>{sectionTitles[name]}</h3>
              <Section {...place} />
            </Tabs.Panel>
          )
        })}
      </Tabs.Root>
    </Dialog>
  )
}

function SectionTab({ name }: { readonly name: SettingsSection }) {
  const Icon = icons[name]
  return (
    <Tabs.Tab value={name} className={styles.tab}>
      <Icon aria-hidden="true" />
      {sectionTitles[name]}
    </Tabs.Tab>
  )
}
