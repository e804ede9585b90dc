import { focusNextPanel } from '../accessibility/focus.ts'
import type { Edge } from '../dock/dock.ts'
import type { DockPanel } from '../dock/dock-panels.ts'
import { type Command, inSession, type SessionHere } from './command.ts'

const panelNames: Readonly<Record<DockPanel, string>> = {
  sessions: 'sessions',
  files: 'files',
  search: 'search',
  plan: 'plan',
  transcript: 'transcript',
  editor: 'editor',
  inspector: 'inspector',
  preview: 'preview',
  changes: 'changes',
  'code-review': 'code review',
  tasks: 'tasks',
  terminals: 'terminals',
  debugger: 'debugger',
  logs: 'logs',
  usage: 'cost',
}
// The names are this object's own.
const panels = Object.keys(panelNames) as readonly DockPanel[]

const edges: readonly { readonly edge: Edge; readonly name: string }[] = [
  { edge: 'left', name: 'left side' },
  { edge: 'right', name: 'right side' },
  { edge: 'above', name: 'top' },
  { edge: 'below', name: 'bottom' },
]

/** In pixels. */
const STEP = 40

const sizes = [
  { id: 'widen-panel', title: 'Make the panel wider', by: { width: STEP } },
  { id: 'narrow-panel', title: 'Make the panel narrower', by: { width: -STEP } },
  { id: 'heighten-panel', title: 'Make the panel taller', by: { height: STEP } },
  { id: 'lower-panel', title: 'Make the panel lower', by: { height: -STEP } },
]

/** What moves panels, and sessions that are side by side. */
export const panelCommands: readonly Command[] = [
  inSession({
    id: 'next-panel',
    title: 'Go to the next panel',
    group: 'Go to',
    keys: 'f6',
    run: () => focusNextPanel(1),
  }),
  inSession({
    id: 'previous-panel',
    title: 'Go to the previous panel',
    group: 'Go to',
    keys: 'shift+f6',
    run: () => focusNextPanel(-1),
  }),
  inSession({
    id: 'next-column',
    title: 'Go to the session beside this',
    group: 'Go to',
    keys: 'mod+f6',
    when: ({ focusNextColumn }) => focusNextColumn !== undefined,
    run: ({ focusNextColumn }) => focusNextColumn?.(),
  }),
  panelCommand({
    id: 'maximise-panel',
    title: 'Maximise the panel, or bring it back',
    keys: 'mod+shift+m',
    run: (panel, { dock }) => dock.toggleMaximised(panel),
  }),
  panelCommand({
    id: 'split-right',
    title: 'Split the panel off to the right',
    when: (panel, { dock }) => dock.canSplit(panel),
    run: (panel, { dock }) => dock.split(panel, 'right'),
  }),
  panelCommand({
    id: 'split-below',
    title: 'Split the panel off below',
    when: (panel, { dock }) => dock.canSplit(panel),
    run: (panel, { dock }) => dock.split(panel, 'bottom'),
  }),
  ...sizes.map(({ id, title, by }) =>
    panelCommand({ id, title, run: (panel, { dock }) => dock.resize(panel, by) }),
  ),
  ...edges.map(({ edge, name }) =>
    panelCommand({
      id: `move-${edge}`,
      title: `Move the panel to the ${name}`,
      run: (panel, { dock }) => dock.moveTo(panel, edge),
    }),
  ),
  ...panels.map((mate) =>
    panelCommand({
      id: `move-to-${mate}`,
      title: `Move the panel to the tabs of the ${panelNames[mate]}`,
      when: (panel, { dock }) => dock.matesFor(panel).includes(mate),
      run: (panel, { dock }) => dock.moveInto(panel, mate),
    }),
  ),
  panelCommand({
    id: 'close-panel',
    title: 'Close the panel',
    when: (panel, { dock }) => dock.canClose(panel),
    run: (panel, { dock }) => dock.close(panel),
  }),
  inSession({
    id: 'reset-layout',
    title: 'Reset the layout',
    group: 'Panels',
    run: ({ workbench }) => workbench.dock.reset(),
  }),
  {
    id: 'open-beside',
    title: 'Open a session beside this…',
    group: 'Open',
    when: ({ navigation }) => navigation.openBeside !== undefined,
    run: ({ show }) => show('beside'),
  },
  inSession({
    id: 'close-column',
    title: 'Close this session’s column',
    group: 'Window',
    when: ({ closeColumn }) => closeColumn !== undefined,
    run: ({ closeColumn }) => closeColumn?.(),
  }),
]

type Workbench = SessionHere['workbench']

interface PanelCommand extends Pick<Command, 'id' | 'title' | 'keys'> {
  readonly when?: (panel: DockPanel, workbench: Workbench) => boolean
  readonly run: (panel: DockPanel, workbench: Workbench) => void
}

/** About the panel that has the focus, or had it last. */
function panelCommand({ when, run, ...rest }: PanelCommand): Command {
  return inSession({
    ...rest,
    group: 'Panels',
    when: ({ workbench }) =>
      workbench.active !== undefined && (when?.(workbench.active, workbench) ?? true),
    run: ({ workbench }) => workbench.active && run(workbench.active, workbench),
  })
}
