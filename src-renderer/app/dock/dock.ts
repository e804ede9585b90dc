import type { AddPanelOptions, DockviewApi, DockviewGroupPanel, IDockviewPanel } from 'dockview'
import { Store } from '#shared/lib/store.ts'
import {
  COMPONENT,
  type DockMemory,
  defaultLayout,
  forget,
  keep,
  NO_MEMORY,
  readKept,
  type Shape,
  type Size,
  shapeOf,
} from './dock-layout.ts'
import { type DockPanel, homeOf, leastOf, turnsOf } from './dock-panels.ts'

/** What a dock looks like, as far as others ask. */
export interface DockState {
  /** In front in their groups, and on screen. */
  readonly shown: readonly DockPanel[]
  /** The one that had the focus last. */
  readonly active: DockPanel | undefined
  readonly isMaximised: boolean
}

/** The panels there are, and what they are called. */
export type PanelTitles = ReadonlyMap<DockPanel, string>

export type Edge = 'left' | 'right' | 'above' | 'below'

/**
 * Where the panels of a session stand: a grid of groups, each with one panel or several as tabs. A
 * panel alone in its group is hidden with the group when it is closed, and so comes back where it was.
 */
export class Dock implements Disposable {
  readonly #titles: PanelTitles
  #api: DockviewApi | undefined
  #listening = new DisposableStack()
  #shape: Shape = 'wide'
  #memory: DockMemory = NO_MEMORY
  #isArrived = false
  /** To be shown first. */
  #wished: DockPanel | undefined
  readonly #state = new Store<DockState>({ shown: [], active: undefined, isMaximised: false })

  constructor(titles: PanelTitles) {
    this.#titles = titles
  }

  readonly subscribe = this.#state.subscribe

  readonly state = this.#state.get

