import type { Theme } from '#shared/settings/settings.ts'
import {
  type SettingsSection,
  sectionTitles,
  settingsSections,
} from '../../navigation/navigation.tsx'
import type { Command } from './command.ts'

/** What can be done wherever one is. */
export const windowCommands: readonly Command[] = [
  {
    id: 'open-folder',
    title: 'Open a folder…',
    group: 'Open',
    keys: 'mod+o',
    run: ({ openFolder }) => openFolder('folder'),
  },
  {
    id: 'run-demo',
    title: 'Run the demo agent on a folder…',
    group: 'Open',
    run: ({ openFolder }) => openFolder('demo'),
  },
  {
    id: 'open-session',
    title: 'Open a session…',
    group: 'Open',
    run: ({ show }) => show('session'),
  },
  {
    id: 'replay-sample',
    title: 'Replay the sample run',
    group: 'Open',
    when: ({ replaySample }) => replaySample !== undefined,
    run: ({ replaySample }) => replaySample?.(),
  },
  {
    id: 'show-projects',
    title: 'Show all projects',
    group: 'Open',
    when: ({ session }) => session !== undefined,
    run: ({ navigation }) => navigation.openWelcome(),
  },
  {
    id: 'inbox',
    title: 'Show what waits for you in all sessions',
    group: 'Open',
    keys: 'mod+i',
    run: ({ navigation }) => navigation.openInbox(),
  },
  {
    id: 'spending',
    title: 'Show what all sessions cost',
    group: 'Open',
    run: ({ navigation }) => navigation.openSpending(),
  },
  {
    id: 'palette',
    title: 'Search, or run a command',
    group: 'Window',
    keys: 'mod+k',
    keysInShell: 'mod+shift+p',
    run: ({ show }) => show('palette'),
  },
  {
    id: 'undo',
    title: 'Undo what was just done',
    group: 'Window',
    keys: 'mod+z',
    isLeftToText: true,
    when: ({ undo }) => undo !== undefined,
    run: ({ undo }) => undo?.(),
  },
  {
    id: 'shortcuts',
    title: 'Show all shortcuts',
    group: 'Window',
    keys: '?',
    run: ({ show }) => show('shortcuts'),
  },
  {
    id: 'settings',
    title: 'Open the settings',
    group: 'Window',
    keys: 'mod+,',
    run: ({ navigation }) => navigation.openSettings(),
  },
  zoomCommand(1, 'in', 'Zoom in', 'mod+='),
  zoomCommand(-1, 'out', 'Zoom out', 'mod+-'),
  zoomCommand(0, 'reset', 'Zoom as it was made', 'mod+0'),
  ...settingsSections.map(sectionCommand),
  themeCommand('dark', 'Use the dark theme'),
  themeCommand('light', 'Use the light theme'),
  themeCommand('contrast', 'Use the high-contrast theme'),
  themeCommand('system', 'Use the system’s theme'),
]

function sectionCommand(section: SettingsSection): Command {
  return {
    id: `settings-${section}`,
    title: `Settings: ${sectionTitles[section]}`,
    group: 'Settings',
    run: ({ navigation }) => navigation.openSettings(section),
  }
}

/** Of the desktop app: browsers have keys of their own for it. */
function zoomCommand(direction: 1 | -1 | 0, name: string, title: string, keys: string): Command {
  return {
    id: `zoom-${name}`,
    title,
    group: 'Window',
    keys,
    when: ({ zoom }) => zoom !== undefined,
    run: ({ zoom }) => zoom?.step(direction),
  }
}

function themeCommand(theme: Theme, title: string): Command {
  return {
    id: `theme-${theme}`,
    title,
    group: 'Window',
    when: (here) => here.theme !== theme,
    run: ({ changeTheme }) => changeTheme(theme),
  }
}
