import { z } from 'zod'
import { Theme } from '../settings/settings.ts'
import { call, stream } from './procedures/define.ts'

/** The menus that a page may have commands in, from left to right. */
export const MenuName = z.enum(['File', 'Edit', 'Session', 'Replay', 'View'])
export type MenuName = z.infer<typeof MenuName>

/** A command of the page's, as a menu offers it. */
export const MenuCommand = z.object({
  id: z.string().min(1).max(100),
  title: z.string().min(1).max(200),
  menu: MenuName,
  /** As Electron writes keys, such as `CmdOrCtrl+Shift+E`; absent: it has none. */
  accelerator: z.string().max(50).optional(),
  /** It can be given now. */
  isEnabled: z.boolean(),
})
export type MenuCommand = z.infer<typeof MenuCommand>

/** What only a desktop has. Served beside the contract there, and absent in a browser. */
export const nativeContract = {
  /** `null`: the person chose none. */
  'native.pickFolder': call(z.object({}), z.object({ path: z.string().nullable() })),
  'native.revealInFolder': call(z.object({ path: z.string() }), z.object({})),
  'native.setTheme': call(z.object({ theme: Theme }), z.object({})),
  'native.setZoom': call(z.object({ factor: z.number().min(0.25).max(5) }), z.object({})),
  /** Brings the window to the front. */
  'native.show': call(z.object({}), z.object({})),
  /** How many calls wait for a person, for the dock and the taskbar. */
  'native.setBadge': call(z.object({ waiting: z.int().nonnegative() }), z.object({})),
  /** What the menus offer of the page's commands. */
  'native.setMenu': call(z.object({ commands: z.array(MenuCommand).max(500) }), z.object({})),
  /** The commands that are chosen in a menu, by their ids. */
  'native.chosen': stream(z.object({}), z.object({ id: z.string() })),
} as const
export type NativeContract = typeof nativeContract