  /** Takes over a grid that has its size, and fills it as it was left, or as it is at first. */
  attach(api: DockviewApi): void {
    this.#listening.dispose()
    this.#listening = new DisposableStack()
    this.#api = api
    this.#shape = shapeOf(api.width)
    this.#fill(api)
    this.#listen(api)
    this.#update(api)
    if (this.#wished) this.show(this.#wished)
    this.#wished = undefined
  }

  /** Side by side where there is room for it, else one at a time: each is kept by itself. */
  fit(size: Size): void {
    const api = this.#api
    if (!api || size.width === 0 || shapeOf(size.width) === this.#shape) return
    api.layout(size.width, size.height)
    this.#shape = shapeOf(size.width)
    this.#fill(api)
    this.#update(api)
  }

  /** Whether it has a place, on screen or hidden. */
  has(panel: DockPanel): boolean {
    return this.#find(panel) !== undefined
  }

  /** Puts a panel on screen: where it was, or where it belongs. Before there is a grid, as soon as there is. */
  show(panel: DockPanel): void {
    const api = this.#api
    if (!api) {
      this.#wished = panel
      return
    }
    const there = api.getPanel(panel) ?? this.#add(api, panel)
    const { group } = there
    if (api.hasMaximizedGroup() && !group.api.isMaximized()) api.exitMaximizedGroup()
    if (!group.api.isVisible) group.api.setVisible(true)
    there.api.setActive()
    this.#update(api)
  }

  /** Takes a panel off the screen. The last one stays. */
  close(panel: DockPanel): void {
    const [api, there] = [this.#api, this.#find(panel)]
    if (!api || !there || !this.canClose(panel)) return
    if (api.hasMaximizedGroup()) api.exitMaximizedGroup()
    const mate = there.group.panels.find((one) => one !== there)
    if (mate) {
      this.#remember({ mates: { ...this.#memory.mates, [panel]: this.#nameOf(mate) } })
      api.removePanel(there)
    } else there.group.api.setVisible(false)
    this.#update(api)
  }

  canClose(panel: DockPanel): boolean {
    const [api, group] = [this.#api, this.#find(panel)?.group]
    if (!api || !group) return false
    // What is maximised is alone only for as long as it is.
    const others = api.hasMaximizedGroup() ? api.groups : this.#groupsShown()
    return group.panels.length > 1 || others.some((one) => one !== group)
  }

  toggleMaximised(panel: DockPanel): void {
    const there = this.#find(panel)
    if (there?.api.isMaximized()) there.api.exitMaximized()
    else there?.api.maximize()
  }

  /** Out of the tabs it shares, to the right of them or below. */
  split(panel: DockPanel, position: 'right' | 'bottom'): void {
    const there = this.#find(panel)
    if (there) there.api.moveTo({ group: there.group, position })
  }

  canSplit(panel: DockPanel): boolean {
    return (this.#find(panel)?.group.panels.length ?? 0) > 1
  }

  /** By a step in pixels, as far as the panels around it allow. */
  resize(panel: DockPanel, { width = 0, height = 0 }: Partial<Size>): void {
    const group = this.#find(panel)?.group
    group?.api.setSize({ width: group.width + width, height: group.height + height })
  }

  /** Along a whole side of the dock. */
  moveTo(panel: DockPanel, direction: Edge): void {
    const [api, there] = [this.#api, this.#find(panel)]
    if (!api || !there) return
    if (api.hasMaximizedGroup()) api.exitMaximizedGroup()
    there.api.moveTo({ group: api.addGroup({ direction }) })
  }

  /** Into the tabs of another panel. */
  moveInto(panel: DockPanel, mate: DockPanel): void {
    const [there, target] = [this.#find(panel), this.#find(mate)]
    if (there && target) there.api.moveTo({ group: target.group, position: 'center' })
  }

  /** Those on screen whose tabs it could join. */
  matesFor(panel: DockPanel): readonly DockPanel[] {
    const own = this.#find(panel)?.group
    const others = this.#groupsShown().filter((group) => group !== own)
    return others.flatMap(({ activePanel }) => this.#nameOf(activePanel) ?? [])
  }

  /** Hides the left pane and the plan below it; or shows it, with `panel` in it. */
  toggleLeft(panel: DockPanel): void {
    if (this.state().shown.includes(panel)) {
      const along = this.#isBelow('plan', panel) ? (['plan'] as const) : []
      this.#remember({ wentAlong: along })
      for (const one of [panel, ...along]) this.close(one)
    } else {
      for (const one of this.#memory.wentAlong) this.show(one)
      this.#remember({ wentAlong: [] })
      this.show(panel)
    }
  }

  /** Whether a person comes to it for the first time. */
  arrive(): boolean {
    const isFirst = !this.#isArrived
    this.#isArrived = true
    return isFirst
  }

  /** As it is at first. */
  reset(): void {
    const api = this.#api
    if (!api) return
    forget(this.#shape)
    this.#fill(api)
    this.#update(api)
  }

  [Symbol.dispose](): void {
    this.#listening.dispose()
    this.#state[Symbol.dispose]()
    this.#api = undefined
  }

  #listen(api: DockviewApi): void {
    const listen = (listening: { dispose(): void }) =>
      this.#listening.defer(() => listening.dispose())
    const update = () => this.#update(api)
    listen(api.onDidActivePanelChange(update))
    listen(api.onDidMaximizedGroupChange(update))
    listen(api.onDidMovePanel(update))
    listen(
      api.onDidLayoutChange(() => {
        this.#update(api)
        this.#keep(api)
      }),
    )
  }

  #fill(api: DockviewApi): void {
    const kept = readKept(this.#shape, this.#known)
    this.#memory = kept?.memory ?? NO_MEMORY
    const atFirst = defaultLayout(this.#shape, { width: api.width, height: api.height })
    try {
      api.fromJSON(kept?.layout ?? atFirst, { reuseExistingPanels: true })
    } catch {
      // What another version kept, or what is spoilt, is not worth a window without panels.
      this.#memory = NO_MEMORY
      api.fromJSON(atFirst)
    }
  }

  #add(api: DockviewApi, id: DockPanel): IDockviewPanel {
    const taken = this.#shape === 'wide' ? findTaken(api, id) : undefined
    const mate = this.#memory.mates[id]
    const placement = taken ? within(taken) : placementOf(api, { id, shape: this.#shape, mate })
    const panel = api.addPanel({ id, component: COMPONENT, ...leastOf(id), ...placement })
    if (taken) api.removePanel(taken)
    return panel
  }

  /** Seen as they stand: nothing else tells which group is below which. */
  #isBelow(lower: DockPanel, upper: DockPanel): boolean {
    const [a, b] = [lower, upper].map((panel) => this.#find(panel)?.group)
    if (!a?.api.isVisible || !b || a.panels.length > 1) return false
    const [below, above] = [a, b].map(({ element }) => element.getBoundingClientRect())
    return below?.left === above?.left && below?.top === above?.bottom
  }

  #find(panel: DockPanel): IDockviewPanel | undefined {
    return this.#api?.getPanel(panel)
  }

  #nameOf(panel: IDockviewPanel | undefined): DockPanel | undefined {
    return this.#known.find((one) => one === panel?.id)
  }

  get #known(): readonly DockPanel[] {
    return [...this.#titles.keys()]
  }

  #groupsShown(): readonly DockviewGroupPanel[] {
    return this.#api?.groups.filter(({ api }) => api.isVisible) ?? []
  }

  #remember(change: Partial<DockMemory>): void {
    this.#memory = { ...this.#memory, ...change }
  }

  #update(api: DockviewApi): void {
    for (const group of api.groups) this.#dress(group)
    this.#state.set({
      shown: this.#groupsShown().flatMap(({ activePanel }) => this.#nameOf(activePanel) ?? []),
      active: this.#nameOf(api.activePanel),
      isMaximised: api.hasMaximizedGroup(),
    })
  }

  /** A panel alone has no tab; the landmark is the panel, not its group. */
  #dress({ header, element, panels }: DockviewGroupPanel): void {
    header.hidden = panels.length === 1
    element.setAttribute('role', 'group')
    for (const panel of panels) {
      const title = this.#titles.get(this.#nameOf(panel) ?? 'transcript')
      if (title && panel.title !== title) panel.api.setTitle(title)
    }
  }

  /** What fills the dock for a moment is not how it is. */
  #keep(api: DockviewApi): void {
    if (api.hasMaximizedGroup() || api.panels.length === 0) return
    keep(this.#shape, { layout: api.toJSON(), memory: this.#memory })
  }
}

/** What dockview is told of where a panel comes to stand. */
type Placement = Pick<AddPanelOptions, 'position' | 'initialWidth' | 'initialHeight'>

/** Below this width there is no room beside a panel, and what would stand there becomes its tab. */
const NARROWEST_SHARED = 760

interface Placed {
  readonly id: DockPanel
  readonly shape: Shape
  /** In whose tabs it was last. */
  readonly mate: DockPanel | undefined
}

/** Where a panel goes that is not in the dock: among the tabs it was in, or to its home. */
function placementOf(api: DockviewApi, { id, shape, mate }: Placed): Placement {
  const among =
    findFirst(api, mate ? [mate] : []) ?? (shape === 'narrow' ? api.activePanel : undefined)
  if (among) return within(among)
  const { near, direction, size } = homeOf(id)
  const neighbour = findFirst(api, near)
  if (!neighbour) return atEdge(direction === 'within' ? 'right' : direction, size)
  if (direction === 'within' || !hasRoomBeside(neighbour, direction)) return within(neighbour)
  return { position: { referencePanel: neighbour, direction }, ...sizeOf(direction, size) }
}

/** The panel whose place this one takes: it takes turns with it, and is alone in its group. */
function findTaken(api: DockviewApi, id: DockPanel): IDockviewPanel | undefined {
  const there = turnsOf(id).flatMap((one) => api.getPanel(one) ?? [])
  return there.find(({ group }) => group.panels.length === 1)
}

function within(referencePanel: IDockviewPanel): Placement {
  return { position: { referencePanel, direction: 'within' } }
}

function findFirst(api: DockviewApi, ids: readonly DockPanel[]): IDockviewPanel | undefined {
  const there = ids.flatMap((id) => api.getPanel(id) ?? [])
  return there.find(({ group }) => group.api.isVisible)
}

function hasRoomBeside({ group }: IDockviewPanel, direction: Edge): boolean {
  return direction === 'above' || direction === 'below' || group.width >= NARROWEST_SHARED
}

function atEdge(direction: Edge, size: number | undefined): Placement {
  return { position: { direction }, ...sizeOf(direction, size) }
}

function sizeOf(direction: Edge, size: number | undefined): Placement {
  if (size === undefined) return {}
  return direction === 'left' || direction === 'right'
    ? { initialWidth: size }
    : { initialHeight: size }
}
