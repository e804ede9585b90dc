// What an app imports as `electron` in its main process.
export { standin } from '../script.ts'
export { app } from './app.ts'
export { BrowserWindow } from './browser-window.ts'
export { dialog } from './dialog.ts'
export { ipcMain } from './ipc-main.ts'
export { Menu, MenuItem } from './menu.ts'
export { nativeTheme } from './native-theme.ts'
export { MessageChannelMain } from './ports.ts'
export { protocol } from './schemes.ts'
export { session } from './session.ts'
export {
  crashReporter,
  Notification,
  nativeImage,
  powerMonitor,
  powerSaveBlocker,
  safeStorage,
  screen,
  shell,
} from './system.ts'
